import { type Cents, cents, minus, portionOf, zero } from '#lib/money.ts';

/** A line's total, and the part of it that is refunded or reserved by unfinished refunds. */
export interface LineLeft {
  /** Net of discount. */
  total: Cents;
  refunded: Cents;
  quantity: number;
  /** Units that can still be refunded. */
  refundable: number;
}

/**
 * The amount for the next `units` of a line; never more than is left. It is the difference of two cumulative sums, so
 * that partial refunds add up exactly to the line's total.
 */
export function shareOfUnits({ total, refunded, quantity, refundable }: LineLeft, units: number): Cents {
  const until = portionOf(total, { of: quantity, units: quantity - refundable + units });
  return until > refunded ? minus(until, refunded) : zero;
}

/** Like `shareOfUnits`, but in dollars, for pages. */
export function dollarsOfUnits(line: { [P in keyof LineLeft]: number }, units: number): number {
  const inCents = (dollars: number): Cents => cents(Math.round(dollars * 100));
  return shareOfUnits({ ...line, total: inCents(line.total), refunded: inCents(line.refunded) }, units) / 100;
}
