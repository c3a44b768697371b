import { type Cents, format } from '#lib/money.ts';

/** The last lines of an order or quote in a mail: `Discount -$50.00`, `Delivery $15.00`, `Total $665.00 including GST`. */
export const amountLines = ({ discount, shippingFee, total }: Record<'discount' | 'shippingFee' | 'total', Cents>) => [
  ...(discount > 0 ? [`Discount -${format(discount)}`] : []),
  ...(shippingFee > 0 ? [`Delivery ${format(shippingFee)}`] : []),
  `Total ${format(total)} including GST`,
];
