import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { makeProduct } from '../../../../test/make.ts';
import { makeAdministrator } from '../../../../test/people.ts';
import { testApp } from '../../../../test/app.ts';
import { importSentences, type PriceImportReport } from './import-contract.ts';

const { app, ask, deps } = await testApp();
const { db } = deps;
const { token } = await makeAdministrator(deps, { claims: ['ManageAccounts'] });
const keeper = await makeAdministrator(deps, { claims: ['ManageCartProducts'] });
const mop = await makeProduct(db, { name: 'Flat mop', items: [{ code: 'MOP-1', price: 22 }] });
const bucket = await makeProduct(db, { name: 'Bucket', items: [{ code: 'BUCKET', price: 9 }] });
await sql`update product_items set average_cost_cents = 1000.4 where id = ${mop.itemIds[0]}`.execute(db);

let listId = '';
beforeEach(async () => {
  await db.deleteFrom('import_columns').execute();
  const { body } = await ask<{ id: string }>('POST', '/v1/price-lists', { token, body: { name: `List ${newId()}` } });
  listId = body.id;
});

const path = () => `/v1/price-lists/${listId}/prices`;
const dataUrl = (file: string | Buffer): string =>
  `data:application/octet-stream;base64,${Buffer.from(file).toString('base64')}`;
const check = async (file: string | Buffer, more: object = {}) => {
  const answer = await ask<PriceImportReport>('POST', `${path()}/import/check`, {
    token,
    body: { file: dataUrl(file), ...more },
  });
  return { ...answer, report: answer.body };
};
const write = (file: string | Buffer, seen: string, more: object = {}) =>
  ask('POST', `${path()}/import`, { token, body: { file: dataUrl(file), seen, ...more } });
async function bring(file: string | Buffer, more: object = {}): Promise<PriceImportReport> {
  const { report } = await check(file, more);
  const { status, body } = await write(file, report.seen, more);
  expect(status).toBe(200);
  return body as unknown as PriceImportReport; // as the shape says
}
const download = async (url: string): Promise<Buffer> => {
  const { statusCode, rawPayload } = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect(statusCode).toBe(200);
  return rawPayload;
};
const stored = async () => {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', i.code, l.min_quantity, l.cents, l.valid_from, l.valid_to) as text
    from list_prices l join product_items i on i.id = l.item_id where l.price_list_id = ${listId}
    order by i.code, l.min_quantity, l.valid_from`.execute(db);
  return rows.map(({ text }) => text);
};
const cartons = async () => {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', i.code, m.units) as text from order_multiples m join product_items i on i.id = m.item_id
    where m.price_list_id = ${listId} order by 1`.execute(db);
  return rows.map(({ text }) => text);
};
const sentencesOf = (remarks: PriceImportReport['faults']) =>
  remarks.map(({ row, column, message }) => `${row} ${column}: ${message}`);

const header = 'Product code,Min quantity,Price,Valid from,Valid to,Order multiple\n';
const csv = `${header}MOP-1,,$19.80,,,6\nmop-1,10,"18.50",1/07/2026,30/06/2027,\nBUCKET,1,8,,,\n`;

test('changes are shown first, then written with one entry in the history', async () => {
  const { report } = await check(csv);
  expect(report).toMatchObject({ rows: 3, added: 3, changed: 0, removed: 0, same: 0, faults: [], isWritten: false });
  expect(report.changes.map(({ row, code, kind, text }) => [row, code, kind, text])).toEqual([
    [2, 'MOP-1', 'new', '$19.80; Carton: none becomes 6'],
    [3, 'mop-1', 'new', '10 or more, from 01/07/2026: $18.50 until 30/06/2027'],
    [4, 'BUCKET', 'new', '$8.00'],
  ]);
  expect(await stored()).toEqual([]);
  expect((await write(csv, report.seen)).body).toMatchObject({ added: 3, isWritten: true });
  expect(await stored()).toEqual([
    'BUCKET 1 800 2000-01-01',
    'MOP-1 1 1980 2000-01-01',
    'MOP-1 10 1850 2026-07-01 2027-06-30',
  ]);
  expect(await cartons()).toEqual(['MOP-1 6']);
  const entry = await db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ action: 'import', entity_id: listId, after: { rows: 3, added: 3, changed: 0 } });
  expect((await check(csv)).report).toMatchObject({ same: 3, added: 0, changed: 0 });
});

test('existing prices change; those that the file does not have stay, unless it replaces the list', async () => {
  await bring(csv);
  const change = `${header}MOP-1,1,17.60,,31/12/2026,0\n`;
  const { report } = await check(change);
  expect(report).toMatchObject({ changed: 1, removed: 0 });
  expect(report.changes[0]?.text).toBe(
    '$19.80 becomes $17.60; until further notice becomes until 31/12/2026; Carton: 6 becomes none',
  );
  await bring(change);
  expect(await stored()).toHaveLength(3);
  expect(await cartons()).toEqual([]);
  const replacing = await check(change, { isReplacing: true });
  expect(replacing.report).toMatchObject({ same: 1, removed: 2 });
  expect(replacing.report.changes.map(({ row, code, kind }) => [row, code, kind]).sort()).toEqual([
    [null, 'BUCKET', 'removed'],
    [null, 'MOP-1', 'removed'],
  ]);
  await bring(change, { isReplacing: true });
  expect(await stored()).toEqual(['MOP-1 1 1760 2000-01-01 2026-12-31']);
});

test('a carton that goes, as the file that replaces the list does not have it, is shown', async () => {
  await bring(csv);
  const { report } = await check(`${header}BUCKET,1,5,,,\n`, { isReplacing: true });
  expect(report.changes).toContainEqual({ row: null, code: 'MOP-1', kind: 'removed', text: 'Carton: 6 becomes none' });
});

test('every fault of every row is reported at once, and nothing is written', async () => {
  const bad = `${header}NONE,1,5,,,\nMOP-1,0,-1,31/02/2026,x,1000\nMOP-1,1,5,2/1/2026,1/1/2026,\nBUCKET,,,,,\nBUCKET,2,5,,,6\nBUCKET,2,6,,,6\nBUCKET,3,7,,,12\n,1,5,,,\nBUCKET,4,,1/1/2026,,12\nBUCKET,5,7.777,,,\n`;
  const { report } = await check(bad);
  expect(sentencesOf(report.faults)).toEqual([
    "2 product_code: No item has the code 'NONE'.",
    "3 min_quantity: '0': Must be a whole number from 1 to 999.",
    "3 order_multiple: '1000': Must be a whole number of units from 2 to 999.",
    "3 price: '-1': Must be an amount from 0.01 to 9,999,999.99 with at most two decimals.",
    "3 valid_from: '31/02/2026' is not a date, such as 31/12/2026 or 2026-12-31.",
    "3 valid_to: 'x' is not a date, such as 31/12/2026 or 2026-12-31.",
    '4 valid_to: The last day must not be before the first.',
    '5 price: Enter a price, or the units of a carton.',
    '7 product_code: Row 6 has a price for the same item, quantity and first day.',
    '8 order_multiple: Row 6 has another carton for the same item.',
    '9 product_code: Product code is required.',
    '10 min_quantity: Counts only with a price. Enter a price, or clear this.',
    '10 valid_from: Counts only with a price. Enter a price, or clear this.',
    "11 price: '7.777': Must be an amount from 0.01 to 9,999,999.99 with at most two decimals.",
  ]);
  const { status, faults } = await write(bad, report.seen);
  expect([status, faults[0]?.path]).toEqual([400, 'file']);
  expect(await stored()).toEqual([]);
});

test('a price below cost, rounded to the cent, is a warning', async () => {
  expect((await check(`${header}MOP-1,1,11.00,,,\n`)).report.warnings).toEqual([]);
  const { report } = await check(`${header}MOP-1,1,10.99,,,\n`);
  expect(report.faults).toEqual([]);
  expect(sentencesOf(report.warnings)).toEqual([
    '2 price: Without GST this is below the average purchase price of $10.00.',
  ]);
});

test('a price for a larger quantity that is above the one for fewer is a warning', async () => {
  const { report } = await check(`${header}MOP-1,1,20.00,,,\nMOP-1,12,2000.00,,,\nMOP-1,24,19.00,,,\n`);
  expect(report.faults).toEqual([]);
  expect(sentencesOf(report.warnings)).toEqual(['3 price: 12 or more cost $2,000.00 each, but fewer only $20.00.']);
  const unknown = await check(`${header}NONE-1,1,5.00,,,\nNONE-2,12,9.00,,,\n`);
  expect(unknown.report.warnings).toEqual([]);
});

test('prices that have changed since the preview are not overwritten', async () => {
  const { report } = await check(csv);
  const body = { itemId: mop.itemIds[0], price: 21 };
  await ask('PUT', path(), { token, body });
  const { status, message } = await write(csv, report.seen);
  expect([status, message]).toEqual([409, importSentences.changed]);
  expect(await stored()).toEqual(['MOP-1 1 2100 2000-01-01']);
});

describe('exports and templates', () => {
  test('an export can be imported again and changes nothing, as CSV and Excel', async () => {
    await bring(csv);
    await ask('PUT', path(), { token, body: { itemId: bucket.itemIds[0], minQuantity: 5, price: 7.5 } });
    for (const format of ['csv', 'xlsx']) {
      const { report } = await check(await download(`${path()}/export?format=${format}`), { isReplacing: true });
      expect(report).toMatchObject({ rows: 4, same: 4, added: 0, changed: 0, removed: 0, faultCount: 0 });
    }
  });

  test('an export leaves out what a file cannot name, and a file that replaces the list keeps that', async () => {
    const former = await makeProduct(db, { items: [{ code: 'FORMER', price: 9 }] });
    const nameless = await makeProduct(db, { price: 9 });
    await sql`update product_items set code = null where id = ${nameless.itemIds[0]}`.execute(db);
    for (const itemId of [mop.itemIds[0], former.itemIds[0], nameless.itemIds[0]])
      await ask('PUT', path(), { token, body: { itemId, price: 7, multiple: 6 } });
    await ask('DELETE', `/v1/manage-products/${former.id}`, { token: keeper.token });
    expect(await stored()).toHaveLength(3);
    for (const format of ['csv', 'xlsx']) {
      const { report } = await check(await download(`${path()}/export?format=${format}`), { isReplacing: true });
      expect(report).toMatchObject({ rows: 1, same: 1, added: 0, changed: 0, removed: 0, faults: [] });
    }
    expect(await bring(`${header}BUCKET,1,8,,,\n`, { isReplacing: true })).toMatchObject({ added: 1, removed: 2 });
    expect(await stored()).toEqual(['BUCKET 1 800 2000-01-01', 'FORMER 1 700 2000-01-01', '1 700 2000-01-01']);
    expect(await cartons()).toEqual(['6', 'FORMER 6']);
  });

  test('the template is refused as long as its examples are in it', async () => {
    for (const format of ['csv', 'xlsx']) {
      const { report } = await check(await download(`/v1/price-lists/template?format=${format}`));
      expect(report.faults.map(({ message }) => message)).toEqual(Array(2).fill("No item has the code 'EXAMPLE-1'."));
    }
  });

  test('a file with other headers is understood', async () => {
    await bring('SKU,Qty,Unit price,Carton,Remark\nMOP-1,12,18.25,12,new\n');
    expect(await stored()).toEqual(['MOP-1 12 1825 2000-01-01']);
    expect(await cartons()).toEqual(['MOP-1 12']);
  });

  test('a file of two columns with semicolons and decimal commas is read as one', async () => {
    const { report } = await check('Product code;Price\nMOP-1;5,50\n');
    expect(report.read.delimiter).toBe(';');
    expect(sentencesOf(report.faults)).toEqual([
      "2 price: '5,50': Must be an amount from 0.01 to 9,999,999.99 with at most two decimals.",
    ]);
  });

  test('no row of a file without headings is lost', async () => {
    const file = 'MOP-1,1,18.25\nBUCKET,1,8\n';
    const columns = ['product_code', 'min_quantity', 'price'];
    const { report } = await check(file, { columns });
    expect(report).toMatchObject({ rows: 2, added: 2, faults: [], read: { headerRow: 0 } });
    await bring(file, { columns });
    expect(await stored()).toEqual(['BUCKET 1 800 2000-01-01', 'MOP-1 1 1825 2000-01-01']);
    expect(await db.selectFrom('import_columns').selectAll().execute()).toEqual([]);
  });

  test('the headings of the list on the page are understood', async () => {
    await bring(
      'Item,Code,Shop price,From,Price,Margin,First day,Last day,Carton\nFlat mop,MOP-1,$22.00,12,18.25,20%,1/07/2026,30/06/2027,6\n',
    );
    expect(await stored()).toEqual(['MOP-1 12 1825 2026-07-01 2027-06-30']);
    expect(await cartons()).toEqual(['MOP-1 6']);
  });

  test('"From" alone is the quantity, and beside a quantity the first day', async () => {
    await bring('Code,Qty,Price,From\nMOP-1,12,18.25,1/07/2026\n');
    expect(await stored()).toEqual(['MOP-1 12 1825 2026-07-01']);
    const dates = 'Code,Price,From\nMOP-1,17.50,1/08/2026\n';
    const { report } = await check(dates);
    expect(sentencesOf(report.faults)).toEqual(["2 min_quantity: '1/08/2026': Must be a whole number from 1 to 999."]);
    await bring(dates, { columns: ['product_code', 'price', 'valid_from'] });
    expect(await stored()).toContain('MOP-1 1 1750 2026-08-01');
  });
});

test('20,000 rows are checked and written in a few seconds', { timeout: 60_000 }, async () => {
  const codes = Array.from({ length: 20 }, (_, n) => `BULK-${n}`);
  await makeProduct(db, {
    variations: ['Size'],
    items: codes.map((code) => ({ code, price: 30, values: [code] })),
  });
  const rows = codes.flatMap((code) => Array.from({ length: 999 }, (_, n) => `${code},${n + 1},${(n + 100) / 100},,,`));
  const file = `${header}${rows.join('\n')}\n`;
  const start = performance.now();
  const { report } = await check(file);
  expect(report).toMatchObject({ rows: 19_980, added: 19_980, faultCount: 0 });
  await write(file, report.seen);
  expect(performance.now() - start).toBeLessThan(20_000);
  expect(await stored()).toHaveLength(19_980);
});
