import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, sum } from '#lib/money.ts';
import { adjusted } from './adjusted.ts';

const line = (total: number, refunded = 0) => ({ id: String(total), total: cents(total), refunded: cents(refunded) });
const of = (amount: number, lines: ReturnType<typeof line>[], [shippingFee = 0, shippingRefunded = 0] = [0, 0]) =>
  adjusted({
    amount: cents(amount),
    lines,
    shippingFee: cents(shippingFee),
    shippingRefunded: cents(shippingRefunded),
  });

test.each([
  ['units of one line', of(500, [line(1_000, 500), line(3_000)], [1_250, 0]), [500, 0], 0],
  ['a line and the delivery', of(1_750, [line(1_000, 500), line(3_000)], [1_250, 1_250]), [500, 0], 1_250],
  ['less than its lines came to', of(100, [line(1_000, 100), line(3_000, 300)], [1_250, 0]), [25, 75], 0],
  ['more than its lines came to', of(800, [line(1_000, 100), line(3_000, 300)], [1_250, 0]), [200, 600], 0],
  ['an amount alone', of(1_000, [line(1_000), line(3_000)], [1_000, 0]), [200, 600], 200],
  ['a cent that three lines share', of(1, [line(333), line(333), line(333)]), [1, 0, 0], 0],
  ['an amount for units that came to nothing', of(100, [line(0, 0), line(300)], [100, 0]), [0, 75], 25],
])('%s', (_, shares, lines, delivery) => {
  expect(shares).toEqual({ lines, delivery });
});

test('what is taken off adds up to the refund, and off nothing more than its part', () => {
  const amounts = fc.nat(100_000).map(cents);
  const order = fc.record({
    lines: fc.array(fc.record({ id: fc.uuid(), total: amounts, refunded: fc.constant(cents(0)) }), { minLength: 1 }),
    shippingFee: amounts,
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(order, ({ lines, shippingFee, share }) => {
      const totals = [...lines.map(({ total }) => total), shippingFee];
      const amount = cents(Math.floor(sum(totals) * share));
      const shares = adjusted({ amount, lines, shippingFee, shippingRefunded: cents(0) });
      const all = [...shares.lines, shares.delivery];
      expect(sum(all)).toBe(amount);
      for (const [i, one] of all.entries()) expect(one).toBeLessThanOrEqual(totals[i] ?? 0);
    }),
  );
});
