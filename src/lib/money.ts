declare const unit: unique symbol;

/** Whole cents of Australian dollars. Dollars occur in JSON alone, see `wire.ts`. */
export type Cents = number & { readonly [unit]: 'cents' };

/** The largest amount accepted as input: $9,999,999.99 (contract, section 2). Sums may be larger. */
export const maxCents = 999_999_999;

/** Brands a whole number of cents. Throws `RangeError` for fractions and for numbers beyond a double's exact range. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of cents: ${amount}`);
  return (amount + 0) as Cents; // checked above; + 0 turns -0 into 0
}

export const zero: Cents = cents(0);

export const sum = (amounts: Iterable<Cents>): Cents => {
  let total = 0;
  for (const amount of amounts) total += amount;
  return cents(total);
};

export const minus = (from: Cents, amount: Cents): Cents => cents(from - amount);

/** A unit price times a whole quantity. */
export const times = (price: Cents, quantity: number): Cents => cents(price * quantity);

/**
 * Converts dollars of an input to cents; undefined unless finite, 0 to 9,999,999.99, with at most two decimals. A sum such as
 * 0.1 + 0.2 is not the double nearest to 0.30 and is refused; 19.95 is accepted although a double can't represent it exactly.
 */
export function fromDollars(dollars: number): Cents | undefined {
  const amount = Math.round(dollars * 100);
  const isExact = amount / 100 === dollars;
  return isExact && amount >= 0 && amount <= maxCents ? cents(amount) : undefined;
}

/** The double nearest to the amount, which JSON writes with at most two decimals. */
export const toDollars = (amount: Cents): number => amount / 100;

/** `numerator / denominator`, rounded half up, exact for whole numbers from 0 on. */
function divideHalfUp(numerator: number, denominator: number): number {
  const rest = numerator % denominator;
  return (numerator - rest) / denominator + (rest * 2 >= denominator ? 1 : 0);
}

/** The GST inside a price that includes it: one eleventh (10 % on top), rounded half up to the cent. */
export const gstIn = (total: Cents): Cents => cents(divideHalfUp(total, 11));

/** A price without GST with it: 10 % on top, rounded half up to the cent. */
export const withGst = (net: Cents): Cents => cents(net + divideHalfUp(net, 10));

/** The share `units / of` of an amount, rounded half up to the cent. */
export const portionOf = (amount: Cents, { units, of }: { units: number; of: number }): Cents =>
  cents(divideHalfUp(amount * units, of));

/** `percent` (at most two decimals, 12.5 is 12.5 %) of an amount, rounded half up to the cent. Throws `RangeError` for more decimals. */
export function percentOf(amount: Cents, percent: number): Cents {
  const basisPoints = Math.round(percent * 100);
  if (!(percent >= 0) || basisPoints / 100 !== percent) throw new RangeError(`Not a percentage: ${percent}`);
  const rest = amount % 10_000; // split so that no product exceeds the exact range
  return cents(((amount - rest) / 10_000) * basisPoints + divideHalfUp(rest * basisPoints, 10_000));
}

/**
 * Divides an amount in proportion to weights, so that the shares add up to it exactly. Left-over cents go to the largest
 * remainders, and among equal remainders to the first. No share exceeds its weight if the amount is at most the sum of the weights.
 * Throws `RangeError` if all weights are 0 and the amount is not.
 */
export function shareOut(amount: Cents, weights: readonly Cents[]): Cents[] {
  const whole = BigInt(sum(weights)); // products of two amounts exceed the exact range of doubles
  if (amount === 0) return weights.map(() => zero);
  if (whole === 0n) throw new RangeError('Nothing to share by: all weights are 0.');
  const products = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const shares = products.map((product) => Number(product / whole));
  const left = amount - shares.reduce((total, share) => total + share, 0);
  const byRemainder = products
    .map((product, index) => ({ index, remainder: product % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
  return shares.map(cents);
}

/** `$1,234.50`, `-$5.00`. */
export function format(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  const dollars = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${amount < 0 ? '-' : ''}$${dollars}.${digits.slice(-2)}`;
}

/** Wire dollars as `$1,234.50`, rounded to the cent. */
export const formatDollars = (dollars: number): string => format(cents(Math.round(dollars * 100)));
