import { type Cents, cents, maxCents, percentOf } from '#lib/money.ts';

/** A change by a percentage or an amount, negative to lower prices, and how new prices are rounded. */
export interface PriceChange {
  kind: 'percent' | 'amount';
  /** For `percent`: per cent, with at most two decimals. For `amount`: cents. */
  by: number;
  /** Rounds to the cent, or to the nearest price with this ending. */
  ending: 'cent' | '95' | '99';
}

/** The new price; undefined if it would be 0 or below, or above the maximum. */
export function changedPrice(price: Cents, { kind, by, ending }: PriceChange): Cents | undefined {
  const difference = kind === 'amount' ? by : by < 0 ? -percentOf(price, -by) : percentOf(price, by);
  const exact = price + difference;
  if (exact <= 0) return difference === 0 ? price : undefined; // a change must not make products free
  const after = ending === 'cent' ? exact : endingWith(exact, Number(ending));
  return after <= maxCents ? cents(after) : undefined;
}

/** The nearest amount with this ending; if two are equally near, the higher. */
function endingWith(amount: number, end: number): number {
  const below = Math.floor((amount - end) / 100) * 100 + end;
  const above = below + 100;
  return below >= 0 && amount - below < above - amount ? below : above;
}
