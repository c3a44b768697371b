import { type Cents, cents, gstIn, sum } from '#lib/money.ts';

/** One eleventh of an amount, which may be below 0, rounded to the nearest cent; a half never occurs. */
export const gstInSigned = (amount: Cents): Cents => cents(Math.sign(amount) * gstIn(cents(Math.abs(amount))));

/**
 * The part of a document's GST in each of its amounts, which may be below 0. The parts add up to `gst` exactly, and none is a cent or more away from
 * its exact value: what has been shared out up to an amount is rounded to the cent, so that no remainder is carried past the next one.
 */
export function gstShares(amounts: readonly Cents[], gst: Cents): Cents[] {
  const total = sum(amounts);
  let upToHere = 0;
  let shared = 0;
  return amounts.map((amount) => {
    upToHere += amount;
    const share = cents(nearest(BigInt(upToHere) * BigInt(gst), BigInt(total)) - shared);
    shared += share;
    return share;
  });
}

/** A quotient rounded to the nearest whole number, halves away from 0; 0 if there is nothing to divide by. */
function nearest(numerator: bigint, denominator: bigint): number {
  if (denominator === 0n) return 0;
  const [over, under] = [abs(numerator), abs(denominator)];
  const size = (over * 2n + under) / (under * 2n);
  return Number(numerator < 0n === denominator < 0n ? size : -size);
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);
