import type { InputOf, ReplyOf } from '#lib/api/endpoint.ts';
import type { readRefundable, refundOrder } from '#orders/refund/refund-contract.ts';
import { dollarsOfUnits } from '#orders/refund/amount-of-units.ts';

export type Refundable = ReplyOf<typeof readRefundable>;
type Body = InputOf<typeof refundOrder>['body'];

export type Way = 'all' | 'lines' | 'amount';

export interface RefundValues {
  way: Way;
  reason: string;
  /** Dollars; NaN for an invalid amount. */
  amount: number | null;
  /** The typed quantity of each order line, and whether it goes back into stock. */
  lines: Record<string, { quantity: string; restock: boolean }>;
  refundShipping: boolean;
  /** Whether the items of a full refund go back into stock. */
  restock: boolean;
}

export const emptyRefund = ({ lines }: Refundable): RefundValues => ({
  way: 'all',
  reason: '',
  amount: null,
  lines: Object.fromEntries(lines.map(({ orderItemId }) => [orderItemId, { quantity: '', restock: true }])),
  refundShipping: false,
  restock: true,
});

const numberOf = (typed: string): number => (/^\s*-?\d+(\.\d+)?\s*$/.test(typed) ? Number(typed) : Number.NaN);

/** The lines for which a quantity was typed, in the order's sequence. */
export const linesWithQuantity = ({ lines: orderLines }: Refundable, { lines }: RefundValues) =>
  orderLines.flatMap((line) => {
    const typed = lines[line.orderItemId];
    if (!typed || typed.quantity.trim() === '') return [];
    return [{ line, quantity: numberOf(typed.quantity), restock: typed.restock }];
  });

/** The total in dollars; undefined while a value is invalid or more than is left. */
export function totalOf(refundable: Refundable, values: RefundValues): number | undefined {
  if (values.way === 'all') return refundable.amount;
  if (values.way === 'amount')
    return values.amount === null ? 0 : Number.isNaN(values.amount) ? undefined : values.amount;
  const parts = linesWithQuantity(refundable, values).map(({ line, quantity }) =>
    Number.isInteger(quantity) && quantity >= 0 && quantity <= line.refundable
      ? Math.round(dollarsOfUnits(line, quantity) * 100)
      : Number.NaN,
  );
  const shipping = values.refundShipping ? Math.round(refundable.shippingFee * 100) : 0;
  const total = parts.reduce((sum, part) => sum + part, shipping);
  return Number.isNaN(total) ? undefined : total / 100;
}

/** A full refund that returns nothing to stock. It lists the lines, because a body without lines would restock all of them. */
function withoutRestock({ amount, shippingFee, lines }: Refundable): Omit<Body, 'reason'> {
  const refundableLines = lines.filter(({ refundable }) => refundable > 0);
  return {
    ...(amount > 0 && { amount }),
    ...(shippingFee > 0 && { refundShipping: true }),
    ...(refundableLines.length > 0 && {
      lines: refundableLines.map(({ orderItemId, refundable }) => ({
        orderItemId,
        quantity: refundable,
        restock: false,
      })),
    }),
  };
}

/** The request's body. JSON turns NaN into null, which the server reports as a fault. */
export function bodyOf(refundable: Refundable, values: RefundValues): Body {
  const { way, reason, amount, refundShipping } = values;
  if (way === 'all') return { reason, ...(!values.restock && withoutRestock(refundable)) };
  if (way === 'amount') return { reason, amount };
  const lines = linesWithQuantity(refundable, values).map(({ line, quantity, restock }) => ({
    orderItemId: line.orderItemId,
    quantity,
    restock,
  }));
  return { reason, ...(lines.length > 0 || !refundShipping ? { lines } : {}), refundShipping };
}
