import { expect, test } from 'vitest';
import { testApp } from '../../../../../test/app.ts';
import { makeCategory, makeProduct } from '../../../../../test/make.ts';
import { makeAdministrator } from '../../../../../test/people.ts';
import { importClient, type ReadImport } from '../../../../../test/send-import.ts';
import { inUtf16, inWindows1252, workbook } from '../../../../../test/table-files.ts';

const { ask, deps } = await testApp();
const { db } = deps;
const path = '/v1/manage-products';
const { token } = await makeAdministrator(deps, { claims: ['ManageCartProducts', 'ManageCartStock'] });
const { check, recheck, bring } = importClient({ ask, deps });
const shelf = await makeCategory(db, 'Cafés');
const nameOf = async (code: string) =>
  (
    await db
      .selectFrom('products as p')
      .innerJoin('product_items as i', 'i.product_id', 'p.id')
      .select('p.name')
      .where('i.code', '=', code)
      .executeTakeFirst()
  )?.name;
const faultsOf = ({ report }: ReadImport) =>
  report?.faults.map(({ row, column, message }) => `${row} ${column}: ${message}`);
const header = 'url,name,code,categories,price,stock\n';

test("Excel's plain CSV is decoded correctly, and the preview says how it was read", async () => {
  const csv = header + 'soap,Savon “Crème” – 1 L ©,W-1,Cafés,5.50,\n';
  const { report } = await bring(inWindows1252(csv), token);
  expect(report).toMatchObject({
    isWritten: true,
    read: { encoding: 'Windows-1252', delimiter: ',', letters: ['Savon “Crème” – 1 L ©'] },
  });
  expect(await nameOf('W-1')).toBe('Savon “Crème” – 1 L ©');
  expect((await check(inUtf16(csv), token)).report).toMatchObject({
    left: 1,
    faults: [],
    read: { encoding: 'UTF-16' },
  });
  expect(await check(inUtf16(csv, { isMarked: false }), token)).toMatchObject({
    state: 'failed',
    refusal: expect.stringMatching(/^The file looks like UTF-16 without a byte order mark/),
  });
});

test('faults give the row numbers that the spreadsheet shows', async () => {
  const csv = `${header}aa,"Two\nlines",R-1,Cafés,1,5\n\n,,,,,\nbb,Brush,R-2,Cafés,"1,5",1.000\ncc,Cloth,R-3,Cafés,1,250,4\n`;
  expect(faultsOf(await check(csv, token))).toEqual([
    '2 purchase_price: Purchase price is required: the item is new and has stock.',
    "5 price: '1,5' is not an amount such as 19.95.",
    "5 stock: '1.000' is not a whole number.",
    '6 code: The row has more cells than the header. A number such as "1,000" needs quotation marks in a CSV file.',
    '6 purchase_price: Purchase price is required: the item is new and has stock.',
  ]);
});

test('columns are guessed, can be chosen, and are remembered once the file is imported', async () => {
  const csv = 'Title;SKU;Department;Tarif;Notes\nTisane;T-1;Cafés;$1,234.50;x\n';
  const guessed = await check(csv, token);
  expect(guessed.report?.read?.columns).toEqual([
    { header: 'Title', sample: 'Tisane', column: 'name' },
    { header: 'SKU', sample: 'T-1', column: 'code' },
    { header: 'Department', sample: 'Cafés', column: 'categories' },
    { header: 'Tarif', sample: '$1,234.50', column: null },
    { header: 'Notes', sample: 'x', column: null },
  ]);
  const chosen = await recheck(guessed.id, ['name', 'code', 'categories', 'price', null], token);
  expect(chosen).toMatchObject({ state: 'checked', faultCount: 0, added: 1 });
  expect((await check(csv, token)).report?.read?.columns[3]?.column).toBeNull(); // choices are remembered by an import only
  const again = await recheck(guessed.id, ['name', 'code', 'categories', 'price', null], token);
  await ask('POST', `${path}/imports/${again.id}/start`, { token });
  await deps.jobs.finishAll();
  const items = await db.selectFrom('product_items').select('price_cents').where('code', '=', 'T-1').execute();
  expect(items).toEqual([{ price_cents: 123_450 }]);
  expect((await check(csv, token)).report).toMatchObject({
    left: 1,
    read: { columns: [{}, {}, {}, { column: 'price' }, { column: null }] },
  });
});

test('of two columns with the same meaning one must be chosen, even if the user chose both before', async () => {
  const first = await check('url,name,code,price,price\nmop,Mop,D-1,1,2\n', token);
  expect(faultsOf(first)).toEqual([
    '1 price: More than one column of the file is the price. Choose one under Columns.',
  ]);
  const twice = await recheck(first.id, ['url', 'name', 'code', 'price', 'price'], token);
  expect(faultsOf(twice)).toHaveLength(1);
  const right = await recheck(first.id, ['url', 'name', 'code', null, 'price'], token);
  expect(faultsOf(right)).toEqual(['2 categories: At least 1 category is required.']);
});

test("a user cannot check another user's file again", async () => {
  const { id } = await check(`${header}mop,Mop,D-1,Cafés,1,\n`, token);
  const other = await makeAdministrator(deps, { claims: ['ManageCartProducts'] });
  expect((await ask('POST', `${path}/imports/${id}/check`, { token: other.token, body: { columns: [] } })).status).toBe(
    404,
  );
});

test('products of a file with codes and prices only are found by code', async () => {
  await makeProduct(db, { name: 'Broom', url: 'broom', code: 'BR-1', categories: [shelf], price: 4 });
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
  const csv = 'Item code,RRP\nbr-1,4.50\nB-S,3.50\nB-L,4.50\n';
  expect(faultsOf(await check(`${csv}NO-1,1\n`, token))).toEqual([
    "5 code: No item has the code 'NO-1', and a new product needs a name.",
  ]);
  expect((await bring(csv, token)).report).toMatchObject({ added: 0, changed: 2, isWritten: true });
  const prices = await db
    .selectFrom('product_items')
    .select(['code', 'price_cents as cents'])
    .where('code', 'in', ['br-1', 'B-S', 'B-L'])
    .orderBy('code')
    .execute();
  expect(prices.map(({ cents }) => cents)).toEqual([450, 350, 450]);
});

test('a workbook is read like a CSV file, with a warning for codes shortened by the spreadsheet', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = `<row r="1">${['url', 'name', 'code', 'categories', 'price', 'is_active'].map(cell).join('')}</row>
    <row r="4">${cell('gloves')}${cell('Gloves')}<c s="1"><v>42</v></c>${cell('Cafés')}<c><v>7.949999999999999</v></c><c t="b"><v>0</v></c></row>`;
  const { report } = await bring(workbook({ rows }), token);
  expect(report).toMatchObject({ added: 1, isWritten: true, read: { format: 'xlsx', sheet: 'Price list' } });
  expect(await nameOf('00042')).toBe('Gloves');
  const damaged = await check(`${header}scrub,Scrub,9.31E+12,Cafés,1,\n`, token);
  expect(damaged.report?.warnings.map(({ row, column }) => `${row} ${column}`)).toContain('2 code');
});

test('the template imports without faults', async () => {
  for (const format of ['csv', 'xlsx']) {
    const { bytes, headers } = await ask('GET', `${path}/imports/template?format=${format}`, { token });
    expect(headers['content-disposition']).toBe(`attachment; filename="products-template.${format}"`);
    expect((await check(bytes, token)).report).toMatchObject({ added: 1, faults: [], rows: 2 });
  }
});

test('an Excel export imports unchanged', async () => {
  await makeProduct(db, { name: "'=Guarded", url: 'guarded', code: 'G-1', categories: [shelf], onHand: 2 });
  const { bytes } = await ask('GET', `${path}/export?format=xlsx`, { token });
  expect((await check(bytes, token)).report).toMatchObject({ added: 0, changed: 0, faults: [] });
});
