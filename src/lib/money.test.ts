import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Cents,
  cents,
  format,
  formatDollars,
  fromDollars,
  gstIn,
  withGst,
  maxCents,
  percentOf,
  shareOut,
  sum,
  toDollars,
} from './money.ts';

const anyCents = fc.integer({ min: 0, max: maxCents }).map(cents);

describe('fromDollars', () => {
  test.each([
    [0, 0],
    [-0, 0],
    [0.01, 1],
    [19.95, 1995],
    [1.005, undefined],
    [0.29, 29],
    [4.35, 435],
    [1.15, 115],
    [9_999_999.99, maxCents],
    [10_000_000, undefined],
    [0.1 + 0.2, undefined],
    [19.999, undefined],
    [-0.01, undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [1e-9, undefined],
  ])('%d dollars', (dollars, expected) => {
    expect(fromDollars(dollars)).toBe(expected);
  });

  test('converts every amount to dollars and back', () => {
    fc.assert(fc.property(anyCents, (amount) => fromDollars(toDollars(amount)) === amount));
  });

  test('converts amounts through JSON and back', () => {
    fc.assert(fc.property(anyCents, (amount) => fromDollars(JSON.parse(JSON.stringify(toDollars(amount)))) === amount));
  });

  test('accepts a double only if its shortest form has at most two decimals', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 9_999_999.99, noNaN: true }), (dollars) => {
        const hasTwoDecimals = /^\d+(\.\d{1,2})?$/.test(String(dollars + 0));
        return (fromDollars(dollars) !== undefined) === hasTwoDecimals;
      }),
    );
  });
});

test('cents throws for fractions and for numbers beyond the exact range', () => {
  expect(() => cents(1.5)).toThrow(RangeError);
  expect(() => cents(2 ** 53)).toThrow(RangeError);
  expect(() => cents(Number.NaN)).toThrow(RangeError);
});

test.each([
  [1000, 1100],
  [1005, 1106],
  [1004, 1104],
  [0, 0],
])('%d cents without GST are %d with it', (net, total) => {
  expect(withGst(cents(net))).toBe(total);
});

describe('gstIn', () => {
  test.each([
    [5997, 545],
    [1120, 102],
    [17_925, 1630],
    [0, 0],
    [5, 0],
    [6, 1],
    [11, 1],
  ])('%d cents', (total, gst) => {
    expect(gstIn(cents(total))).toBe(gst);
  });

  test('is within half a cent of an eleventh, and rounds half up', () => {
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (total) => {
        const off = BigInt(gstIn(cents(total))) * 22n - BigInt(total) * 2n;
        return off > -11n && off <= 11n;
      }),
    );
  });
});

describe('percentOf', () => {
  test.each([
    [1245, 10, 125],
    [23_900, 25, 5975],
    [1000, 12.5, 125],
    [333, 33.33, 111],
    [50, 1, 1],
    [49, 1, 0],
    [maxCents, 100, maxCents],
    [1_000_000_000_000, 0.01, 100_000_000],
    [100, 0, 0],
  ])('%d cents at %d per cent', (amount, percent, expected) => {
    expect(percentOf(cents(amount), percent)).toBe(expected);
  });

  test('is exact and half up for every amount and percentage', () => {
    fc.assert(
      fc.property(fc.nat({ max: 100_000_000_000_000 }), fc.integer({ min: 0, max: 10_000 }), (amount, basisPoints) => {
        const exact = (BigInt(amount) * BigInt(basisPoints) * 2n + 10_000n) / 20_000n;
        return BigInt(percentOf(cents(amount), basisPoints / 100)) === exact;
      }),
    );
  });

  test.each([-1, 12.345, Number.NaN])('refuses %d', (percent) => {
    expect(() => percentOf(cents(100), percent)).toThrow(RangeError);
  });
});

describe('shareOut', () => {
  const share = (amount: number, weights: number[]): Cents[] => shareOut(cents(amount), weights.map(cents));

  test.each([
    [100, [333, 333, 334], [33, 33, 34]],
    [100, [1, 1, 1], [34, 33, 33]],
    [2, [1, 1, 1], [1, 1, 0]],
    [5, [0, 5], [0, 5]],
    [0, [1, 2], [0, 0]],
    [0, [], []],
    [10, [10], [10]],
  ])('%d over %j', (amount, weights, expected) => {
    expect(share(amount, weights)).toEqual(expected);
  });

  test('throws for an amount when all weights are 0', () => {
    expect(() => share(1, [0, 0])).toThrow(RangeError);
  });

  test('adds up, stays within a cent of the exact share and never exceeds the weight', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 99_900_000_000 }), { minLength: 1 }), fc.nat(10_000), (weights, parts) => {
        const whole = weights.reduce((total, weight) => total + weight, 0);
        const amount = Math.floor((whole / 10_000) * parts);
        const shares = share(amount, weights);
        expect(sum(shares)).toBe(amount);
        for (const [index, weight] of weights.entries()) {
          expect(shares[index]).toBeLessThanOrEqual(weight);
          if (whole > 0) expect(Math.abs((shares[index] ?? 0) - (amount * weight) / whole)).toBeLessThan(1.01);
        }
      }),
    );
  });
});

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [123_450, '$1,234.50'],
  [100_000_000, '$1,000,000.00'],
  [-123_450, '-$1,234.50'],
])('format %d', (amount, expected) => {
  expect(format(cents(amount))).toBe(expected);
});

test('formatDollars formats wire dollars', () => {
  expect(formatDollars(19.95)).toBe('$19.95');
  expect(formatDollars(1234.5)).toBe('$1,234.50');
});
