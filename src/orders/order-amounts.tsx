import { methodName } from '#storefront/cart/delivery-methods.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import type { readOrder } from './contract.ts';

interface AmountsProps {
  order: ReplyOf<typeof readOrder>;
  discountLabel: string;
  /** The rows below the total: name and amount. */
  below: readonly (readonly [string, string])[];
  styles: Partial<Record<'sums' | 'total', string>>;
}

/** An order's amounts from the subtotal to the total, and further rows below. */
export function Amounts({ order, discountLabel, below, styles }: AmountsProps) {
  const row = ([name, amount]: readonly [string, string], className?: string) => (
    <div key={name} className={className}>
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </div>
  );
  return (
    <dl className={styles.sums}>
      {row(['Subtotal', formatDollars(order.subtotal)])}
      {order.discount > 0 && row([discountLabel, `−${formatDollars(order.discount)}`])}
      {row([methodName(order.shippingMethod), order.shippingFee > 0 ? formatDollars(order.shippingFee) : 'Free'])}
      {row(['Total', formatDollars(order.total)], styles.total)}
      {below.map((amount) => row(amount))}
    </dl>
  );
}
