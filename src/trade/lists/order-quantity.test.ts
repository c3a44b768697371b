import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inWholeCartons } from '../prices/whole-cartons.ts';
import { cartonOf, orderOf, orderText } from './order-quantity.ts';

test.each([
  { par: 12, multiple: 1, entered: 5, order: 7 },
  { par: 12, multiple: 1, entered: 12, order: 0 },
  { par: 12, multiple: 1, entered: 40, order: 0 },
  { par: 12, multiple: 6, entered: 11, order: 6 },
  { par: 12, multiple: 6, entered: 6, order: 6 },
  { par: 12, multiple: 6, entered: 5, order: 12 },
  { par: 10, multiple: 24, entered: 9, order: 24 },
  { par: 999, multiple: 600, entered: 0, order: 600 },
  { par: null, multiple: 1, entered: 3, order: 3 },
  { par: null, multiple: 12, entered: 13, order: 24 },
  { par: null, multiple: 12, entered: 0, order: 0 },
])('with par $par in cartons of $multiple, $entered means an order of $order', ({ order, entered, ...rule }) => {
  expect(orderOf(rule, entered)).toBe(order);
});

test('an order is in whole cartons, reaches the par level if a cart can hold that, and has no carton too many', () => {
  const units = fc.integer({ min: 1, max: 999 });
  fc.assert(
    fc.property(units, units, fc.integer({ min: 0, max: 2_000 }), (par, multiple, count) => {
      const order = orderOf({ par, multiple }, count);
      expect(order % multiple).toBe(0);
      expect(order).toBeGreaterThanOrEqual(0);
      expect(order).toBeLessThanOrEqual(999);
      if (order > 0) expect(count + order - multiple).toBeLessThan(par);
      if (order + multiple <= 999) expect(count + order).toBeGreaterThanOrEqual(par);
    }),
  );
});

test('more on the shelf never means a larger order', () => {
  const units = fc.integer({ min: 1, max: 999 });
  fc.assert(
    fc.property(units, units, fc.nat(1_000), (par, multiple, count) => {
      const rule = { par, multiple };
      expect(orderOf(rule, count + 1)).toBeLessThanOrEqual(orderOf(rule, count));
      expect(inWholeCartons(orderOf(rule, count), multiple)).toBe(orderOf(rule, count));
    }),
  );
});

test('an order is read in units and in cartons', () => {
  expect(orderText(1, 1)).toBe('1 unit');
  expect(orderText(12, 12)).toBe('12 units, 1 carton of 12');
  expect(orderText(24, 12)).toBe('24 units, 2 cartons of 12');
});

test("the list's carton goes before that of the account's prices", () => {
  expect(cartonOf({ multiple: 6, carton: 12 })).toBe(6);
  expect(cartonOf({ multiple: 1, carton: 12 })).toBe(12);
});
