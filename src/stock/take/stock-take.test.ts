import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeProduct, type MadeProduct } from '../../../test/make.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { workbook } from '../../../test/table-files.ts';
import { onHandOf } from '../../../test/shop-state.ts';
import type { TakeReport } from './stock-take-contract.ts';

const shop = await testApp();
const { ask, deps } = shop;
const { db, clock } = deps;
const { token } = await makeAdministrator(deps, { claims: ['ManageCartStock'] });
const path = '/v1/manage-product-stocks/stock-take';

const check = (file: string, countedAt?: string) =>
  ask<TakeReport>('POST', `${path}/check`, { token, body: { file, ...(countedAt && { countedAt }) } });
const write = (file: string, { countedAt, seen }: Pick<TakeReport, 'countedAt' | 'seen'>) =>
  ask<TakeReport>('POST', path, { token, body: { file, countedAt, seen } });
const buy = async (product: MadeProduct, qty: number): Promise<void> => {
  clock.advance(1000);
  expect((await checkOut(shop, checkoutOf([{ product, qty }]))).body.status).toBe(0);
  clock.advance(1000);
};
const onHand = async (product: MadeProduct): Promise<number> => {
  const { onHand: count, ledger } = await onHandOf(db, product);
  expect(ledger).toBe(count);
  return count;
};

/** Makes movements older than the count, because by default they have the real time, not the test clock's. */
const madeLongAgo = () =>
  sql`update stock_movements set created_at = '2026-01-01' where order_id is null and reason = 'Made for a test'`.execute(
    db,
  );

let made = 0;
const makeTwo = async () => {
  made++;
  const [mop, bucket] = [
    await makeProduct(db, { name: `Mop ${made}`, code: `M-${made}`, onHand: 12 }),
    await makeProduct(db, { name: `Bucket ${made}`, code: `B-${made}`, onHand: 4 }),
  ];
  await madeLongAgo();
  clock.advance(1000);
  return { mop, bucket, file: `code,counted\nM-${made},10\nb-${made},4\n`, n: made };
};

test('the differences are reported and written once, and the ledger names reason and user', async () => {
  const { mop, bucket, file, n } = await makeTwo();
  const { body: report } = await check(file);
  expect(report).toMatchObject({ rows: 2, same: 1, different: 1, unitsMore: 0, unitsLess: 2, faultCount: 0 });
  expect(report.differences).toEqual([
    {
      row: 2,
      id: mop.itemIds[0],
      productName: `Mop ${n}`,
      variation: '',
      productCode: `M-${n}`,
      expected: 12,
      counted: 10,
      difference: -2,
      movedSince: 0,
      onHandAfter: 10,
    },
  ]);
  expect(await onHand(mop)).toBe(12); // nothing is written yet
  clock.advance(1000);
  const { status, body: done } = await write(file, report);
  expect([status, done.isWritten]).toEqual([200, true]);
  expect([await onHand(mop), await onHand(bucket)]).toEqual([10, 4]);
  const movement = await db
    .selectFrom('stock_movements')
    .select(['direction', 'quantity', 'reason', 'created_by as by'])
    .where('item_id', 'in', mop.itemIds)
    .where('reason', '=', 'Stock take')
    .execute();
  expect(movement).toEqual([{ direction: 2, quantity: 2, reason: 'Stock take', by: expect.any(String) }]);
  clock.advance(1000);
  const again = await write(file, report); // a double click
  expect([again.status, again.message]).toEqual([409, expect.stringContaining('nothing has been saved')]);
  expect(await onHand(mop)).toBe(10);
});

test('a sale between preview and writing is not lost', async () => {
  const { mop, bucket, file } = await makeTwo();
  const { body: report } = await check(file);
  await buy(mop, 3);
  const { status, body } = await write(file, report);
  expect([status, body.differences]).toEqual([
    200,
    [expect.objectContaining({ expected: 12, counted: 10, difference: -2, movedSince: -3, onHandAfter: 7 })],
  ]);
  expect([await onHand(mop), await onHand(bucket)]).toEqual([7, 4]);
});

test('a count in the past keeps later sales', async () => {
  const { mop, file } = await makeTwo();
  const countedAt = clock.now().toISOString();
  await buy(mop, 5);
  const { body: report } = await check(file, countedAt);
  expect(report.differences[0]).toMatchObject({ expected: 12, counted: 10, movedSince: -5, onHandAfter: 5 });
  await write(file, report);
  expect(await onHand(mop)).toBe(5);
  const future = await check(file, new Date(clock.now().getTime() + 60_000).toISOString());
  expect([future.status, future.faults[0]?.path]).toEqual([400, 'countedAt']);
});

test('changed differences are refused and must be reviewed again', async () => {
  const { mop, bucket, file } = await makeTwo();
  const { body: report } = await check(file);
  // An order from before the count was released, which deletes its movement.
  await sql`update stock_movements set quantity = 5 where item_id = any(${bucket.itemIds}::uuid[])`.execute(db);
  await sql`update product_items set on_hand = 5 where id = any(${bucket.itemIds}::uuid[])`.execute(db);
  const { status, message } = await write(file, report);
  expect([status, message]).toEqual([
    409,
    'Some of this has changed in the meantime. Review the differences again; nothing has been saved.',
  ]);
  expect([await onHand(mop), await onHand(bucket)]).toEqual([12, 5]);
  const { body: second } = await check(file, report.countedAt);
  expect(second.different).toBe(2);
  expect((await write(file, second)).status).toBe(200);
  expect([await onHand(mop), await onHand(bucket)]).toEqual([10, 4]);
});

test('a count below the units sold since is refused, and nothing is written', async () => {
  const { mop, bucket, n } = await makeTwo();
  const file = `code,counted\nM-${n},2\nB-${n},9`;
  const { body: report } = await check(file);
  await buy(mop, 3);
  expect((await write(file, report)).status).toBe(409);
  const { body: second } = await check(file, report.countedAt);
  expect(second.faults).toEqual([
    { row: 2, column: 'counted', message: '2 counted, but 3 have been sold or removed since.' },
  ]);
  const refused = await write(file, second);
  expect([refused.status, refused.message]).toEqual([
    400,
    'Row 2, counted: 2 counted, but 3 have been sold or removed since.',
  ]);
  expect([await onHand(mop), await onHand(bucket)]).toEqual([9, 4]);
});

test('every fault is reported with row and column, and a single one prevents writing', async () => {
  const { mop, n } = await makeTwo();
  const old = await makeProduct(db, { code: `OLD-${n}`, isArchived: true });
  const file = [
    '\ufeffProduct Name;Product Code;Counted',
    `Mop;m-${n};11`,
    'Nobody;NONE;1',
    `"Two\nlines";B-${n};1.5`,
    `Mop;M-${n};3`,
    'No code;;3',
    `Old;OLD-${n};-4`,
    'Old;OLD-X;many',
    `Old;${old.url};1000001`,
    'Point;P-1;1.000',
    'Points;P-2;"12.000"',
    'Not counted;XX;',
  ].join('\r\n');
  const { body } = await check(file);
  expect(body.faults.map(({ row, column, message }) => [row, column, message])).toEqual([
    [3, 'code', "No item has the code 'NONE'."],
    [4, 'counted', "'1.5' is not a whole number."],
    [5, 'code', `Code 'M-${n}' is also in row 2.`],
    [6, 'code', 'Code is required.'],
    [7, 'counted', 'The quantity must not be negative.'],
    [8, 'counted', "'many' is not a whole number."],
    [9, 'counted', 'The quantity must not be over 1,000,000.'],
    [10, 'counted', "'1.000' may mean 1 or 1000. Write it without a point."],
    [11, 'counted', "'12.000' may mean 12 or 12000. Write it without a point."],
  ]);
  expect([body.rows, body.skipped, body.different]).toEqual([11, 1, 1]);
  expect((await write(file, body)).status).toBe(400);
  expect(await onHand(mop)).toBe(12);
});

test('an unquoted thousands separator is reported, not read as a small number', async () => {
  const { n } = await makeTwo();
  const { body } = await check(`code,counted\nM-${n},1,000\nB-${n},4,,`);
  expect(body.faults).toEqual([
    {
      row: 2,
      column: 'counted',
      message: 'The row has more cells than the header. A number like "1,000" needs quotes.',
    },
  ]);
  expect([body.same, body.different]).toEqual([1, 0]);
});

test.each([
  ['code,counted,note', 'M,1,000,'],
  ['code,counted,note', 'M,1,000'],
  ['code,counted,note', 'M,12,000.00'],
  ['code,counted,note', 'M,1,000,000'],
  ['code,name,counted,note', 'M,Mops, 100,5,'],
])('an unquoted thousands separator in the middle of a row is reported for %s: %s', async (header, row) => {
  const { n } = await makeTwo();
  const { body } = await check(`${header}\n${row.replace('M', `M-${n}`)}`);
  expect(body.faults).toMatchObject([{ row: 2, column: 'counted', message: expect.stringContaining('needs quotes') }]);
  expect([body.same, body.different]).toEqual([0, 0]);
});

test('a number next to the count is accepted if the file is unambiguous', async () => {
  const { n } = await makeTwo();
  for (const file of [
    `code,counted,note\nM-${n},12,\nB-${n},4`,
    `code,counted,low at\nM-${n},12,5\nB-${n},4,"100"`,
    `code,low at,counted\nM-${n},100,12\nB-${n},100,4`,
    `code;counted;low at\nM-${n};12;100\nB-${n};4;100`,
  ])
    expect((await check(file)).body).toMatchObject({ same: 2, different: 0, faultCount: 0 });
});

test.each([
  ['', 'Choose a CSV or Excel file.'],
  ['code,counted\n', 'The file has no rows below its header.'],
  ['code,counted\n"M-1,1', 'A quotation mark that is opened in row 2 is never closed.'],
  ['data:application/pdf;base64,JVBERi0xLjc=', 'This is a PDF, not a table.'],
])('%j is refused as a file', async (file, message) => {
  const { status, faults } = await check(file);
  expect([status, faults]).toEqual([400, [{ path: 'file', message: expect.stringContaining(message) }]]);
});

test.each([
  ['code\nM-1', ['No column of the file is the counted. Choose it under Columns.']],
  ['code,code,counted\nM-1,M-2,2', ['More than one column of the file is the code. Choose one under Columns.']],
])('%j requires choosing the columns', async (file, messages) => {
  const { status, body } = await check(file);
  expect([status, body.faults.map(({ message }) => message)]).toEqual([200, messages]);
  expect((await write(file, body)).status).toBe(400);
});

test('a workbook with unknown headers is accepted once its columns are chosen, and the choice is remembered', async () => {
  const { mop, n } = await makeTwo();
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = `<row r="1">${['Artikel', 'Menge', 'counted on'].map(cell).join('')}</row><row r="3">${cell(`M-${n}`)}<c><v>10</v></c></row>`;
  const file = `data:application/octet-stream;base64,${workbook({ rows }).toString('base64')}`;
  const columns = ['code', 'counted', null];
  expect((await check(file)).body).toMatchObject({ faultCount: 2, read: { format: 'xlsx' } });
  const { body } = await ask<TakeReport>('POST', `${path}/check`, { token, body: { file, columns } });
  expect(body).toMatchObject({ faultCount: 0, different: 1, differences: [{ row: 3, counted: 10 }] });
  const { countedAt, seen } = body;
  expect((await ask('POST', path, { token, body: { file, columns, countedAt, seen } })).status).toBe(200);
  expect(await onHand(mop)).toBe(10);
  expect((await check(file)).body).toMatchObject({ faultCount: 0, same: 1 });
});

test('numbers in spreadsheet formats, tab-separated files and items sold without stock are accepted', async () => {
  const { mop, n } = await makeTwo();
  const hire = await makeProduct(db, { code: `=H-${n}`, onHand: 0, allowSaleWithoutStock: true });
  await madeLongAgo();
  const file = `Code\tQuantity\nM-${n}\t"1,200.00"\n'=H-${n}\t0`;
  const { body: report } = await check(file);
  await buy(hire, 4);
  const { status } = await write(file, report);
  expect([status, await onHand(mop), await onHand(hire)]).toEqual([200, 1200, -4]);
});
