import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '#lib/money.ts';
import { changedPrice, type PriceChange } from './price-change.ts';

const at = (price: number, kind: PriceChange['kind'], by: number, ending: PriceChange['ending'] = 'cent') =>
  changedPrice(cents(price), { kind, by, ending });

test.each([
  [1000, 'percent', 10, 'cent', 1100],
  [999, 'percent', 5, 'cent', 1049],
  [1001, 'percent', -50, 'cent', 500],
  [1000, 'percent', 7.25, '95', 1095],
  [1240, 'amount', 0, '95', 1195],
  [1245, 'amount', 0, '95', 1295],
  [1195, 'amount', 0, '95', 1195],
  [1000, 'amount', 250, '99', 1299],
  [20, 'amount', 0, '99', 99],
  [0, 'percent', 10, '99', 0],
  [500, 'amount', -500, 'cent', undefined],
  [500, 'percent', -100, '99', undefined],
  [0, 'percent', -10, 'cent', 0],
  [500, 'amount', -501, 'cent', undefined],
  [999_999_999, 'amount', 1, 'cent', undefined],
] as const)('%i cents changed by %s %d with the ending %s become %s', (price, kind, by, ending, after) => {
  expect(at(price, kind, by, ending)).toBe(after);
});

test('rounding picks the nearest price with the ending', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.constantFrom('95' as const, '99' as const),
      (price, ending) => {
        const after = at(price, 'amount', 0, ending) ?? 0;
        expect(after % 100).toBe(Number(ending));
        expect(Math.abs(after - price)).toBeLessThanOrEqual(price < Number(ending) - 50 ? 99 : 50);
      },
    ),
  );
});
