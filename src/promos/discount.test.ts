import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cents, cents, sum, zero } from '#lib/money.ts';
import { type DiscountLine, discountOf, nothingOff, type PromoTerms, totalsOf } from './discount.ts';

const line = (price: number, quantity = 1, isEligible = true): DiscountLine => ({
  price: cents(price),
  quantity,
  isEligible,
});
const percent = (percentage: number, minimumSpend = 0): PromoTerms => ({
  percentage,
  amount: null,
  minimumSpend: cents(minimumSpend),
});
const off = (amount: number, minimumSpend = 0): PromoTerms => ({
  percentage: null,
  amount: cents(amount),
  minimumSpend: cents(minimumSpend),
});

describe('known cases', () => {
  const cases: [string, DiscountLine[], PromoTerms | null, [number, number, number]][] = [
    ['3 x 19.99', [line(1999, 3)], null, [0, 5997, 545]],
    ['12.45 less 10 %', [line(1245)], percent(10), [125, 1120, 102]],
    ['10 x 23.90 less 25 %', [line(2390, 10)], percent(25), [5975, 17_925, 1630]],
    ['100 % off', [line(1999, 3), line(5)], percent(100), [6002, 0, 0]],
    ['an amount above the cart', [line(300)], off(1000), [300, 0, 0]],
  ];
  test.each(cases)('%s', (_, lines, promo, [discount, total, gst]) => {
    const reduced = promo ? discountOf(lines, promo) : nothingOff(lines);
    const totals = totalsOf(lines, reduced.discount, zero);
    expect(totals).toMatchObject({ discount, total, totalIncludedGst: gst });
    expect(sum(reduced.lineDiscounts)).toBe(discount);
  });

  test('$1 off three lines is shared without losing a cent', () => {
    expect(discountOf([line(333), line(333), line(334)], off(100)).lineDiscounts).toEqual([33, 33, 34]);
  });

  test('only eligible lines are reduced, and an amount is capped at their sum', () => {
    const lines = [line(1000, 1, false), line(250, 2)];
    expect(discountOf(lines, off(900))).toEqual({ discount: 500, lineDiscounts: [0, 500] });
    expect(discountOf(lines, percent(50))).toEqual({ discount: 250, lineDiscounts: [0, 250] });
  });

  test('delivery is in the total and in its GST', () => {
    expect(totalsOf([line(1999, 3)], zero, cents(1250))).toMatchObject({ total: 7247, totalIncludedGst: 659 });
  });
});

describe('promos that do not apply', () => {
  test('the minimum spend is compared with the whole cart, and reaching it is enough', () => {
    const lines = [line(4000, 1, false), line(1000)];
    expect(discountOf(lines, percent(10, 5000)).discount).toBe(100);
    expect(discountOf(lines, percent(10, 5001))).toEqual({
      discount: 0,
      lineDiscounts: [0, 0],
      issue: 'PromoMinimumSpend',
    });
  });

  test.each([
    ['no line is eligible', [line(4000, 1, false)], percent(10)],
    ['less than half a cent would come off', [line(4)], percent(10)],
    ['the cart is empty', [], off(500)],
  ])('%s', (_, lines, promo) => {
    expect(discountOf(lines, promo)).toMatchObject({ discount: 0, issue: 'PromoNotApplicable' });
  });
});

const anyLine = fc.record({
  price: fc.integer({ min: 0, max: 999_999_999 }).map(cents),
  quantity: fc.integer({ min: 1, max: 999 }),
  isEligible: fc.boolean(),
});
const anyPromo: fc.Arbitrary<PromoTerms> = fc
  .record({
    kind: fc.boolean(),
    percentage: fc.integer({ min: 100, max: 10_000 }).map((basisPoints) => basisPoints / 100),
    amount: fc.integer({ min: 1, max: 999_999_999 }).map(cents),
    minimumSpend: fc.oneof(fc.constant(zero), fc.integer({ min: 1, max: 999_999_999 }).map(cents)),
  })
  .map(({ kind, percentage, amount, minimumSpend }) => ({
    percentage: kind ? percentage : null,
    amount: kind ? null : amount,
    minimumSpend,
  }));

/** A second implementation of the contract with arbitrary-precision integers. */
function discountByBook(lines: DiscountLine[], promo: PromoTerms): bigint {
  const total = (some: DiscountLine[]) => some.reduce((all, { price, quantity }) => all + BigInt(price * quantity), 0n);
  const eligible = total(lines.filter((some) => some.isEligible));
  if (total(lines) < BigInt(promo.minimumSpend)) return 0n;
  if (promo.percentage === null) return BigInt(promo.amount ?? 0) < eligible ? BigInt(promo.amount ?? 0) : eligible;
  return (eligible * BigInt(Math.round(promo.percentage * 100)) + 5000n) / 10_000n;
}

const lineSum = ({ price, quantity }: DiscountLine): Cents => cents(price * quantity);

test('100,000 random carts add up to the cent', () => {
  const anyCart = fc.array(anyLine, { maxLength: 8 });
  fc.assert(
    fc.property(anyCart, anyPromo, (lines, promo) => {
      const { discount, lineDiscounts, issue } = discountOf(lines, promo);
      const { subTotal, total, totalIncludedGst } = totalsOf(lines, discount, zero);
      const isRight =
        BigInt(discount) === discountByBook(lines, promo) &&
        sum(lineDiscounts) === discount &&
        lineDiscounts.every((part, at) => part >= 0 && part <= (lines[at]?.isEligible ? lineSum(lines[at]) : 0)) &&
        total === subTotal - discount &&
        total >= 0 &&
        BigInt(totalIncludedGst) === (BigInt(total) * 2n + 11n) / 22n &&
        (issue === undefined) === discount > 0;
      if (!isRight) throw new Error(JSON.stringify({ discount, lineDiscounts, total, issue }));
    }),
    { numRuns: 100_000 },
  );
});
