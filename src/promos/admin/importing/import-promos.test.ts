import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { historyRoutes } from '#history/routes.server.ts';
import { makeProduct } from '../../../../test/make.ts';
import { makePromo } from '../../../../test/make-promo.ts';
import { makeAdministrator } from '../../../../test/people.ts';
import { slicesApp } from '../../../../test/slices.ts';
import { inUtf16, inWindows1252, workbook } from '../../../../test/table-files.ts';
import { managePromosRoutes } from '../routes.server.ts';
import { importSentences, type PromoImportReport } from './import-contract.ts';

const { app, ask, deps } = await slicesApp([managePromosRoutes, historyRoutes]);
const { db } = deps;
const path = '/v1/shopping-cart/promoCode/import';
const { token } = await makeAdministrator(deps, { claims: ['ManageCartPromoCodes'] });

beforeEach(async () => {
  await db.deleteFrom('promos').execute();
  await db.deleteFrom('import_columns').execute();
});

const dataUrl = (file: string | Buffer): string =>
  `data:application/octet-stream;base64,${Buffer.from(file).toString('base64')}`;
const check = async (file: string | Buffer, more: object = {}) => {
  const { status, body, faults } = await ask('POST', `${path}/check`, {
    token,
    body: { file: dataUrl(file), ...more },
  });
  return { status, report: body as PromoImportReport, faults }; // as the shape says
};
const write = (file: string | Buffer, seen: string, more: object = {}) =>
  ask('POST', path, { token, body: { file: dataUrl(file), seen, ...more } });
/** Previews a file and imports it. */
async function bring(file: string | Buffer, more: object = {}): Promise<PromoImportReport> {
  const { report } = await check(file, more);
  const { status, body } = await write(file, report.seen, more);
  expect(status).toBe(200);
  return body as PromoImportReport; // as the shape says
}
const stored = () =>
  db
    .selectFrom('promos')
    .select(['code', 'description', 'discount_percentage as percentage', 'discount_cents as amount'])
    .select(['minimum_spend_cents as minimum', 'expiry_day as expiry', 'is_applicable_to_all_products as isForAll'])
    .select(['is_one_time_use_only as isOneTime', 'version'])
    .orderBy('code')
    .execute();
const sentencesOf = (remarks: PromoImportReport['faults']) =>
  remarks.map((one) => `${one.row} ${one.column}: ${one.message}`);

const header =
  'code,description,discount_percentage,discount_amount,minimum_spend,expiry_date,all_products,one_time_use\n';

test('new promos are shown first, then added with their history', async () => {
  const csv = `${header}SPRING10,"Ten, off",10%,,,31/12/2026,yes,no\nTHANKS-20,,,$20.00,"1,100",2026-06-30,y,1\n`;
  const { report } = await check(csv);
  expect(report).toMatchObject({ rows: 2, added: 2, changed: 0, same: 0, faults: [], warnings: [], isWritten: false });
  expect(report.changes[0]).toEqual({
    row: 2,
    code: 'SPRING10',
    isNew: true,
    fields: [
      { name: 'Discount', before: null, after: '10.00 %' },
      { name: 'Expiry date', before: null, after: '31/12/2026' },
      { name: 'All products', before: null, after: 'Yes' },
      { name: 'Description', before: null, after: 'Ten, off' },
    ],
  });
  expect(await stored()).toEqual([]);
  expect(await write(csv, report.seen)).toMatchObject({ status: 200, body: { added: 2, isWritten: true } });
  const common = { isForAll: true, version: 1 };
  expect(await stored()).toMatchObject([
    {
      ...common,
      code: 'SPRING10',
      percentage: '10.00',
      amount: null,
      minimum: 0,
      expiry: '2026-12-31',
      isOneTime: false,
    },
    {
      ...common,
      code: 'THANKS-20',
      percentage: null,
      amount: 2000,
      minimum: 110000,
      expiry: '2026-06-30',
      isOneTime: true,
    },
  ]);
  const { id } = await db.selectFrom('promos').select('id').where('code', '=', 'SPRING10').executeTakeFirstOrThrow();
  const history = await ask('GET', `/v1/history/promo/${id}`, { token });
  expect(history.body).toMatchObject([
    { action: 'import', before: null, after: { code: 'SPRING10', discount: '10.00 %' } },
  ]);
});

describe('a code that exists', () => {
  test('is a fault, in any case, unless promos are to be updated', async () => {
    await makePromo(db, { code: 'WELCOME', percentage: 10 });
    const csv = 'code,percent\nwelcome,15\nFRESH,5\n';
    const { report } = await check(csv);
    expect(sentencesOf(report.faults)).toEqual(['2 code: A promo with this code already exists.']);
    expect((await write(csv, report.seen)).status).toBe(400);
    expect(await stored()).toMatchObject([{ code: 'WELCOME', percentage: '10.00' }]);
  });

  test('is updated by its row; blank cells and missing columns change nothing', async () => {
    await makePromo(db, { code: 'WELCOME', percentage: 10, expiryDay: '2026-12-31' });
    await makePromo(db, { code: 'KEPT', percentage: 5 });
    const csv = 'code,discount_amount,minimum_spend,expiry_date\nwelcome,20,150,none\nKEPT,,,\n';
    const { report } = await check(csv, { isUpdating: true });
    expect(report).toMatchObject({ added: 0, changed: 1, same: 1 });
    expect(report.changes[0]?.fields).toEqual([
      { name: 'Discount', before: '10.00 %', after: '$20.00' },
      { name: 'Minimum spend', before: '', after: '$150.00' },
      { name: 'Expiry date', before: '31/12/2026', after: '' },
    ]);
    await bring(csv, { isUpdating: true });
    expect(await stored()).toMatchObject([
      { code: 'KEPT', percentage: '5.00', version: 1 },
      { code: 'WELCOME', percentage: null, amount: 2000, minimum: 15000, expiry: null, isForAll: true, version: 2 },
    ]);
    expect((await check(csv, { isUpdating: true })).report).toMatchObject({ changed: 0, same: 2 });
  });

  test('of an archived promo is free', async () => {
    await makePromo(db, { code: 'OLD', percentage: 10, isArchived: true });
    expect(await bring('code,percent,applies to all\nOLD,5,yes\n')).toMatchObject({ added: 1 });
  });
});

test("every fault has the spreadsheet's row number, and nothing is saved", async () => {
  const csv = `${header}"A
B",,10,,,,,
X,,10,,,,,
TWO,,10,20,100,,,
NONE,,,,,,,
SMALL,,,20,20,,,
BARE,,,20,,,,
OVER,,101,,,,,
WORDS,,ten,"1,5",,31/02/2026,maybe,
two,,5,,,,,
LONG,,5,,,,,,,surplus
`;
  const { report } = await check(csv);
  expect(sentencesOf(report.faults)).toEqual([
    '3 code: Product code is too short.',
    '4 discount_percentage: Choose a percentage or an amount, not both.',
    '5 discount_percentage: Discount type is required.',
    '6 minimum_spend: Minimum spend must be greater than the discount amount.',
    '7 minimum_spend: Minimum spend is required.',
    '8 discount_percentage: Discount percentage must not be 100.',
    "9 discount_percentage: 'ten' is not a percentage, such as 12.5.",
    "9 discount_amount: '1,5' is not an amount, such as 20.00.",
    "9 expiry_date: '31/02/2026' is not a date, such as 31/12/2026 or 2026-12-31.",
    "9 all_products: 'maybe' is neither yes nor no.",
    "10 code: Code 'two' is also in row 4.",
    '11 code: The row has more cells than the header. Text with a comma needs quotes.',
  ]);
  expect(report).toMatchObject({ rows: 10, faultCount: 12 });
  expect((await write(csv, report.seen)).faults[0]?.path).toBe('file');
  expect(await stored()).toEqual([]);
});

test("Windows-1252, UTF-16 and Excel's own files are read correctly, and their encoding is reported", async () => {
  const csv = 'code;description;percent;applies to all\nCRÈME;“Crème” – 10 %;10;yes\n';
  for (const [file, encoding] of [
    [inWindows1252(csv), 'Windows-1252'],
    [inUtf16(csv), 'UTF-16'],
    [`\ufeff${csv}`, 'UTF-8'],
  ] as const) {
    await db.deleteFrom('promos').execute();
    expect((await bring(file)).read).toMatchObject({ encoding, delimiter: ';' });
    expect(await stored()).toMatchObject([{ code: 'CRÈME', description: '“Crème” – 10 %' }]);
  }
  const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = `<row r="1">${text('A1', 'Code')}${text('B1', 'Percent')}${text('C1', 'Expires')}</row>
    <row r="4">${text('A4', 'SHEET')}<c r="B4" s="2"><v>0.125</v></c><c r="C4" s="3"><v>46387</v></c></row>`;
  const report = await bring(workbook({ rows }));
  expect(report).toMatchObject({ added: 1, read: { format: 'xlsx' }, changes: [{ row: 4 }] });
  expect((await stored()).find(({ code }) => code === 'SHEET')).toMatchObject({
    percentage: '12.50',
    expiry: '2026-12-31',
  });
  const none = await check(Buffer.from('%PDF-1.7 nothing'));
  expect([none.status, none.faults[0]?.path]).toEqual([400, 'file']);
});

test('columns with other names can be assigned, and are remembered after the import', async () => {
  const csv = 'Coupon,Worth,Remark\nSUMMER,15,x\n';
  const guessed = await check(csv);
  expect(sentencesOf(guessed.report.faults)).not.toEqual([]);
  const columns = ['code', 'discount_percentage', null];
  await bring(csv, { columns });
  const next = await check('Coupon,Worth,Remark\nAUTUMN,20,y\n');
  expect(next.report).toMatchObject({ added: 1, faults: [] });
  expect(next.report.read.columns.map(({ column }) => column)).toEqual(columns);
});

test('codes that a spreadsheet has shortened, and promos without products, cause warnings', async () => {
  const { report } = await check('code,percent\n9.31E+12,10\n');
  expect(report.faults).toEqual([]);
  expect(sentencesOf(report.warnings)).toEqual([
    expect.stringContaining("2 code: '9.31E+12' looks like a long number that a spreadsheet has shortened."),
    '2 products: This promo has no products yet. Choose them after the import.',
  ]);
});

test("products are listed by code or address, and replace an existing promo's products", async () => {
  const [mop, pad] = [await makeProduct(db, { code: 'MOP-1' }), await makeProduct(db, { url: 'floor-pad' })];
  const { id } = await makePromo(db, { code: 'FLOORS', percentage: 10, products: [mop.id] });
  const csv = 'code,percent,products\nFLOORS,,floor-pad\nBOTH,5,mop-1; floor-pad\n';
  const { report } = await check(csv, { isUpdating: true });
  expect(report.changes.map(({ fields }) => fields.at(-1))).toEqual([
    { name: 'Products', before: '1', after: '1' },
    { name: 'Products', before: null, after: '2' },
  ]);
  await bring(csv, { isUpdating: true });
  const chosen = await db.selectFrom('promo_products').select(['promo_id', 'product_id']).execute();
  expect(chosen.filter(({ promo_id }) => promo_id === id).map(({ product_id }) => product_id)).toEqual([pad.id]);
  expect(chosen).toHaveLength(3);
  expect(
    sentencesOf((await check('code,percent,all_products,products\nALL,5,yes,MOP-1;nothing\n')).report.faults),
  ).toEqual([
    "2 products: No product has the code or address 'nothing'.",
    '2 products: A promo for all products has no products of its own. Leave one of the two blank.',
  ]);
});

test('changes that were not previewed are refused', async () => {
  const { id } = await makePromo(db, { code: 'WELCOME', percentage: 10 });
  const csv = 'code,percent\nWELCOME,15\n';
  const { report } = await check(csv, { isUpdating: true });
  await db.updateTable('promos').set({ discount_percentage: '12' }).where('id', '=', id).execute();
  const late = await write(csv, report.seen, { isUpdating: true });
  expect([late.status, late.message]).toEqual([
    409,
    'Some of this has changed in the meantime. Please review the changes again; nothing has been saved.',
  ]);
  const fresh = 'code,percent\nBATCH-1,5\nBATCH-2,5\n';
  const { seen } = (await check(fresh)).report;
  const answers = await Promise.all(Array.from({ length: 6 }, () => write(fresh, seen)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  expect(await stored()).toHaveLength(3);
});

/** How many sessions of the database wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}

describe('an import waits for a concurrent change and then saves nothing', () => {
  test.each([
    ['changing the promo', 'code,percent\nWELCOME,15\n', `update promos set discount_percentage = 12`, '12.00'],
    [
      'adding the code',
      'code,percent\nFRESH,15\n',
      `insert into promos select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'code', 'FRESH'))).*
       from promos p`,
      '10.00',
    ],
  ])('%s', async (_, csv, statement, percentage) => {
    await makePromo(db, { code: 'WELCOME', percentage: 10 });
    const { report } = await check(csv, { isUpdating: true });
    const tx = await db.startTransaction().execute();
    await sql.raw(statement).execute(tx);
    const late = write(csv, report.seen, { isUpdating: true });
    await expect.poll(waiting).toBe(1);
    await tx.commit().execute();
    expect(await late).toMatchObject({ status: 409, message: importSentences.changed });
    expect((await stored()).map((promo) => promo.percentage)).toEqual(expect.arrayContaining([percentage]));
    expect((await stored()).some((promo) => promo.percentage === '15.00')).toBe(false);
  });
});

test('a change of products to as many others invalidates the preview', async () => {
  const [mop, pad, cloth] = [
    await makeProduct(db, {}),
    await makeProduct(db, {}),
    await makeProduct(db, { code: 'CL-1' }),
  ];
  const { id } = await makePromo(db, { code: 'FLOORS', percentage: 10, products: [mop.id] });
  const csv = 'code,products\nFLOORS,CL-1\n';
  const { report } = await check(csv, { isUpdating: true });
  await db.updateTable('promo_products').set({ product_id: pad.id }).where('promo_id', '=', id).execute();
  expect((await write(csv, report.seen, { isUpdating: true })).status).toBe(409);
  const products = db.selectFrom('promo_products').select('product_id').where('promo_id', '=', id);
  expect(await products.execute()).toEqual([{ product_id: pad.id }]);
  await bring(csv, { isUpdating: true });
  expect(await products.execute()).toEqual([{ product_id: cloth.id }]);
});

test('a file that is imported twice at once changes its promos once', async () => {
  const { id } = await makePromo(db, { code: 'WELCOME', percentage: 10 });
  const csv = 'code,percent\nWELCOME,15\n';
  const { report } = await check(csv, { isUpdating: true });
  const twice = await Promise.all([1, 2].map(() => write(csv, report.seen, { isUpdating: true })));
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await stored()).map(({ version }) => version)).toEqual([2]);
  expect((await ask('GET', `/v1/history/promo/${id}`, { token })).body).toHaveLength(1);
});

test('the template, and the export of the list, can be imported as they are', async () => {
  const authorization = `Bearer ${token}`;
  for (const format of ['csv', 'xlsx']) {
    const template = await app.inject({ url: `${path}/template?format=${format}`, headers: { authorization } });
    expect((await check(template.rawPayload)).report).toMatchObject({ added: 2, faults: [], warnings: [] });
  }
  await makePromo(db, { code: 'WELCOME', percentage: 10, expiryDay: '2026-12-31' });
  await makePromo(db, { code: 'MINUS', amount: 20, minimumSpend: 50 });
  for (const format of ['csv', 'xlsx']) {
    const url = `/v1/shopping-cart/promoCode/export?format=${format}`;
    const exported = await app.inject({ url, headers: { authorization } });
    const { report } = await check(exported.rawPayload, { isUpdating: true });
    expect(report).toMatchObject({ added: 0, changed: 0, same: 2, faults: [] });
  }
});

test('the import requires the claim for promos', async () => {
  const { token: other } = await makeAdministrator(deps, { claims: ['ManageCartProducts'] });
  const body = { file: 'code,percent\nA1,5\n', seen: '' };
  for (const url of [path, `${path}/check`]) expect((await ask('POST', url, { token: other, body })).status).toBe(403);
});
