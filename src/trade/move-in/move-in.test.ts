import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeProduct } from '../../../test/make.ts';
import { makeTradeAccount, makeTradeMember } from '../../../test/make-trade-account.ts';
import { makeAdministrator, makePerson } from '../../../test/people.ts';
import type { FormerLine, MatchedFile } from './contract.ts';

const shop = await testApp();
const { db } = shop.deps;
const cleaner = await makeProduct(db, {
  name: 'Neutral floor cleaner',
  code: 'NFC',
  variations: ['Size'],
  items: [
    { code: 'NFC-5', values: ['5 L'] },
    { code: 'NFC-20', values: ['20 L'] },
  ],
});
const [five = '', twenty = ''] = cleaner.itemIds;
const towel = await makeProduct(db, { name: 'Interleaved hand towel, carton of 16', code: 'IHT-16' });
const [towelItem = ''] = towel.itemIds;
const bleach = await makeProduct(db, { name: 'Lemon bleach 2 L', code: '4012' });
await makeProduct(db, { name: 'Hidden degreaser 5 L', code: 'HID-1', isActive: false });
const barcoded = await makeProduct(db, { name: 'Glass wipes', code: 'GW-1' });
await sql`update products set facts = ${JSON.stringify([{ name: 'GTIN', value: '9 312345 678907' }])}::jsonb
  where id = ${barcoded.id}`.execute(db);

const account = await makeTradeAccount(db, { sites: ['Depot'] });
const other = await makeTradeAccount(db, { sites: ['Elsewhere'] });
const [depot = ''] = account.siteIds;
const [elsewhere = ''] = other.siteIds;
const buyer = await makePerson(shop.deps);
await makeTradeMember(db, account.id, { user: buyer, role: 'administrator' });
const stranger = await makePerson(shop.deps);
await makeTradeMember(db, other.id, { user: stranger, role: 'administrator' });
const accountant = await makePerson(shop.deps);
await makeTradeMember(db, account.id, { user: accountant, role: 'accountsContact' });

const match = (body: object, { siteId = depot, by = buyer } = {}) =>
  shop.ask<MatchedFile>('POST', `/v1/trade/sites/${siteId}/former-lines`, { token: by.token, body });
const remember = (matches: object[], { siteId = depot, by = buyer } = {}) =>
  shop.ask('PUT', `/v1/trade/sites/${siteId}/former-codes`, { token: by.token, body: { matches } });
const lineOf = async (text: string): Promise<FormerLine> => {
  const { body } = await match({ text: `Code,Description,Qty,Price\n${text}` });
  const [line] = body.lines;
  if (!line) throw new Error('no line');
  return line;
};

test('a description finds the item with its words and size, and says why', async () => {
  const line = await lineOf('X-1,Floor cleaner neutral 5lt,3,$41.20');
  expect(line).toMatchObject({ code: 'X-1', quantity: 3, unitPrice: 41.2, isSure: true });
  expect(line.matches[0]).toMatchObject({ itemId: five, why: 'All 3 words, same size' });
  const second = line.matches.find(({ itemId }) => itemId === twenty);
  expect(second?.why).toBe('All 3 words, another size');
  expect(second?.score).toBeLessThan(70);
});

test('without the size neither item is taken over by itself', async () => {
  const line = await lineOf('X-1,Neutral floor cleaner,3,');
  expect(line.matches.map(({ itemId }) => itemId).sort()).toEqual([five, twenty].sort());
  expect(line.isSure).toBe(false);
});

test.each([
  ['NFC-20,,1,', twenty, 100, 'Same code'],
  ['nfc 20,,1,', twenty, 96, 'Same code but for dashes or spaces'],
  ['9312345678907,,1,', barcoded.itemIds[0], 99, 'Same barcode'],
] as const)('%s is found by its code', async (text, itemId, score, why) => {
  expect((await lineOf(text)).matches[0]).toEqual({ itemId, score, why });
});

test('our code with another description is offered, but not taken over', async () => {
  const line = await lineOf('4012,Toilet tissue jumbo,1,');
  expect(line.matches[0]).toEqual({ itemId: bleach.itemIds[0], score: 60, why: 'Same code, but other words' });
  expect(line.isSure).toBe(false);
});

test('abbreviations, slips and other spellings are understood', async () => {
  expect((await lineOf('A,INTERL HAND TOWL CTN 16,1,')).matches[0]?.itemId).toBe(towelItem);
  expect((await lineOf('A,NTRL FLR CLNR 20LT,1,')).matches[0]?.itemId).toBe(twenty);
  expect((await lineOf('A,Kleenrite floor cleaners 5 litre,1,')).matches[0]?.itemId).toBe(five);
});

test('products that are not published are never offered', async () => {
  const { matches } = await lineOf('HID-1,Hidden degreaser 5 L,1,');
  const { rows } = await sql<{ id: string }>`select id from product_items where code = 'HID-1'`.execute(db);
  expect(matches.map(({ itemId }) => itemId)).not.toContain(rows[0]?.id);
  expect((await remember([{ code: 'A', description: '', itemId: rows[0]?.id }])).status).toBe(400);
});

test('what was confirmed matches at once the next time, for this account only', async () => {
  const text = 'Code,Description,Qty\nOLD-77,Paper for hands,2';
  expect((await match({ text })).body.lines[0]?.isSure).toBe(false);
  expect((await remember([{ code: 'OLD-77', description: 'Paper for hands', itemId: towelItem }])).status).toBe(204);
  const [line] = (await match({ text })).body.lines;
  expect(line).toMatchObject({ isSure: true, matches: [{ itemId: towelItem, score: 100, why: 'Confirmed before' }] });
  const [changed] = (await match({ text: 'Code,Description\nOLD-77,Dust mask' })).body.lines;
  expect(changed).toMatchObject({ isSure: false, matches: [{ score: 70 }] });
  const theirs = await match({ text }, { siteId: elsewhere, by: stranger });
  expect(theirs.body.lines[0]?.matches.map(({ why }) => why)).not.toContain('Confirmed before');
  // confirmed again with another item
  await remember([{ code: 'old-77', description: 'Paper for hands', itemId: five }]);
  expect((await match({ text })).body.lines[0]?.matches[0]?.itemId).toBe(five);
});

test('lines without a code are remembered by their description', async () => {
  await remember([{ code: '', description: 'Weekly special!', itemId: twenty }]);
  const [line] = (await match({ text: 'Description,Qty\nweekly SPECIAL,2' })).body.lines;
  expect(line).toMatchObject({ isSure: true, matches: [{ itemId: twenty, why: 'Confirmed before' }] });
});

test('pasted lines need no header, and columns can be corrected', async () => {
  const pasted = await match({ text: 'NFC-5\tNeutral cleaner 5L\t4\t$38.00\nIHT-16\tHand towel\t2\t$52.00' });
  expect(pasted.body.lines).toMatchObject([
    { line: 1, code: 'NFC-5', quantity: 4, unitPrice: 38 },
    { line: 2, code: 'IHT-16', quantity: 2, unitPrice: 52 },
  ]);
  const unknown = await match({ text: 'Foo,Bar\nNFC-5,7' });
  expect(unknown.body).toMatchObject({ lines: [], faults: [expect.stringContaining('Choose it under Columns.')] });
  const chosen = await match({ text: 'Foo,Bar\nNFC-5,7', columns: ['code', 'quantity'] });
  expect(chosen.body.lines[0]).toMatchObject({ code: 'NFC-5', quantity: 7, isSure: true });
});

const dataUrl = (csv: string): string => `data:text/csv;base64,${Buffer.from(csv).toString('base64')}`;

test('no line of a file without headings is lost, also when its columns are chosen', async () => {
  const csv = 'NFC-5,Neutral cleaner 5L,4,38.00\nIHT-16,Hand towel,2,52.00\n';
  const columns = ['code', 'description', 'quantity', 'unit_price_inc_GST'];
  const lines = [
    { line: 1, code: 'NFC-5', description: 'Neutral cleaner 5L', quantity: 4, unitPrice: 38 },
    { line: 2, code: 'IHT-16', description: 'Hand towel', quantity: 2, unitPrice: 52 },
  ];
  for (const body of [{ file: dataUrl(csv) }, { text: csv }]) {
    const guessed = await match(body);
    expect(guessed.body.lines).toMatchObject(lines);
    expect(guessed.body.read.columns.map(({ column }) => column)).toEqual(columns);
    expect((await match({ ...body, columns })).body.lines).toMatchObject(lines);
  }
});

test('a price with GST is preferred, and one without is converted and kept as it was stated', async () => {
  const priceOf = async (text: string, columns?: (string | null)[]) => {
    const [line] = (await match({ text, ...(columns && { columns }) })).body.lines;
    return [line?.unitPrice, line?.priceExGst];
  };
  expect(await priceOf('Code,Price ex GST,Price inc GST\nA,10.00,11.00')).toEqual([11, null]);
  expect(await priceOf('Code,Unit Price (ex. GST)\nA,10.05')).toEqual([11.06, 10.05]);
  expect(await priceOf('Code,Unit Price,GST,Total (inc GST)\nA,38.50,3.85,42.35')).toEqual([42.35, 38.5]);
  expect(await priceOf('Code,Unit Price inc GST,GST\nA,11.00,1.00')).toEqual([11, null]);
  expect(await priceOf('Code,Unit Price\nA,11.00')).toEqual([11, null]);
  expect(await priceOf('Code,Unit Price,GST\nA,11.00,1.00', ['code', 'unit_price_inc_GST', null])).toEqual([11, null]);
});

test('rows of totals are no lines', async () => {
  const totals =
    ',,,,Subtotal,"$5,000.00",\n,,,,GST (10%),$500.00,\nTOTAL DUE:,,,,,"$5,500.00",\n,Freight,1,,$25.00,$2.50,$27.50';
  const { body } = await match({
    text: `Code,Description,Qty,Unit,Unit Price,GST,Total (inc GST)\nNFC-5,Cleaner,4,EA,$38.50,$15.40,$169.40\n${totals}`,
  });
  expect(body.lines.map(({ code, description }) => code || description)).toEqual(['NFC-5', 'Freight']);
});

test('items that were chosen by hand come at the price of now', async () => {
  const [itemId] = bleach.itemIds;
  await sql`update product_items set price_cents = 999 where id = ${itemId}`.execute(db);
  const { body } = await match({ text: 'Code,Description\nA,Toilet tissue jumbo', items: [itemId] });
  expect(body.items.find((item) => item.itemId === itemId)?.price).toBe(9.99);
});

test('all faults of all lines are told at once', async () => {
  const { body } = await match({ text: 'Code,Description,Qty,Price\nNFC-5,,0,free\n,,2,1\nIHT-16,,1,2' });
  expect(body.lines.map(({ faults }) => faults.length)).toEqual([1, 1, 0]);
  expect(body.lines[0]).toMatchObject({ quantity: null, quantityText: '0' });
});

test('too many rows, an empty text and another kind of file are refused with a sentence', async () => {
  const rows = Array.from({ length: 501 }, (_, at) => `X-${at},Mop`).join('\n');
  expect((await match({ text: `Code,Description\n${rows}` })).status).toBe(413);
  expect((await match({ text: ' ' })).body).toMatchObject({ errors: [{ path: 'text' }] });
  expect((await match({ file: 'data:application/pdf;base64,JVBERi0xLjQK' })).status).toBe(400);
});

test('text like a formula stays text', async () => {
  const line = await lineOf(`'=HYPERLINK("x"),=1+1,1,`);
  expect(line.matches).toEqual([]);
  expect(line.description).toBe('=1+1');
});

test('only people of the site who may order see matches, and only those who may use them store any', async () => {
  expect((await match({ text: 'Code\nNFC-5' }, { by: stranger })).status).toBe(403);
  expect((await match({ text: 'Code\nNFC-5' }, { by: accountant })).status).toBe(403);
  const confirmed = [{ code: 'Z', description: '', itemId: five }];
  expect((await remember(confirmed, { by: accountant })).status).toBe(403);
  expect((await remember(confirmed, { by: stranger })).status).toBe(403);
});

test('people who confirm the same codes at once all succeed', async () => {
  const codes = Array.from({ length: 40 }, (_, at) => ({ code: `P-${at}`, description: '', itemId: five }));
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, at) => remember(at % 2 === 0 ? codes : codes.toReversed())),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(204));
});

test('staff with the claim match, remember and make a list for a site of the account; others may not', async () => {
  const staff = await makeAdministrator(shop.deps, { claims: ['ManageAccounts'] });
  const path = `/v1/trade-accounts/${account.id}/sites/${depot}`;
  const ask = <T>(method: 'GET' | 'POST' | 'PUT', end: string, body?: object, by = staff) =>
    shop.ask<T>(method, `${path}/${end}`, { token: by.token, ...(body && { body }) });
  const text = 'Code,Qty\nSTAFF-1,2';
  expect(
    (await ask('PUT', 'former-codes', { matches: [{ code: 'STAFF-1', description: '', itemId: five }] })).status,
  ).toBe(204);
  const { body } = await ask<MatchedFile>('POST', 'former-lines', { text });
  expect(body.lines[0]).toMatchObject({ isSure: true, matches: [{ itemId: five }] });
  const found = await ask<{ itemId: string; price: number }[]>('GET', 'items?search=NFC-20');
  expect(found.body).toMatchObject([{ itemId: twenty, price: expect.any(Number) }]);
  const items = [{ itemId: five, par: 2, multiple: 1, note: '' }];
  expect((await ask('POST', 'lists', { name: 'Former supplier', items })).status).toBe(201);
  expect((await ask('POST', 'lists', { name: 'former supplier', items })).status).toBe(409);
  const history = await sql<{ action: string; after: object }>`
    select action, after from audit_log where entity_id = ${account.id} and actor_id = ${staff.id} order by at, id`.execute(
    db,
  );
  expect(history.rows).toMatchObject([
    { action: 'remember-codes', after: { formerCodes: ['staff-1 is NFC-5'] } },
    { action: 'add-list' },
  ]);
  const path2 = `/v1/trade-accounts/${other.id}/sites/${depot}/former-lines`;
  expect((await shop.ask('POST', path2, { token: staff.token, body: { text } })).status).toBe(404);
  const seller = await makeAdministrator(shop.deps, { claims: ['ManageCartOrders'] });
  expect((await ask('POST', 'former-lines', { text }, seller)).status).toBe(403);
});
