import { expect, test } from 'vitest';
import type { ImportReport } from '../import-export-contract.ts';
import { testApp } from '../../../../test/app.ts';
import { importClient, type ReadImport } from '../../../../test/send-import.ts';
import { makeAdministrator } from '../../../../test/people.ts';
import { makeCategory, makeProduct } from '../../../../test/make.ts';

const { ask, deps } = await testApp();
const { db } = deps;
const path = '/v1/manage-products';
const both = await makeAdministrator(deps, { claims: ['ManageCartProducts', 'ManageCartStock'], firstName: 'Una' });
const noStock = await makeAdministrator(deps, { claims: ['ManageCartProducts'] });

const { check, bring, send } = importClient({ ask, deps });
const reportOf = async (work: Promise<ReadImport>): Promise<ImportReport> => {
  const { report } = await work;
  if (!report) throw new Error('The import has no report.');
  return report;
};
const checked = (csv: string, token = both.token) => reportOf(check(csv, token));
const brought = (csv: string, token = both.token) => reportOf(bring(csv, token));
const exported = async (query = '') =>
  (await ask('GET', `${path}/export${query}`, { token: both.token })).bytes.toString('utf8');

const shelf = await makeCategory(db, 'Brushes');
await makeProduct(db, { name: '=Guarded', url: 'guarded', code: 'G-1', categories: [shelf], onHand: 2 });
await makeProduct(db, {
  name: 'Brush',
  url: 'brush',
  categories: [shelf],
  variations: ['Size'],
  items: [
    { code: 'B-S', values: ['S'], price: 3 },
    { code: 'B-L', values: ['L'], price: 4 },
  ],
});
await makeProduct(db, {
  name: 'Elsewhere',
  url: 'elsewhere',
  code: 'E-1',
  categories: [await makeCategory(db, 'Other')],
});

test('a filtered export can be imported again without changes', async () => {
  const file = await exported(`?category=${shelf.id}&format=csv`);
  expect(file.startsWith('\ufeffurl,name,code')).toBe(true);
  expect(file).toContain("'=Guarded");
  expect(file).not.toContain('elsewhere');
  expect(await brought(file)).toMatchObject({ rows: 3, added: 0, changed: 0, left: 2, faults: [] });
  expect((await exported()).split('\n')).toHaveLength(6);
});

test('the check only reports the changes; the import writes them, with an audit entry for each product', async () => {
  const file = (await exported(`?category=${shelf.id}`)).replace('3.00', '3.50').replace("'=Guarded", 'Plain');
  const dry = await checked(file);
  expect(dry).toMatchObject({ changed: 2, isWritten: false });
  expect(dry.changes.toSorted((a, b) => (a.url < b.url ? -1 : 1))).toEqual([
    { url: 'brush', name: 'Brush', isNew: false, columns: ['price'] },
    { url: 'guarded', name: 'Plain', isNew: false, columns: ['name'] },
  ]);
  expect(await exported()).toContain('=Guarded');
  expect(await brought(file)).toMatchObject({ changed: 2, isWritten: true });
  const lines = await db
    .selectFrom('audit_log')
    .select(['actor_name', 'action', 'entity', 'before', 'after'])
    .where('action', '=', 'import')
    .orderBy('entity')
    .execute();
  expect(new Set(lines.map(({ actor_name: who }) => who))).toEqual(new Set(['Una Bell']));
  expect(lines.filter(({ entity }) => entity === 'product')).toHaveLength(2);
  expect(lines.find(({ after }) => (after as { name?: string }).name === 'Plain')).toMatchObject({
    before: { name: '=Guarded' },
  });
});

test('without the claim, a file that changes stock is refused as a whole', async () => {
  const file = (await exported(`?category=${shelf.id}`)).replace('G-1', 'G-2').replace(/,2,,yes/, ',9,1.00,yes');
  const report = await brought(file, noStock.token);
  expect([report.isWritten, report.faults.map(({ column, message }) => `${column}: ${message}`)]).toEqual([
    false,
    ['stock: You are not allowed to change stock.'],
  ]);
  expect(await exported()).toContain('G-1');
  expect((await checked(file.replace(',9,1.00,yes', ',2,,yes'), noStock.token)).faults).toEqual([]);
});

test('stock movements of an import name the user in the ledger and in the history of the product', async () => {
  const bin = await makeProduct(db, { name: 'Bin', url: 'bin', code: 'BIN-1', categories: [shelf], onHand: 2 });
  expect((await brought('url,name,code,stock,purchase_price\nbin,Bin,BIN-1,5,1.00\n')).isWritten).toBe(true);
  const movement = await db
    .selectFrom('stock_movements')
    .select(['created_by', 'quantity'])
    .where('item_id', '=', bin.itemIds[0] ?? '')
    .where('reason', '=', 'Import')
    .executeTakeFirstOrThrow();
  expect(movement).toEqual({ created_by: both.id, quantity: 3 });
  const lines = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'title', 'before', 'after'])
    .where('entity', '=', 'product')
    .where('entity_id', '=', bin.id)
    .execute();
  expect(lines).toEqual([
    {
      actor_id: both.id,
      action: 'stock',
      title: 'Bin',
      before: { name: 'Bin', item: 'BIN-1', stockOnHand: 2 },
      after: { name: 'Bin', item: 'BIN-1', stockOnHand: 5, reason: 'Import' },
    },
  ]);
});

test('suppliers and categories created by an import have audit entries with the request id', async () => {
  const file = 'url,name,code,categories,supplier\nmat,Mat,MAT-1,Brushes > Floor mats,Wren & Daughters\n';
  expect((await brought(file)).faults).toEqual([]);
  const lines = await db
    .selectFrom('audit_log')
    .select(['entity', 'action', 'actor_id as by', 'after', 'request_id as request'])
    .where((eb) => eb.or([eb('action', '=', 'create'), eb('entity', '=', 'catalogue')]))
    .orderBy('at', 'desc')
    .execute();
  const after = { name: 'Floor mats', under: 'Brushes', url: 'floor-mats' };
  expect(lines).toContainEqual({
    entity: 'category',
    action: 'create',
    by: both.id,
    request: expect.any(String),
    after,
  });
  expect(lines.filter(({ entity }) => entity === 'category')).toHaveLength(1);
  expect(lines.filter(({ entity }) => entity === 'supplier').map((line) => line.after)).toEqual([
    { name: 'Wren & Daughters' },
  ]);
  expect(lines.every(({ request }) => request !== null)).toBe(true);
});

test('every fault of a file is reported with row and column, and an invalid file with a message', async () => {
  const { faults } = await brought('url,name,code,categories,price,images\nnew,N,X-1,,abc,a.png\n');
  expect(faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
    '2 name: Product name must have at least 2 characters.',
    '2 categories: At least 1 category is required.',
    "2 price: 'abc' is not an amount such as 19.95.",
    "2 images: 'a.png' is not stored with this product yet. Add it on the product’s page.",
  ]);
  expect(await check('hello', both.token)).toMatchObject({
    state: 'checked',
    report: {
      faults: [{ row: 1, column: 'code', message: 'No column of the file is the code. Choose it under Columns.' }],
    },
  });
  const nothing = await send('', both.token);
  expect([nothing.status, nothing.message]).toEqual([400, 'Please choose a CSV or Excel file.']);
});

test('purchase prices are exported only for users who may move stock or view reports, and importing a file without them leaves them unchanged', async () => {
  const broom = await makeProduct(db, { url: 'broom', code: 'BR-1', categories: [shelf], onHand: 1 });
  await brought('url,name,code,stock,purchase_price\nbroom,Broom,BR-1,4,7.25\n');
  const reports = await makeAdministrator(deps, { claims: ['ManageCartProducts', 'ViewReports'] });
  const fileOf = async (token: string) =>
    (await ask('GET', `${path}/export?search=BR-1`, { token })).bytes.toString('utf8');
  for (const { token } of [both, reports]) expect(await fileOf(token)).toMatch(/,purchase_price,[^]*,5\.44,/);
  const file = await fileOf(noStock.token);
  expect(file).toContain('BR-1');
  expect(file).not.toMatch(/purchase_price|5\.44/);
  const costOf = () =>
    db
      .selectFrom('product_items')
      .select('average_cost_cents as cost')
      .where('product_id', '=', broom.id)
      .executeTakeFirstOrThrow();
  const before = await costOf();
  expect(await brought(file.replace('Broom', 'Wide broom'), noStock.token)).toMatchObject({
    changed: 1,
    isWritten: true,
  });
  expect(await costOf()).toEqual(before);
});

test('the Excel export is a valid workbook', async () => {
  const { bytes, headers } = await ask('GET', `${path}/export?format=xlsx`, { token: both.token });
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(headers['content-disposition']).toMatch(/attachment; filename="products-\d{4}-\d\d-\d\d\.xlsx"/);
});
