import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ListQuery, Sort } from '../list-query.ts';
import { inOrders } from './sorted-category.server.ts';
import { pageIn } from './sorted-page.server.ts';

/** More than the three blocks that are counted together. */
const size = 3_500;

interface Product {
  /** The position in the order of names. */
  place: number;
  price: number;
  isInStock: boolean;
  code: number;
  isRed: boolean;
}

/** The same products in each run, with many equal prices. */
const products: Product[] = Array.from({ length: size }, (_, place) => ({
  place,
  price: ((place * 7919) % 60) * 25,
  isInStock: (place * 31) % 7 > 1,
  code: (place * 1_237) % size,
  isRed: place % 5 === 0,
}));

const byCode = (one: Product, other: Product): number => one.code - other.code;
const byName = (one: Product, other: Product): number => one.place - other.place;
const byPrice = (one: Product, other: Product): number => one.price - other.price || byName(one, other);
const placesBy = (compare: typeof byName): Int32Array =>
  Int32Array.from(products.toSorted(compare), ({ place }) => place);

const idOf = (place: number): string => place.toString(16).padStart(32, '0');

const category = await inOrders({
  ids: Buffer.from(products.map(({ place }) => idOf(place)).join(''), 'hex'),
  prices: Int32Array.from(products, ({ price }) => price),
  inStock: Uint8Array.from(products, ({ isInStock }) => Number(isInStock)),
  byCode: placesBy(byCode),
  byPrice: placesBy(byPrice),
  options: [
    {
      option: 'Colour:Red',
      places: Int32Array.from(
        products.filter(({ isRed }) => isRed),
        ({ place }) => place,
      ),
    },
  ],
});

const price = fc.integer({ min: 0, max: 1_500 });
const query = fc
  .record(
    {
      sort: fc.integer({ min: 1, max: 6 }) as fc.Arbitrary<Sort>, // the six sorts
      page: fc.integer({ min: 1, max: 400 }),
      pageSize: fc.constantFrom(1, 24, 100),
      minPrice: price,
      maxPrice: price,
      inStock: fc.boolean(),
    },
    { requiredKeys: ['page', 'pageSize', 'inStock'] },
  )
  .filter(({ minPrice = 0, maxPrice = Infinity }) => minPrice <= maxPrice)
  .map((given) => ({ ...given, facets: true }) as ListQuery); // its other members are optional

const orders = { 1: byCode, 2: byCode, 3: byName, 4: byName, 5: byPrice, 6: byPrice } as const;

describe('a category in memory', () => {
  test('has the pages, totals and facets of a naive model, also where whole blocks of products are skipped', () => {
    fc.assert(
      fc.property(query, fc.boolean(), (given, onlyRed) => {
        const { sort = 3, page, pageSize, minPrice = 0, maxPrice = Infinity } = given;
        const groups = onlyRed ? [{ name: 'colour', texts: ['colour:red'] }] : [];
        const isPriced = (one: Product): boolean => one.price >= minPrice && one.price <= maxPrice;
        const isOffered = (one: Product): boolean => (!given.inStock || one.isInStock) && (!onlyRed || one.isRed);
        const sorted = products.toSorted(orders[sort]);
        if (sort % 2 === 0) sorted.reverse();
        const matches = sorted.filter((one) => isPriced(one) && isOffered(one));
        const found = pageIn(category, { query: given, groups });
        const shown = matches.slice((page - 1) * pageSize, page * pageSize);
        expect([found.total, found.ids]).toEqual([matches.length, shown.map(({ place }) => idOf(place))]);
        const offered = products.filter(isOffered).map((one) => one.price);
        const red = products.filter((one) => one.isRed && isPriced(one) && (!given.inStock || one.isInStock)).length;
        expect(found.facets).toEqual({
          low: Math.min(...offered),
          high: Math.max(...offered),
          inStock: products.filter((one) => isPriced(one) && one.isInStock && (!onlyRed || one.isRed)).length,
          options: red === 0 ? [] : [{ option: 'Colour:Red', count: red }],
        });
      }),
      { numRuns: 500 },
    );
  });
});
