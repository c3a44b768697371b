import type { InputOf, ReplyOf } from '#lib/api/endpoint.ts';
import type { readRefundable, refundOrder } from '#orders/refund/refund-contract.ts';
import { dollarsOfUnits } from '#orders/refund/refund-shares.ts';

export type Refundable = ReplyOf<typeof readRefundable>;
type Body = InputOf<typeof refundOrder>['body'];

export type Way = 'all' | 'lines' | 'amount';

/** What stands in the refund dialog. */
export interface RefundValues {
  way: Way;
  reason: string;
  /** Dollars; NaN for what is no amount. */
  amount: number | null;
  /** By line: what was typed as its quantity, and whether it goes back on the shelf. */
  lines: Record<string, { quantity: string; restock: boolean }>;
  refundShipping: boolean;
  /** Of all that is left: whether its goods go back into stock. */
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

/** What was typed as a number: NaN for what is none. */
const numberOf = (typed: string): number => (/^\s*-?\d+(\.\d+)?\s*$/.test(typed) ? Number(typed) : Number.NaN);

/** Lines whose quantity was typed, in the order's order. */
export const chosenLines = ({ lines: known }: Refundable, { lines }: RefundValues) =>
  known.flatMap((line) => {
    const typed = lines[line.orderItemId];
    if (!typed || typed.quantity.trim() === '') return [];
    return [{ line, quantity: numberOf(typed.quantity), restock: typed.restock }];
  });

/** What the dialog's values come to, in dollars; undefined while something typed is no number, or more than there is. */
export function totalOf(refundable: Refundable, values: RefundValues): number | undefined {
  if (values.way === 'all') return refundable.amount;
  if (values.way === 'amount')
    return values.amount === null ? 0 : Number.isNaN(values.amount) ? undefined : values.amount;
  const parts = chosenLines(refundable, values).map(({ line, quantity }) =>
    Number.isInteger(quantity) && quantity >= 0 && quantity <= line.refundable
      ? Math.round(dollarsOfUnits(line, quantity) * 100)
      : Number.NaN,
  );
  const shipping = values.refundShipping ? Math.round(refundable.shippingFee * 100) : 0;
  const total = parts.reduce((sum, part) => sum + part, shipping);
  return Number.isNaN(total) ? undefined : total / 100;
}

/** All that is left, as it stands, with goods that stay out of stock. A body without lines would put them back. */
function withoutRestock({ amount, shippingFee, lines }: Refundable): Omit<Body, 'reason'> {
  const units = lines.filter(({ refundable }) => refundable > 0);
  return {
    ...(amount > 0 && { amount }),
    ...(shippingFee > 0 && { refundShipping: true }),
    ...(units.length > 0 && {
      lines: units.map(({ orderItemId, refundable }) => ({ orderItemId, quantity: refundable, restock: false })),
    }),
  };
}

/** The call's body. What is no number travels as null, and the shape says what is wrong with it. */
export function bodyOf(refundable: Refundable, values: RefundValues): Body {
  const { way, reason, amount, refundShipping } = values;
  if (way === 'all') return { reason, ...(!values.restock && withoutRestock(refundable)) };
  if (way === 'amount') return { reason, amount };
  const lines = chosenLines(refundable, values).map(({ line, quantity, restock }) => ({
    orderItemId: line.orderItemId,
    quantity,
    restock,
  }));
  return { reason, ...(lines.length > 0 || !refundShipping ? { lines } : {}), refundShipping };
}
