import { type Cents, cents, maxCents, percentOf } from '#lib/money.ts';

/** How prices change: by per cent or by an amount (below 0 lowers them), and what they end with. */
export interface PriceChange {
  kind: 'percent' | 'amount';
  /** Per cent with at most two decimals, or cents. */
  by: number;
  /** To the cent, or to the nearest price that ends so. */
  ending: 'cent' | '95' | '99';
}

/** The new price; undefined where it would be 0 or below, or beyond what is taken. */
export function changedPrice(price: Cents, { kind, by, ending }: PriceChange): Cents | undefined {
  const difference = kind === 'amount' ? by : by < 0 ? -percentOf(price, -by) : percentOf(price, by);
  const exact = price + difference;
  if (exact <= 0) return difference === 0 ? price : undefined; // nobody means to give goods away
  const after = ending === 'cent' ? exact : endingWith(exact, Number(ending));
  return after <= maxCents ? cents(after) : undefined;
}

/** The nearest amount that ends so, the higher of two that are as near. */
function endingWith(amount: number, end: number): number {
  const below = Math.floor((amount - end) / 100) * 100 + end;
  const above = below + 100;
  return below >= 0 && amount - below < above - amount ? below : above;
}
