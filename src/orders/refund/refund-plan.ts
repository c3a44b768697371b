import { badInput, conflict, type Fault, Problem } from '#lib/api/problem.ts';
import { type Cents, format, minus, sum, zero } from '#lib/money.ts';
import { type RefundBody, sentences } from './refund-contract.ts';
import { type LineLeft, shareOfUnits } from './refund-shares.ts';

export interface RefundableLine extends LineLeft {
  id: string;
  /** "Spruce Floor Cleaner (5 L)" */
  name: string;
}

/** What of an order is not refunded, nor held by a refund that is under way or failed. */
export interface Refundable {
  amountPaid: Cents;
  amount: Cents;
  /** Of what is not there any more: held, and not paid yet. */
  held: Cents;
  shippingFee: Cents;
  lines: readonly RefundableLine[];
}

export interface PlannedLine {
  id: string;
  quantity: number;
  isRestocked: boolean;
  /** What the units came to. */
  amount: Cents;
}

export interface RefundPlan {
  amount: Cents;
  /** The delivery fee in it. */
  shipping: Cents;
  lines: PlannedLine[];
}

type Asked = Pick<RefundBody, 'amount' | 'lines' | 'refundShipping'>;

/**
 * What a refund pays and which units it is for (contract, section 5). Throws `Problem` with all that is wrong: 400 for items of
 * other orders, 409 for more than is left.
 */
export function planRefund(left: Refundable, asked: Asked): RefundPlan {
  demandSomething(left);
  const { amount, lines, refundShipping } = asked;
  if (!amount && !lines && !refundShipping) return everything(left);
  const { planned, unknown, tooMany } = plannedLines(left, lines ?? []);
  const shipping = refundShipping ? left.shippingFee : zero;
  const isShippingGone = refundShipping === true && shipping === 0;
  const faults = [...tooMany, ...(isShippingGone ? [{ path: 'refundShipping', message: sentences.shippingGone }] : [])];
  const natural = sum([...planned.map((line) => line.amount), shipping]);
  const paid = amount ?? natural;
  if (paid > left.amount) faults.unshift({ path: 'amount', message: sentences.amountTooLarge(format(left.amount)) });
  if (unknown.length > 0) throw badInput(...unknown, ...faults);
  const [first] = faults;
  if (first) throw new Problem(409, first.message, faults);
  return { amount: paid, shipping, lines: planned };
}

/** An order of $0 is refunded by its units alone. */
function demandSomething({ amountPaid, amount, held, lines }: Refundable): void {
  const isLeft = amountPaid > 0 ? amount > 0 : lines.some(({ refundable }) => refundable > 0);
  if (!isLeft) throw conflict(held > 0 ? sentences.nothingFree : sentences.nothingLeft);
}

const everything = ({ amount, shippingFee, lines }: Refundable): RefundPlan => ({
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

interface Lines {
  planned: PlannedLine[];
  unknown: Fault[];
  tooMany: Fault[];
}

function plannedLines(left: Refundable, wanted: NonNullable<Asked['lines']>): Lines {
  const lines: Lines = { planned: [], unknown: [], tooMany: [] };
  for (const [place, { orderItemId, ...units }] of wanted.entries()) {
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

/** What is left of an amount once others are taken off; never below 0. */
export const leftOf = (amount: Cents, taken: Cents): Cents => (amount > taken ? minus(amount, taken) : zero);
