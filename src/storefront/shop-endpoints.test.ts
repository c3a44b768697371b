import fc from 'fast-check';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Changes } from '#platform/db/changes.server.ts';
import { systemClock } from '#platform/process/clock.server.ts';
import { registry } from '#platform/http/register-endpoint.server.ts';
import { handleProblems } from '#platform/http/problems.server.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { isBlank, matches, parseSearch } from '#lib/text/search-words.ts';
import { freshDatabase } from '../../test/database.ts';
import { type MadeCategory, makeCategory, makeProduct } from '../../test/make.ts';
import type { categoryTree, flatCategories, listProducts, productDetails } from './contract.ts';
import { shopRoutes } from './routes.server.ts';

const { db } = await freshDatabase();

/** Stands for the notification of a change, so that a test need not wait for it. */
const afterChange: Parameters<Changes['subscribe']>[1][] = [];

const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
handleProblems(app);
await app.register(
  async (v1) =>
    shopRoutes(registry(v1, async () => null).on, {
      db,
      clock: systemClock,
      changes: { subscribe: (_topic, heard) => void afterChange.push(heard), async stop() {} },
      cacheBytes: 0,
      sortedBytes: 0,
    }),
  { prefix: '/v1' },
);

async function get<T>(path: string, status = 200): Promise<T> {
  const answer = await app.inject({ url: `/v1/products${path}` });
  expect({ path, status: answer.statusCode }).toEqual({ path, status });
  return answer.json<T>();
}
const list = (query: Record<string, string | string[]> = {}): Promise<ReplyOf<typeof listProducts>> =>
  get(
    `?${new URLSearchParams(Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one])))}`,
  );
const names = async (query: Record<string, string | string[]>): Promise<string[]> =>
  (await list(query)).products.map(({ productName }) => productName);
const faults = async (query: string) =>
  (await get<{ errors: { path: string; message: string }[] }>(`?${query}`, 400)).errors;

let floors: MadeCategory;
let mops: MadeCategory;
let wetMops: MadeCategory;
let paper: MadeCategory;

beforeAll(async () => {
  floors = await makeCategory(db, 'Floor Care');
  mops = await makeCategory(db, 'Mops', floors);
  wetMops = await makeCategory(db, 'Wet Mops', mops);
  paper = await makeCategory(db, 'Paper');
  await makeProduct(db, { name: 'String Mop', code: 'MOP-02', price: 19.95, categories: [wetMops] });
  await makeProduct(db, { name: 'Flat Mop', code: 'MOP-01', price: 24.5, categories: [mops], onHand: 0 });
  await makeProduct(db, {
    name: 'Floor Cleaner',
    code: 'FC',
    categories: [floors],
    shortDescription: 'For mop and bucket.',
    variations: ['Size', 'Scent'],
    items: [
      { code: 'FC-1L', price: 8, onHand: 0, values: ['1 L', 'Lemon'] },
      { code: 'FC-5L', price: 29, onHand: 4, values: ['5 L', 'Lemon'] },
      { code: 'FC-20L', price: 90, onHand: 4, values: ['20 L', 'Pine'] },
    ],
  });
  await makeProduct(db, {
    name: 'Crème Cleanser',
    code: 'CR 9',
    price: 8,
    categories: [floors, paper],
    variations: ['size'],
    items: [{ code: 'CR-5', price: 8, values: ['5 l'] }],
  });
  await makeProduct(db, {
    name: 'Paper Towel',
    code: 'PT',
    price: 8,
    categories: [paper],
    longDescription: '<p>Soft &amp; <b>strong</b></p>',
  });
  await makeProduct(db, { name: 'Hidden Inactive Mop', isActive: false, categories: [mops] });
  await makeProduct(db, { name: 'Hidden Archived Mop', isArchived: true, categories: [mops] });
  await makeProduct(db, { name: 'Hidden Unpriced Mop', price: null, categories: [mops] });
  await makeProduct(db, { name: 'Hidden Unpictured Mop', images: [], categories: [mops] });
});

test('the list has products that are active, priced and pictured, by name, eight on a page', async () => {
  const page = await list();
  expect(page).toMatchObject({ totalCount: 5, page: 1, pageSize: 8 });
  expect(page).not.toHaveProperty('facets');
  expect(page.products.map(({ productName }) => productName)).toEqual([
    'Crème Cleanser',
    'Flat Mop',
    'Floor Cleaner',
    'Paper Towel',
    'String Mop',
  ]);
  expect(page.products[3]).toEqual({
    id: expect.any(String),
    url: expect.stringMatching(/^product-\d+$/),
    productCode: 'PT',
    productName: 'Paper Towel',
    shortDescription: '',
    longDescription: '<p>Soft &amp; <b>strong</b></p>',
    price: 8,
    hasMultiplePrices: false,
    hasVariants: false,
    isOutOfStock: false,
    imageName: 'picture-0.png',
    primaryImage: expect.stringMatching(/^\/files\/products\//),
    categoryIds: [paper.id],
    searchKey: 'paper towel pt soft strong',
  });
});

test.each([
  ['1', ['CR-5', 'FC-1L', 'MOP-01', 'MOP-02', 'PT']],
  ['2', ['PT', 'MOP-02', 'MOP-01', 'FC-1L', 'CR-5']],
])('the list can be sorted by code with sort=%s', async (sort, codes) => {
  expect((await list({ sort })).products.map(({ productCode }) => productCode)).toEqual(codes);
});

test.each([
  ['3', ['Crème Cleanser', 'Flat Mop', 'Floor Cleaner', 'Paper Towel', 'String Mop']],
  ['4', ['String Mop', 'Paper Towel', 'Floor Cleaner', 'Flat Mop', 'Crème Cleanser']],
  ['5', ['Crème Cleanser', 'Floor Cleaner', 'Paper Towel', 'String Mop', 'Flat Mop']],
  ['6', ['Flat Mop', 'String Mop', 'Paper Towel', 'Floor Cleaner', 'Crème Cleanser']],
])('the list can be sorted with sort=%s, and ties have a fixed order', async (sort, expected) => {
  expect(await names({ sort })).toEqual(expected);
  for (const pageSize of ['1', '2', '4']) {
    const paged = await Promise.all([1, 2, 3, 4, 5, 6].map((page) => names({ sort, page: String(page), pageSize })));
    expect(paged.flat()).toEqual(expected);
  }
});

test('a page beyond the end is empty and still has the total', async () => {
  expect(await list({ page: '9' })).toMatchObject({ products: [], totalCount: 5, page: 9 });
});

test('a category includes its sub-categories', async () => {
  expect(await names({ category: floors.url })).toEqual(['Crème Cleanser', 'Flat Mop', 'Floor Cleaner', 'String Mop']);
  expect(await names({ category: wetMops.url })).toEqual(['String Mop']);
  expect((await list({ category: 'all' })).totalCount).toBe(5);
  const unknown = await get<{ Message: string }>('?category=nowhere', 404);
  expect(unknown.Message).toBe('Unable to find category: nowhere');
});

test.each([
  ['mop', ['String Mop', 'Flat Mop', 'Floor Cleaner']],
  ['MOPS', ['String Mop', 'Flat Mop', 'Floor Cleaner']],
  ['mo', ['String Mop', 'Flat Mop', 'Floor Cleaner']],
  ['mo flat', ['Flat Mop'].slice(1)],
  ['mop flat', ['Flat Mop']],
  ['creme', ['Crème Cleanser']],
  ['CRÈME cleans', ['Crème Cleanser']],
  ['"mop and bucket"', ['Floor Cleaner']],
  ['"bucket and mop"', []],
  ['"flat mo"', []],
  ['fc-5l', ['Floor Cleaner']],
  ['strong soft', ['Paper Towel']],
  ['cleaner "floor"', ['Floor Cleaner']],
  ['fc5l', ['Floor Cleaner']],
  ['5l', ['Crème Cleanser', 'Floor Cleaner']],
  ['cleaner pine', ['Floor Cleaner']],
  ['"5 l"', ['Crème Cleanser', 'Floor Cleaner']],
  ["o'neill \\ & | ! ( ) :*", []],
])('the search %s finds the right products', async (search, expected) => {
  const page = await list({ search });
  expect(page.products.map(({ productName }) => productName)).toEqual(expected);
  expect(page.totalCount).toBe(expected.length);
});

test('a search of punctuation only lists all products', async () => {
  expect((await list({ search: '"" -- !' })).totalCount).toBe(5);
});

test('the list can be filtered by price, stock and options, alone and together', async () => {
  expect(await names({ minPrice: '8', maxPrice: '19.95' })).toEqual([
    'Crème Cleanser',
    'Floor Cleaner',
    'Paper Towel',
    'String Mop',
  ]);
  expect(await list({ minPrice: '8.01', sort: '6', pageSize: '1' })).toMatchObject({ totalCount: 2 });
  expect(await names({ inStock: 'true', category: mops.url })).toEqual(['String Mop']);
  expect((await list({ inStock: 'true' })).totalCount).toBe(4);
  expect(await names({ option: 'SIZE:5 l' })).toEqual(['Crème Cleanser', 'Floor Cleaner']);
  expect(await names({ option: ['Size:5 L', 'Scent:Pine'] })).toEqual(['Floor Cleaner']);
  expect(await names({ option: ['Size:20 L', 'Size:5 L'], category: paper.url })).toEqual(['Crème Cleanser']);
  expect(await names({ search: 'mop', maxPrice: '20', inStock: 'true' })).toEqual(['String Mop', 'Floor Cleaner']);
  expect(await names({ option: 'Size:9 L' })).toEqual([]);
});

test('facets count the products that each further choice would leave', async () => {
  const { facets } = await list({ facets: 'true' });
  expect(facets).toEqual({
    price: { min: 8, max: 24.5 },
    inStock: 4,
    options: [
      {
        name: 'Scent',
        values: [
          { value: 'Lemon', count: 1 },
          { value: 'Pine', count: 1 },
        ],
      },
      {
        name: expect.stringMatching(/^size$/i),
        values: [
          { value: '1 L', count: 1 },
          { value: expect.stringMatching(/5 l/i), count: 2 },
          { value: '20 L', count: 1 },
        ],
      },
    ],
  });
  const empty = await list({ facets: 'true', search: 'nothing at all' });
  expect(empty.facets).toEqual({ price: { min: 0, max: 0 }, inStock: 0, options: [] });
});

test('facets count with all filters but their own', async () => {
  const chosen = await list({ facets: 'true', option: 'Scent:Pine', category: floors.url });
  expect(chosen.facets).toEqual({
    price: { min: 8, max: 8 },
    inStock: 1,
    options: [
      {
        name: 'Scent',
        values: [
          { value: 'Lemon', count: 1 },
          { value: 'Pine', count: 1 },
        ],
      },
      {
        name: 'Size',
        values: [
          { value: '1 L', count: 1 },
          { value: '5 L', count: 1 },
          { value: '20 L', count: 1 },
        ],
      },
    ],
  });
  const priced = await list({ facets: 'true', minPrice: '19', inStock: 'true' });
  expect(priced.facets).toEqual({ price: { min: 8, max: 19.95 }, inStock: 1, options: [] });
  const inStock = await list({ facets: 'true', inStock: 'true', category: mops.url });
  expect(inStock.facets).toEqual({ price: { min: 19.95, max: 19.95 }, inStock: 1, options: [] });
});

test('every invalid value is reported, in field order', async () => {
  expect(
    await faults('sort=7&page=0&pageSize=101&minPrice=-1&maxPrice=1.999&inStock=maybe&option=Size&facets=x'),
  ).toEqual([
    { path: 'sort', message: 'Sort must be a whole number from 1 to 6.' },
    { path: 'page', message: 'Page must be a whole number from 1.' },
    { path: 'pageSize', message: 'Page size must be a whole number from 1 to 100.' },
    { path: 'minPrice', message: 'Lowest price must be an amount from 0 to 9,999,999.99 with at most two decimals.' },
    { path: 'maxPrice', message: 'Highest price must be an amount from 0 to 9,999,999.99 with at most two decimals.' },
    { path: 'inStock', message: 'In stock must be true or false.' },
    { path: 'option', message: 'Option must look like Size:5 L.' },
    { path: 'facets', message: 'Facets must be true or false.' },
  ]);
  expect(await faults('minPrice=5&maxPrice=4')).toEqual([
    { path: 'maxPrice', message: 'Highest price must not be below the lowest price.' },
  ]);
  expect(await faults(`search=${'a'.repeat(201)}`)).toHaveLength(1);
  expect(await faults('page=1e3&pageSize=1.5')).toHaveLength(2);
  expect(
    await list({ search: '', category: '', sort: '', page: '', minPrice: '', maxPrice: '', inStock: '', option: '' }),
  ).toMatchObject({ totalCount: 5 });
});

test('a product is read with its variations, by id, url or older url', async () => {
  const [listed] = (await list({ search: 'fc-5l' })).products;
  if (!listed) throw new Error('not listed');
  const detail = await get<ReplyOf<typeof productDetails>>(`/details/${listed.url}`);
  expect(detail).toMatchObject({
    ...listed,
    price: 8,
    hasMultiplePrices: true,
    hasVariants: true,
    isOutOfStock: false,
  });
  const [size, scent] = detail.variations;
  expect(detail.variations.map(({ fieldText }) => fieldText)).toEqual(['Size', 'Scent']);
  expect(detail.variationItems.map(({ productCode, price, outOfStock }) => [productCode, price, outOfStock])).toEqual([
    ['FC-1L', 8, true],
    ['FC-5L', 29, false],
    ['FC-20L', 90, false],
  ]);
  expect(detail.variationItems[2]?.variationValues).toEqual({ [size?.id ?? '']: '20 L', [scent?.id ?? '']: 'Pine' });
  expect(detail.variationsSortTable).toEqual({
    [size?.id ?? '']: { '1 L': 0, '5 L': 1, '20 L': 2 },
    [scent?.id ?? '']: { Lemon: 0, Pine: 1 },
  });
  expect(detail.images).toEqual([
    { id: expect.any(String), name: 'picture-0.png', image: listed.primaryImage, isPrimary: true },
  ]);
  expect(detail.categories).toEqual([
    {
      id: floors.id,
      label: 'Floor Care',
      url: floors.url,
      path: [{ id: floors.id, label: 'Floor Care', url: floors.url }],
    },
  ]);
  // Products of its first category, from its own name on, without those out of stock.
  expect(detail.similar.map(({ productName }) => productName)).toEqual(['String Mop', 'Crème Cleanser']);
  expect([detail.related, detail.documents, detail.facts, detail.lowStock]).toEqual([[], [], [], []]);
  expect(await get(`/details/${listed.id.toUpperCase()}`)).toEqual(detail);
  await sql`insert into product_redirects (old_url, product_id) values ('floor-stuff', ${listed.id})`.execute(db);
  expect(await get('/details/floor-stuff/')).toEqual(detail);
});

test('a product that is not shown is not found', async () => {
  const hidden = await makeProduct(db, { isActive: false });
  for (const name of [hidden.url, hidden.id, 'no-such-thing', '%00', "'", '0197']) {
    const answer = await app.inject({ url: `/v1/products/details/${name}` });
    expect([400, 404]).toContain(answer.statusCode);
  }
  expect(await get('/details/no-such-thing', 404)).toMatchObject({ Message: 'Unable to find product: no-such-thing' });
});

test('the category tree can be opened at one category only', async () => {
  const at = async (open: string) => {
    const tree = await get<ReplyOf<typeof categoryTree>>(`/categories?open=${open}`);
    return tree.map(({ label, hasItems, items }) => [
      label,
      hasItems,
      items.map((item) => [item.label, item.items.length]),
    ]);
  };
  expect(await at(wetMops.url)).toEqual([
    ['Floor Care', true, [['Mops', 1]]],
    ['Paper', false, []],
  ]);
  expect(await at(floors.url)).toEqual([
    ['Floor Care', true, [['Mops', 0]]],
    ['Paper', false, []],
  ]);
  expect(await at('no-such-category')).toEqual([
    ['Floor Care', true, []],
    ['Paper', false, []],
  ]);
});

test('the categories are read as a tree or as one list, with their numbers of shown products', async () => {
  const tree = await get<ReplyOf<typeof categoryTree>>('/categories');
  expect(tree.find(({ id }) => id === floors.id)).toEqual({
    id: floors.id,
    label: 'Floor Care',
    url: floors.url,
    hasItems: true,
    productCount: 4,
    items: [
      {
        id: mops.id,
        label: 'Mops',
        url: mops.url,
        hasItems: true,
        productCount: 2,
        items: [{ id: wetMops.id, label: 'Wet Mops', url: wetMops.url, hasItems: false, productCount: 1, items: [] }],
      },
    ],
  });
  const flat = await get<ReplyOf<typeof flatCategories>>('/flat-categories');
  expect(flat.slice(0, 4).map(({ label, level, parentId }) => [label, level, parentId])).toEqual([
    ['Floor Care', 1, null],
    ['Mops', 2, floors.id],
    ['Wet Mops', 3, mops.id],
    ['Paper', 1, null],
  ]);
});

test('matches by code come first, then by name, then others, unless a sort is chosen', async () => {
  const shelf = await makeCategory(db, 'Ranked');
  await makeProduct(db, { name: 'Zebra Wipe', code: 'W1', categories: [shelf] });
  await makeProduct(db, {
    name: 'A Thing',
    code: 'W2',
    shortDescription: 'Wipe it, zebra or not.',
    categories: [shelf],
  });
  await makeProduct(db, { name: 'Apparatus', code: 'Zebra', shortDescription: 'wipe', categories: [shelf] });
  await makeProduct(db, { name: 'Large Zebra', code: 'W3', categories: [shelf] });
  expect(await names({ search: 'zebra', category: shelf.url })).toEqual([
    'Apparatus',
    'Large Zebra',
    'Zebra Wipe',
    'A Thing',
  ]);
  expect(await names({ search: 'zebra wipe', category: shelf.url })).toEqual(['Zebra Wipe', 'Apparatus', 'A Thing']);
  expect(await names({ search: 'zebra', category: shelf.url, sort: '3' })).toEqual([
    'A Thing',
    'Apparatus',
    'Large Zebra',
    'Zebra Wipe',
  ]);
  expect(await names({ search: 'zebra', category: shelf.url, page: '2', pageSize: '3' })).toEqual(['A Thing']);
});

const words = ['mop', 'mops', 'flat', 'Crème', '5L', 'b12', "o'neill", 'a/b', 'x:y', '水'];
const anyText = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((some) => some.join(' '));
const anySearch = fc.oneof(
  anyText,
  fc.tuple(anyText, anyText).map(([phrase, rest]) => `"${phrase}" ${rest}`),
  fc.tuple(anyText, fc.constantFrom('m', 'fl', 'b1', '5', '"')).map(([some, start]) => `${some} ${start}`),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

test('a search finds every product that has its words as typed, and for phrases no other products', async () => {
  const shelf = await makeCategory(db, 'Random');
  const texts = new Map<string, string[]>();
  for (const [name, shortDescription] of fc.sample(fc.tuple(anyText, anyText), 40)) {
    const made = await makeProduct(db, { name, shortDescription, code: `Q-${texts.size}`, categories: [shelf] });
    texts.set(made.id, [name, `Q-${texts.size}`, shortDescription]);
  }
  for (const heard of afterChange) heard(undefined);
  for (const search of fc.sample(anySearch, 150)) {
    const read = parseSearch(search);
    if (isBlank(read)) continue;
    // A phrase must be within one text, words may be in any of them.
    const expected = [...texts].filter(
      ([, own]) =>
        matches({ ...read, phrases: [] }, own.join(' ')) &&
        read.phrases.every((phrase) => own.some((text) => matches({ words: [], phrases: [phrase] }, text))),
    );
    const page = await list({ search, category: shelf.url, pageSize: '100' });
    const found = page.products.map(({ id }) => id).sort();
    const ids = expected.map(([id]) => id).sort();
    // Words also find their plurals and other forms, phrases do not.
    const isExact = read.words.length === 0 && read.prefix === undefined;
    expect({ search, found: isExact ? found : ids.filter((id) => found.includes(id)) }).toEqual({ search, found: ids });
    expect(page.totalCount).toBe(found.length);
  }
});
