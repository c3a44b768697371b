import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, day, type Day } from '#lib/day.ts';
import { cents, maxCents } from '#lib/money.ts';
import {
  chainOf,
  type ItemTerms,
  type ListTerms,
  mostParents,
  multipleOf,
  nextChange,
  type OwnPrice,
  priceAt,
  priceSteps,
} from './item-price.ts';

const today = day('2026-11-20');

const list = (id: string, traits: Partial<ListTerms> = {}): ListTerms => ({
  id,
  parentId: null,
  adjustBasisPoints: 0,
  validFrom: null,
  validTo: null,
  isArchived: false,
  ...traits,
});
const own = (listId: string, price: number, traits: Partial<OwnPrice> = {}): OwnPrice => ({
  listId,
  minQuantity: 1,
  validFrom: day('2000-01-01'),
  validTo: null,
  cents: cents(price),
  ...traits,
});
const terms = (chain: readonly ListTerms[], prices: readonly OwnPrice[] = [], base = 1000): ItemTerms => ({
  base: cents(base),
  chain,
  prices,
  multiples: [],
});
const at = (item: ItemTerms, quantity = 1, on: Day = today) => priceAt(item, { quantity, day: on });

describe('the chain', () => {
  const city = list('city');
  const trade = list('trade', { parentId: 'city' });
  const dock = list('dock', { parentId: 'trade' });
  const other = list('other');
  const ids = (site: string | null, account: string | null) =>
    chainOf([city, trade, dock, other], { site, account }).map(({ id }) => id);

  test.each([
    ['no list', null, null, []],
    ['the account’s with its parents', null, 'dock', ['dock', 'trade', 'city']],
    ['the site’s before the account’s', 'other', 'trade', ['other', 'trade', 'city']],
    ['the account’s is a parent of the site’s', 'dock', 'city', ['dock', 'trade', 'city']],
    ['the site’s is a parent of the account’s', 'trade', 'dock', ['trade', 'city']],
    ['the same list', 'trade', 'trade', ['trade', 'city']],
  ])('%s', (_, site, account, expected) => expect(ids(site, account)).toEqual(expected));

  test('a parent of both comes once, after both', () => {
    const depot = list('depot', { parentId: 'city' });
    const lists = [depot, trade, city];
    expect(chainOf(lists, { site: 'depot', account: 'trade' })).toEqual([depot, trade, city]);
  });

  test('a circle of lists, which nobody can make, ends', () => {
    const [one, two] = [list('one', { parentId: 'two' }), list('two', { parentId: 'one' })];
    expect(chainOf([one, two], { site: null, account: 'one' })).toHaveLength(mostParents + 1);
  });
});

describe('the price', () => {
  const chain = [list('site'), list('account', { adjustBasisPoints: -1000 })];

  test('is the shop’s without a list', () => expect(at(terms([]))).toBe(1000));
  test('is the inherited one less a percentage, rounded half up', () => {
    expect(at(terms(chain))).toBe(900);
    expect(at(terms(chain, [], 1005))).toBe(905); // 904.5
    expect(at(terms([list('a', { adjustBasisPoints: 1234 })], [], 333))).toBe(374); // 374.09
  });
  test('percentages of several lists follow one another, each rounded', () =>
    expect(at(terms([list('a', { adjustBasisPoints: -500 }), ...chain], [], 999))).toBe(854)); // 899.1 -> 899 -> 854.05
  test('is the first list’s own, without its percentage', () => {
    expect(at(terms(chain, [own('account', 800)]))).toBe(800);
    expect(at(terms(chain, [own('account', 800), own('site', 850)]))).toBe(850);
  });
  test('is not free because of a percentage', () => {
    const half = list('a', { adjustBasisPoints: -9000 });
    expect([4, 5, 0].map((base) => at(terms([half], [], base)))).toEqual([1, 1, 0]);
  });
  test('is at most the largest amount, whatever the percentages', () => {
    const dear = Array.from({ length: 12 }, (_, n) => list(`${n}`, { adjustBasisPoints: 50_000 }));
    expect(at(terms(dear, [], maxCents))).toBe(maxCents);
    expect(at(terms([list('a', { adjustBasisPoints: -1000 }), ...dear]))).toBe(899_999_999);
  });
  test('a percentage applies to the own price of the list below', () =>
    expect(at(terms([list('a', { adjustBasisPoints: 500 }), ...chain], [own('site', 850)]))).toBe(893)); // 892.5
  test('is of the greatest break that the quantity reaches', () => {
    const item = terms(chain, [own('account', 800), own('account', 700, { minQuantity: 10 })]);
    expect([1, 9, 10, 500].map((quantity) => at(item, quantity))).toEqual([800, 800, 700, 700]);
  });
  test('below the first break, the percentage applies', () =>
    expect([9, 10].map((quantity) => at(terms(chain, [own('account', 700, { minQuantity: 10 })]), quantity))).toEqual([
      900, 700,
    ]));
  test('of the rows of a break the latest that has begun counts', () => {
    const item = terms(chain, [
      own('account', 800),
      own('account', 820, { validFrom: today }),
      own('account', 840, { validFrom: addDays(today, 1) }),
    ]);
    expect([-1, 0, 1].map((later) => at(item, 1, addDays(today, later)))).toEqual([800, 820, 840]);
  });
  test('a row counts on its last day and not after', () => {
    const item = terms(chain, [own('account', 800, { validFrom: today, validTo: addDays(today, 1) })]);
    expect([-1, 0, 1, 2].map((later) => at(item, 1, addDays(today, later)))).toEqual([900, 800, 800, 900]);
  });
  test.each([
    ['archived', { isArchived: true }],
    ['not begun', { validFrom: addDays(today, 1) }],
    ['over', { validTo: addDays(today, -1) }],
  ])('a list that is %s counts as absent, its parents do not', (_, traits) => {
    const absent = list('site', { ...traits, adjustBasisPoints: 5000 });
    const item = {
      ...terms([absent, chain[1] ?? absent], [own('site', 1)]),
      multiples: [{ listId: 'site', units: 6 }],
    };
    expect(at(item)).toBe(900);
    expect(multipleOf(item, today)).toBe(1);
  });
});

test('the multiple is of the first list that names one', () => {
  const item = terms([list('a'), list('b'), list('c')]);
  const multiples = [
    { listId: 'c', units: 12 },
    { listId: 'b', units: 6 },
  ];
  expect(multipleOf(item, today)).toBe(1);
  expect(multipleOf({ ...item, multiples }, today)).toBe(6);
});

test('steps begin with the smallest quantity that can be bought, and leave out breaks that change nothing', () => {
  const item = terms(
    [list('a')],
    [10, 20, 50].map((minQuantity) => own('a', minQuantity < 50 ? 900 : 700, { minQuantity })),
  );
  expect(priceSteps(item, today)).toEqual([
    { minQuantity: 1, price: 1000 },
    { minQuantity: 10, price: 900 },
    { minQuantity: 50, price: 700 },
  ]);
  expect(priceSteps({ ...item, multiples: [{ listId: 'a', units: 12 }] }, today)).toEqual([
    { minQuantity: 12, price: 900 },
    { minQuantity: 50, price: 700 },
  ]);
});

test('the next change is the first day with other prices', () => {
  const [from, later] = [addDays(today, 11), addDays(today, 40)];
  const item = terms(
    [list('a', { validTo: addDays(later, -1) })],
    [own('a', 900), own('a', 900, { validFrom: addDays(today, 5) }), own('a', 950, { validFrom: from })],
  );
  expect(nextChange(item, today)).toEqual({ from, steps: [{ minQuantity: 1, price: 950 }] });
  expect(nextChange(item, from)).toEqual({ from: later, steps: [{ minQuantity: 1, price: 1000 }] });
  expect(nextChange(item, later)).toBeUndefined();
});

/* A naive model: it asks each list in turn for its price, and never sorts or reduces. */

const someDay = fc.integer({ min: -3, max: 3 }).map((days) => addDays(today, days));
const maybeDay = fc.option(someDay, { freq: 2 });
const ids = ['l0', 'l1', 'l2', 'l3', 'l4', 'l5', 'l6'];
/** Parents come later in the order of the ids, so that there are no circles. */
const someLists = fc.tuple(
  ...ids.map((id, place) =>
    fc.record({
      id: fc.constant(id),
      parentId: place === ids.length - 1 ? fc.constant(null) : fc.option(fc.constantFrom(...ids.slice(place + 1))),
      adjustBasisPoints: fc.oneof(fc.constant(0), fc.integer({ min: -9000, max: 50_000 })),
      validFrom: maybeDay,
      validTo: maybeDay,
      isArchived: fc.boolean(),
    }),
  ),
);
const somePrices = fc.array(
  fc.record({
    listId: fc.constantFrom(...ids),
    minQuantity: fc.integer({ min: 1, max: 5 }),
    validFrom: someDay,
    validTo: maybeDay,
    cents: fc.oneof(fc.constantFrom(1, 2), fc.integer({ min: 0, max: 10_000 })).map(cents), // some are equal
  }),
  { maxLength: 30 },
);

function modelPrice({ base, chain, prices }: ItemTerms, quantity: number, on: Day): number {
  const [list, ...below] = chain;
  if (!list) return base;
  const inherited = modelPrice({ base, chain: below, prices, multiples: [] }, quantity, on);
  const isAbsent =
    list.isArchived || (list.validFrom && list.validFrom > on) || (list.validTo && list.validTo < on) || false;
  if (isAbsent) return inherited;
  for (let minQuantity = quantity; minQuantity >= 1; minQuantity--) {
    let best: OwnPrice | undefined;
    for (const price of prices) {
      const counts = price.listId === list.id && price.minQuantity === minQuantity && price.validFrom <= on;
      if (!counts || (price.validTo !== null && price.validTo < on)) continue;
      if (!best || price.validFrom > best.validFrom) best = price;
    }
    if (best) return best.cents;
  }
  const exact = BigInt(inherited) * BigInt(10_000 + list.adjustBasisPoints) * 2n;
  const rounded = (exact + 10_000n) / 20_000n;
  if (rounded === 0n && inherited > 0) return 1;
  return rounded > maxCents ? maxCents : Number(rounded);
}

test('prices are those of a naive model, whatever the lists', () => {
  const given = fc.record({
    lists: someLists,
    site: fc.option(fc.constantFrom(...ids)),
    account: fc.option(fc.constantFrom(...ids)),
    prices: somePrices,
    base: fc.integer({ min: 0, max: 999_999_999 }),
    quantity: fc.integer({ min: 1, max: 8 }),
    on: someDay,
  });
  fc.assert(
    fc.property(given, ({ lists, site, account, prices, base, quantity, on }) => {
      // Two rows of a list with the same break and first day can't be stored.
      const keys = prices.map(({ listId, minQuantity, validFrom }) => `${listId} ${minQuantity} ${validFrom}`);
      const stored = prices.filter((_, place) => keys.indexOf(keys[place] ?? '') === place);
      const chain = chainOf(lists, { site, account });
      expect(new Set(chain).size).toBe(chain.length);
      for (const one of chain) expect(chain.findIndex(({ id }) => id === one.parentId)).not.toBe(0);
      const item = terms(chain, stored, base);
      expect(at(item, quantity, on)).toBe(modelPrice(item, quantity, on));
      const step = priceSteps(item, on).findLast(({ minQuantity }) => minQuantity <= quantity);
      expect(step?.price).toBe(at(item, quantity, on));
      const change = nextChange(item, on);
      for (let other = on; change && other < change.from; other = addDays(other, 1))
        expect(priceSteps(item, other)).toEqual(priceSteps(item, on));
      if (!change) expect(priceSteps(item, addDays(on, 10))).toEqual(priceSteps(item, on));
    }),
    { numRuns: 1_000 },
  );
});
