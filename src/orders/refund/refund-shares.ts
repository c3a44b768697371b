import { type Cents, cents, minus, portionOf, zero } from '#lib/money.ts';

/** What a line came to, and what of it is refunded or held by refunds under way. */
export interface LineLeft {
  /** Net of discount. */
  total: Cents;
  refunded: Cents;
  quantity: number;
  /** Units that can still be refunded. */
  refundable: number;
}

/**
 * What `units` more of a line come to. Counted from the line's beginning, so that its shares add up to its total to the
 * cent whatever they were refunded in; never more than is left of it.
 */
export function shareOfUnits({ total, refunded, quantity, refundable }: LineLeft, units: number): Cents {
  const until = portionOf(total, { of: quantity, units: quantity - refundable + units });
  return until > refunded ? minus(until, refunded) : zero;
}

/** The same for amounts as they travel, in dollars: what a page shows before anything is asked for. */
export function dollarsOfUnits(line: { [P in keyof LineLeft]: number }, units: number): number {
  const inCents = (dollars: number): Cents => cents(Math.round(dollars * 100));
  return shareOfUnits({ ...line, total: inCents(line.total), refunded: inCents(line.refunded) }, units) / 100;
}
