import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeFiles } from '#platform/storage/files.server.ts';
import { freshDatabase } from '../../../../test/database.ts';
import { exportCatalogue } from './file/export-catalogue.server.ts';
import { importCatalogue } from './import-catalogue.server.ts';

const { db, close } = await freshDatabase();
afterAll(close);
const folder = await mkdtemp(join(tmpdir(), 'catalogue-'));
const files = await makeFiles({ dataDir: folder });
const at = new Date('2026-03-02T00:00:00Z');

await sharp({
  create: { width: 40, height: 40, channels: 3, background: '#0b7a5b' },
})
  .png()
  .toFile(join(folder, 'mop.png'));
await writeFile(join(folder, 'fake.png'), 'not a picture');

const header =
  'url,name,code,short_description,long_description,categories,supplier,price,variation_1,value_1,stock,purchase_price,images';
const mop = 'mop,Flat Mop,SPR-1,For wide floors.,<p>Light.</p>,Mops > Flat mops,Tallow & Co,64.00,,,10,32.00,mop.png';
const soapSmall = 'soap,Hand Soap,SPR-2S,Mild.,,Washroom,,5.50,Size,500 mL,4,2.00,';
const soapLarge = 'soap,,SPR-2L,,,,,22.00,,5 L,0,,';

let count = 0;
async function load(lines: string[], options: { images?: string; isDryRun?: boolean } = { images: folder }) {
  const file = join(folder, `file-${count++}.csv`);
  await writeFile(file, [header, ...lines].join('\n'));
  return importCatalogue({ db, files }, { file, at, ...options });
}

async function exported(): Promise<string> {
  let text = '';
  for await (const chunk of exportCatalogue(db)) text += chunk.text;
  return text;
}

const faultLines = ({ faults }: Awaited<ReturnType<typeof load>>) =>
  faults.map(({ row, column, message }) => `${row} ${column}: ${message}`);

const movements = () =>
  db
    .selectFrom('stock_movements as m')
    .innerJoin('product_items as i', 'i.id', 'm.item_id')
    .select(['i.code', 'm.direction', 'm.quantity', 'm.reason', 'm.purchase_price_cents'])
    .orderBy('i.code')
    .execute();

beforeEach(async () => {
  for (const table of [
    'stock_movements',
    'item_options',
    'variation_options',
    'variations',
    'product_items',
  ] as const) {
    await db.deleteFrom(table).execute();
  }
  await db.deleteFrom('products').execute();
  await db.deleteFrom('categories').execute();
});

test('new products are created with categories, supplier, picture, variations and stock', async () => {
  const result = await load([mop, soapSmall, soapLarge]);
  expect(faultLines(result)).toEqual([]);
  expect(result.isWritten).toBe(true);
  expect(result.plan.added).toHaveLength(2);
  expect(result.plan.warnings).toEqual([{ row: 3, column: 'images', message: 'Not shown: no image.' }]);
  const products = await db
    .selectFrom('products')
    .select(['url', 'is_shown', 'is_out_of_stock', 'price_cents'])
    .orderBy('url')
    .execute();
  expect(products).toEqual([
    { url: 'mop', is_shown: true, is_out_of_stock: false, price_cents: 6400 },
    { url: 'soap', is_shown: false, is_out_of_stock: false, price_cents: 550 },
  ]);
  expect(await movements()).toEqual([
    {
      code: 'SPR-1',
      direction: 0,
      quantity: 10,
      reason: 'Import',
      purchase_price_cents: 3200,
    },
    {
      code: 'SPR-2S',
      direction: 0,
      quantity: 4,
      reason: 'Import',
      purchase_price_cents: 200,
    },
  ]);
  const categories = await db.selectFrom('categories').select(['url', 'level']).orderBy('url').execute();
  expect(categories).toEqual([
    { url: 'flat-mops', level: 2 },
    { url: 'mops', level: 1 },
    { url: 'washroom', level: 1 },
  ]);
});

test('a dry run reports the changes and writes nothing', async () => {
  const result = await load([mop, soapSmall], {
    images: folder,
    isDryRun: true,
  });
  expect(result.plan.added).toHaveLength(2);
  expect(result.isWritten).toBe(false);
  expect(await db.selectFrom('products').select('id').execute()).toEqual([]);
});

test('importing an export changes nothing', async () => {
  await load([mop, soapSmall, soapLarge, 'guard,=Guarded,SPR-9,@home,,Odd \\> ones > B\\;b,,1.00,,,2,0.50,mop.png']);
  const before = await exported();
  expect(before).toContain("'=Guarded");
  await writeFile(join(folder, 'again.csv'), before);
  const again = await importCatalogue({ db, files }, { file: join(folder, 'again.csv'), at });
  expect(faultLines(again)).toEqual([]);
  expect({
    added: again.plan.added.first,
    changed: again.plan.changed.first,
    left: again.plan.left,
  }).toEqual({ added: [], changed: [], left: 3 });
  const count = await movements();
  expect(count).toHaveLength(3);
  expect(await exported()).toBe(before);
});

test('the stock column creates movements of the difference, and additions change the average cost', async () => {
  await load([mop]);
  await load([mop.replace(',10,32.00', ',30,38.00')]);
  await load([mop.replace(',10,32.00', ',12,')]);
  expect((await movements()).map(({ direction, quantity }) => [direction, quantity])).toEqual([
    [0, 10],
    [0, 20],
    [2, 18],
  ]);
  const item = await db.selectFrom('product_items').select(['on_hand', 'average_cost_cents']).executeTakeFirstOrThrow();
  expect(item).toEqual({ on_hand: 12, average_cost_cents: '3600.0000' });
  const lines = await db
    .selectFrom('audit_log')
    .select(['actor_name', 'before', 'after'])
    .where('action', '=', 'stock')
    .execute();
  const names = { name: 'Flat Mop', item: 'SPR-1' };
  expect(lines).toContainEqual({
    actor_name: 'System',
    before: { ...names, stockOnHand: 30 },
    after: { ...names, stockOnHand: 12, reason: 'Import' },
  });
});

test('items are matched by code, keep their ids, and may exchange codes', async () => {
  await load([soapSmall, soapLarge]);
  const ids = await db.selectFrom('product_items').select(['id', 'label']).orderBy('label').execute();
  const result = await load([
    soapSmall.replace('SPR-2S', 'SPR-2L'),
    soapLarge.replace('SPR-2L', 'SPR-2S').replace('22.00', '23.00'),
  ]);
  expect(faultLines(result)).toEqual([]);
  const after = await db.selectFrom('product_items').select(['id', 'code', 'label']).orderBy('code').execute();
  expect(new Set(after.map(({ id }) => id))).toEqual(new Set(ids.map(({ id }) => id)));
  expect(after.map(({ code, label }) => [code, label])).toEqual([
    ['SPR-2L', '500 mL'],
    ['SPR-2S', '5 L'],
  ]);
});

test('one fault prevents the whole import; every fault is reported with row and column', async () => {
  await load([mop]);
  const before = await exported();
  const result = await load([
    mop.replace('64.00', '65.00'),
    'broom,Broom,SPR-1,,,Brooms,,9.00,,,1,,mop.png',
    'cloth,Cloth,SPR-7,,,Cloths,,9.00,,,-1,1.00,missing.png',
    'fake,Fake,SPR-8,,,Cloths,,abc,,,0,,fake.png',
  ]);
  expect(faultLines(result)).toEqual([
    "3 code: Code 'SPR-1' is also in row 2.",
    '3 purchase_price: Purchase price is required: the item is new and has stock.',
    "4 images: 'missing.png' is not in the folder.",
    '4 stock: Stock must not be below 0.',
    "5 price: 'abc' is not an amount such as 19.95.",
    "5 images: 'fake.png': Images must be PNG, JPEG, WebP or GIF files.",
  ]);
  expect(await exported()).toBe(before);
});

const sized = (count: number, url = 'rag') =>
  Array.from({ length: count }, (_, n) => `${url},Rag,${url}-${n},,,Cloths,,1.00,Size,S${n},,,mop.png`);

test('more options than a product may have are a fault, including those already stored', async () => {
  expect(faultLines(await load(sized(101)))).toEqual(['102 value_1: At most 100 options.']);
  expect(faultLines(await load(sized(100)))).toEqual([]);
  expect(faultLines(await load(['rag,Rag,rag-new,,,Cloths,,1.00,Size,New,,,mop.png']))).toEqual([
    '2 value_1: At most 100 options.',
  ]);
});

test('more combinations than a product may have are a fault', async () => {
  const file = join(folder, 'combined.csv');
  const rows = Array.from({ length: 27 }, (_, n) => `rag,Rag,R-${n},Cloths,Size,S${n},Colour,C${n % 20}`);
  await writeFile(file, ['url,name,code,categories,variation_1,value_1,variation_2,value_2', ...rows].join('\n'));
  expect(faultLines(await importCatalogue({ db, files }, { file, at }))).toEqual([
    '2 variation_1: There are 540 combinations; at most 512 are possible.',
  ]);
});

test('stock above one million is a fault, unless it is unchanged', async () => {
  const most = ['2 stock: Stock must be from -1,000,000 to 1,000,000.'];
  expect(faultLines(await load([mop.replace(',10,', ',1000001,')]))).toEqual(most);
  expect(faultLines(await load([mop.replace(',10,', ',1000000,')]))).toEqual([]);
  await db.updateTable('product_items').set({ on_hand: 1_000_001 }).execute();
  expect(faultLines(await load([mop.replace(',10,', ',1000001,')]))).toEqual([]);
});

test('invisible characters are removed from cells, and line breaks from names', async () => {
  await load(['mop,"Flat\n\u200bMop\u202e",SPR\u0007-1,,,Mops,"Tallow\t& Co\u2066",1.00,,,,,mop.png']);
  const { rows } = await sql`select p.name, i.code, s.name as supplier from products p
    join product_items i on i.product_id = p.id join suppliers s on s.id = p.supplier_id`.execute(db);
  expect(rows).toEqual([{ name: 'Flat Mop', code: 'SPR-1', supplier: 'Tallow & Co' }]);
});

test('a code that belongs to a product outside the file is a fault', async () => {
  await load([mop]);
  expect(faultLines(await load(['broom,Broom,spr-1,,,Brooms,,9.00,,,0,,mop.png']))).toEqual([
    "2 code: Code 'SPR-1' belongs to 'Flat Mop'.",
  ]);
});

test('columns missing from the file stay unchanged', async () => {
  await load([mop, soapSmall, soapLarge]);
  const file = join(folder, 'prices.csv');
  await writeFile(file, 'url;name;code;price\nmop;Flat Mop;SPR-1;70\nsoap;Hand Soap;SPR-2S;6\n');
  const result = await importCatalogue({ db, files }, { file, at });
  expect(faultLines(result)).toEqual([]);
  expect(result.plan.changed.first.map(({ changes }) => changes)).toEqual([['price'], ['price']]);
  const items = await db
    .selectFrom('product_items')
    .select(['code', 'price_cents', 'label', 'on_hand'])
    .orderBy('code')
    .execute();
  expect(items).toEqual([
    { code: 'SPR-1', price_cents: 7000, label: '', on_hand: 10 },
    { code: 'SPR-2L', price_cents: 2200, label: '5 L', on_hand: 0 },
    { code: 'SPR-2S', price_cents: 600, label: '500 mL', on_hand: 4 },
  ]);
});

test('rows of one product may be far apart, by url as well as by code', async () => {
  const numbers = Array.from({ length: 700 }, (_, number) => number); // more than is read, compared or written at once
  const small = numbers.map((n) => `soap-${n},Soap ${n},S${n},Mild.,,Washroom,,5,Size,Small,0,,`);
  const large = numbers.map((n) => `soap-${n},,L${n},,,,,9,,Large,0,,`);
  const result = await load([...small, ...large.toReversed()]);
  expect([faultLines(result), result.plan.added.length, result.plan.added.rows]).toEqual([[], 700, 1_400]);
  const file = join(folder, 'prices.csv');
  const codes = ['S', 'L'].flatMap((size) => numbers.map((n) => `${size}${n},${n % 10}`));
  await writeFile(file, `code,price\n${codes.join('\n')}\n`);
  const prices = await importCatalogue({ db, files }, { file, at });
  expect([faultLines(prices), prices.plan.changed.length, prices.plan.left]).toEqual([[], 700, 0]);
  const swapped = numbers.flatMap((n) => [
    `soap-${n},Soap ${n},S${699 - n},Size,Small`,
    `soap-${n},Soap ${n},L${699 - n},Size,Large`,
  ]);
  await writeFile(file, ['url,name,code,variation_1,value_1', ...swapped].join('\n'));
  const exchanged = await importCatalogue({ db, files }, { file, at });
  expect([faultLines(exchanged), exchanged.plan.changed.length]).toEqual([[], 700]);
  const { rows } = await sql<{ url: string; code: string; price: number }>`
    select p.url, i.code, i.price_cents as price from product_items i join products p on p.id = i.product_id
    where p.url in ('soap-0', 'soap-6', 'soap-699') order by p.url, i.position`.execute(db);
  expect(rows).toEqual([
    { url: 'soap-0', code: 'S699', price: 0 },
    { url: 'soap-0', code: 'L699', price: 0 },
    { url: 'soap-6', code: 'S693', price: 600 },
    { url: 'soap-6', code: 'L693', price: 600 },
    { url: 'soap-699', code: 'S0', price: 900 },
    { url: 'soap-699', code: 'L0', price: 900 },
  ]);
});

test.each([
  ['', 'The file is empty.'],
  [
    'url,name,code\n"open',
    'A quotation mark that is opened in row 2 is never closed. Correct it and choose the file again.',
  ],
  ['url,name,code\n\n', 'The file has no rows below its header.'],
])('an invalid file is refused: %j', async (content, sentence) => {
  const file = join(folder, 'bad.csv');
  await writeFile(file, content);
  await expect(importCatalogue({ db, files }, { file, at })).rejects.toThrow(sentence);
});

test('the demo shop imports without faults and exports identically', async () => {
  const demo = join(import.meta.dirname, '../../../../demo');
  const result = await importCatalogue(
    { db, files },
    {
      file: join(demo, 'catalogue.csv'),
      images: join(demo, 'images'),
      documents: join(demo, 'documents'),
      at,
      isDryRun: true,
    },
  );
  expect(faultLines(result)).toEqual([]);
  expect(result.plan.added.length).toBeGreaterThanOrEqual(72);
  expect(await readFile(join(demo, 'promos.json'), 'utf8')).toContain('WELCOME10');
});
