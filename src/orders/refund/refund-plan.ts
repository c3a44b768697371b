import { badInput, conflict, type Fault, Problem } from '#lib/api/problem.ts';
import { type Cents, format, minus, sum, zero } from '#lib/money.ts';
import { type RefundBody, sentences } from './refund-contract.ts';
import { type LineLeft, shareOfUnits } from './amount-of-units.ts';

export interface RefundableLine extends LineLeft {
  id: string;
  /** "Floor Cleaner (5 L)" */
  name: string;
}

/** The part of an order that is neither refunded nor reserved by a pending or failed refund. */
export interface Refundable {
  amountPaid: Cents;
  amount: Cents;
  /** Reserved by pending and failed refunds. */
  reserved: Cents;
  shippingFee: Cents;
  lines: readonly RefundableLine[];
}

export interface PlannedLine {
  id: string;
  quantity: number;
  isRestocked: boolean;
  /** Price of the units, net of discount. */
  amount: Cents;
}

export interface RefundPlan {
  amount: Cents;
  /** Delivery fee included in `amount`. */
  shipping: Cents;
  lines: PlannedLine[];
}

type RefundRequest = Pick<RefundBody, 'amount' | 'lines' | 'refundShipping'>;

/**
 * Calculates the amount and units of a refund. Throws `Problem` with all faults: 400 for items of other orders, 409 if
 * more is requested than is left.
 */
export function planRefund(left: Refundable, request: RefundRequest): RefundPlan {
  demandSomethingLeft(left);
  const { amount, lines, refundShipping } = request;
  if (!amount && !lines && !refundShipping) return wholeRefund(left);
  const { planned, unknown, tooMany } = plannedLines(left, lines ?? []);
  const shipping = refundShipping ? left.shippingFee : zero;
  const isShippingGone = refundShipping === true && shipping === 0;
  const faults = [...tooMany, ...(isShippingGone ? [{ path: 'refundShipping', message: sentences.shippingGone }] : [])];
  const calculated = sum([...planned.map((line) => line.amount), shipping]);
  const paid = amount ?? calculated;
  if (paid > left.amount) faults.unshift({ path: 'amount', message: sentences.amountTooLarge(format(left.amount)) });
  if (unknown.length > 0) throw badInput(...unknown, ...faults);
  const [first] = faults;
  if (first) throw new Problem(409, first.message, faults);
  return { amount: paid, shipping, lines: planned };
}

/** Throws if nothing is left to refund. For an order of $0, something is left if a unit can still be refunded. */
function demandSomethingLeft({ amountPaid, amount, reserved: held, lines }: Refundable): void {
  const isLeft = amountPaid > 0 ? amount > 0 : lines.some(({ refundable }) => refundable > 0);
  if (!isLeft) throw conflict(held > 0 ? sentences.nothingFree : sentences.nothingLeft);
}

const wholeRefund = ({ amount, shippingFee, lines }: Refundable): RefundPlan => ({
  amount,
  shipping: shippingFee,
  lines: lines
    .filter(({ refundable }) => refundable > 0)
    .map((line) => planLine(line, { quantity: line.refundable, restock: true })),
});

const planLine = (
  line: RefundableLine,
  { quantity, restock }: { quantity: number; restock: boolean },
): PlannedLine => ({ id: line.id, quantity, isRestocked: restock, amount: shareOfUnits(line, quantity) });

interface CheckedLines {
  planned: PlannedLine[];
  unknown: Fault[];
  tooMany: Fault[];
}

function plannedLines(left: Refundable, requested: NonNullable<RefundRequest['lines']>): CheckedLines {
  const lines: CheckedLines = { planned: [], unknown: [], tooMany: [] };
  for (const [place, { orderItemId, ...units }] of requested.entries()) {
    const line = left.lines.find(({ id }) => id === orderItemId);
    if (!line) {
      lines.unknown.push({ path: `lines.${place}.orderItemId`, message: sentences.itemUnknown });
    } else if (units.quantity > line.refundable) {
      const message = sentences.quantityTooLarge(line.name, line.refundable);
      lines.tooMany.push({ path: `lines.${place}.quantity`, message });
    } else {
      lines.planned.push(planLine(line, units));
    }
  }
  return lines;
}

/** `amount` minus `taken`, but never below 0. */
export const remainderOf = (amount: Cents, taken: Cents): Cents => (amount > taken ? minus(amount, taken) : zero);
