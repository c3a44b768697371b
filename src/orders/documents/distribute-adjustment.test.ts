import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, sum } from '#lib/money.ts';
import { distributeAdjustment } from './distribute-adjustment.ts';

const line = (left: number, refunded = 0) => ({ id: String(left), left: cents(left), refunded: cents(refunded) });
const of = (amount: number, lines: ReturnType<typeof line>[], [shippingLeft = 0, shippingRefunded = 0] = [0, 0]) =>
  distributeAdjustment({
    amount: cents(amount),
    lines,
    shippingLeft: cents(shippingLeft),
    shippingRefunded: cents(shippingRefunded),
  });

test.each([
  ['units of one line', of(500, [line(1_000, 500), line(3_000)], [1_250, 0]), [500, 0], 0],
  ['a line and the delivery', of(1_750, [line(1_000, 500), line(3_000)], [1_250, 1_250]), [500, 0], 1_250],
  ['less than the total of its lines', of(100, [line(1_000, 100), line(3_000, 300)], [1_250, 0]), [25, 75], 0],
  ['more than the total of its lines', of(800, [line(1_000, 100), line(3_000, 300)], [1_250, 0]), [200, 600], 0],
  ['more than is left of its line', of(1_500, [line(1_000, 1_000), line(3_000)], [1_000, 0]), [1_000, 375], 125],
  ['more than is left of one of its lines', of(900, [line(200, 500), line(3_000, 500)], [0, 0]), [200, 700], 0],
  ['the rest after earlier refunds', of(700, [line(0), line(600)], [100, 0]), [0, 600], 100],
  ['an amount alone', of(1_000, [line(1_000), line(3_000)], [1_000, 0]), [200, 600], 200],
  ['a cent that three lines share', of(1, [line(333), line(333), line(333)]), [1, 0, 0], 0],
  ['an amount for units of price 0', of(100, [line(0, 0), line(300)], [100, 0]), [0, 75], 25],
])('%s', (_, shares, lines, delivery) => {
  expect(shares).toEqual({ lines, delivery });
});

test('any sequence of refunds takes no more than the total of each line and of the delivery fee, and all of it in the end', () => {
  const amounts = fc.nat(100_000).map(cents);
  const step = fc.record({
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    isFor: fc.array(amounts, { maxLength: 5 }),
  });
  const order = fc.record({
    parts: fc.array(amounts, { minLength: 2, maxLength: 5 }),
    steps: fc.array(step, { maxLength: 4 }),
  });
  fc.assert(
    fc.property(order, ({ parts, steps }) => {
      let left = parts;
      for (const { share, isFor } of [...steps, { share: 1, isFor: [] }]) {
        const amount = cents(Math.floor(sum(left) * share));
        const refunded = left.map((_, i) => isFor[i] ?? cents(0));
        const shares = distributeAdjustment({
          amount,
          lines: left.slice(0, -1).map((one, i) => ({ id: String(i), left: one, refunded: refunded[i] ?? cents(0) })),
          shippingLeft: left.at(-1) ?? cents(0),
          shippingRefunded: refunded.at(-1) ?? cents(0),
        });
        const all = [...shares.lines, shares.delivery];
        expect(sum(all)).toBe(amount);
        left = left.map((one, i) => cents(one - (all[i] ?? 0)));
        expect(Math.min(...left)).toBeGreaterThanOrEqual(0);
      }
      expect(sum(left)).toBe(0);
    }),
  );
});
