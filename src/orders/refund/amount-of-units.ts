import { type Cents, cents, minus, portionOf, zero } from '#lib/money.ts';

/** A line's total and the part that is refunded or reserved by unfinished refunds. */
export interface LineLeft {
  /** Net of discount. */
  total: Cents;
  refunded: Cents;
  quantity: number;
  /** Units that can still be refunded. */
  refundable: number;
}

/**
 * The amount of the next `units` of a line. Calculated from cumulative sums, so that partial refunds add up to the
 * line's total to the cent; never more than is left.
 */
export function shareOfUnits({ total, refunded, quantity, refundable }: LineLeft, units: number): Cents {
  const until = portionOf(total, { of: quantity, units: quantity - refundable + units });
  return until > refunded ? minus(until, refunded) : zero;
}

/** The same for amounts in dollars, as pages have them. */
export function dollarsOfUnits(line: { [P in keyof LineLeft]: number }, units: number): number {
  const inCents = (dollars: number): Cents => cents(Math.round(dollars * 100));
  return shareOfUnits({ ...line, total: inCents(line.total), refunded: inCents(line.refunded) }, units) / 100;
}
