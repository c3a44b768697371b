import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { makeProduct } from '../../../test/make.ts';
import { makeTradeMember, makeTradeSite } from '../../../test/make-trade-account.ts';
import { makeAdministrator, makePerson } from '../../../test/people.ts';
import { orderDeskOf } from '../../../test/sold.ts';
import { makeTradeBuyer, orderOnAccount, signInAgain, type TradeBuyer } from '../../../test/trade-buyer.ts';
import type { ExportOnPage, PreviewOnPage } from './contract.ts';

const shop = await testApp();
const { db, clock } = shop.deps;
const mop = await makeProduct(db, { price: 19.99, onHand: 10_000 });
const clerk = await makeAdministrator(shop.deps, { claims: ['ManageAccounts', 'ManageCartOrders'] });
const path = '/v1/trade-accounts/accounting';

let token = clerk.token;
let today = '';

// Each test has a month of its own.
beforeEach(async () => {
  clock.advance(40 * 24 * 3_600_000);
  token = await signInAgain(shop, clerk);
  today = new Date(clock.now().getTime() + 11 * 3_600_000).toISOString().slice(0, 10);
});

const signedIn = async (buyer: TradeBuyer): Promise<TradeBuyer> => ({
  ...buyer,
  user: { ...buyer.user, token: await signInAgain(shop, buyer.user) },
});

async function buyerWithInvoices(...quantities: number[]) {
  const buyer = await signedIn(await makeTradeBuyer(shop, { creditLimit: 100_000, sites: ['Depot', 'Tower'] }));
  const orders = [];
  for (const qty of quantities) orders.push(await orderOnAccount(shop, buyer, { product: mop, qty }));
  return { buyer, orders };
}

const preview = async (query = '') =>
  (await shop.ask<PreviewOnPage>('GET', `${path}/documents?startDate=${today}&endDate=${today}${query}`, { token }))
    .body;

const make = (more: object = {}) =>
  shop.ask<{ id: string; documentCount: number }>('POST', `${path}/exports`, {
    token,
    body: {
      id: newId(),
      program: 'xero',
      amounts: 'inclusive',
      accountCode: '200',
      startDate: today,
      endDate: today,
      ...more,
    },
  });

const file = (id: string) => shop.ask('GET', `${path}/exports/${id}/file`, { token });
const rowsOf = (bytes: Buffer): Record<string, string>[] => parse(bytes, { columns: true });

test('invoices and notes of a period are listed, then exported, and then none is left', async () => {
  const { buyer, orders } = await buyerWithInvoices(1, 2);
  await orderDeskOf(shop, { ...clerk, token }).refund(orders[0]?.orderId ?? '', { amount: 5 });
  const before = await preview();
  expect(before).toMatchObject({ documentCount: 3, total: 54.97, exportedBefore: 0 });
  expect(before.documents.map(({ kind, total, gst }) => [kind, total, gst])).toEqual([
    ['invoice', 19.99, 1.82],
    ['invoice', 39.98, 3.63],
    ['note', -5, -0.45],
  ]);
  const { status, body } = await make();
  expect([status, body.documentCount]).toEqual([201, 3]);
  const rows = rowsOf((await file(body.id)).bytes);
  expect(new Set(rows.map((row) => row['*InvoiceNumber']))).toEqual(
    new Set(before.documents.map(({ number }) => number)),
  );
  // One address for all invoices of an account, not that of who ordered: Xero would change its contact with each.
  const { accounts_email: email } = await db
    .selectFrom('trade_accounts')
    .select('accounts_email')
    .where('id', '=', buyer.account.id)
    .executeTakeFirstOrThrow();
  expect(new Set(rows.map((row) => row['EmailAddress']))).toEqual(new Set([email]));
  const sum = rows.reduce((total, row) => total + Number(row['*Quantity']) * Number(row['*UnitAmount']), 0);
  expect(sum).toBeCloseTo(54.97);
  expect(await preview()).toMatchObject({ documentCount: 0, exportedBefore: 3, documents: [] });
  expect((await make()).message).toBe('Nothing is left to export in this period.');
});

test('what was exported is exported again only if it is asked for', async () => {
  await buyerWithInvoices(1);
  await make();
  await buyerWithInvoices(3);
  expect((await preview('&includesExported=true')).documentCount).toBe(2);
  expect((await make({ program: 'myob', includesExported: true })).body.documentCount).toBe(2);
  const { body } = await shop.ask<ExportOnPage[]>('GET', `${path}/exports?page=1&pageSize=2`, { token });
  expect(body.map(({ program, documentCount, repeatedCount }) => [program, documentCount, repeatedCount])).toEqual([
    ['myob', 2, 1],
    ['xero', 1, 0],
  ]);
  expect(body[0]).toMatchObject({ total: 79.96, gst: 7.27, startDate: today, number: (body[1]?.number ?? 0) + 1 });
});

test('two exports at the same moment share no document', async () => {
  await buyerWithInvoices(1, 2, 3);
  const answers = await Promise.all([make(), make(), make()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  const { rows } = await sql<{ most: number }>`
    select max(count) as most from (select count(*) from accounting_export_documents where not is_again group by entry_id) c`.execute(
    db,
  );
  expect(rows[0]?.most).toBe(1);
});

test('the same request sent again makes no other export', async () => {
  await buyerWithInvoices(1);
  const id = newId();
  const answers = await Promise.all([make({ id }), make({ id })]);
  expect(answers.map(({ status, body }) => [status, body.documentCount])).toEqual([
    [201, 1],
    [201, 1],
  ]);
  expect(await make({ id, program: 'myob' })).toMatchObject({
    status: 409,
    message: 'This export was made already, with other choices. Look at the list of exports before you try again.',
  });
  await buyerWithInvoices(1);
  const { body: next } = await make();
  const { rows } = await sql<{ number: number }>`
    select number from accounting_exports where id in (${id}, ${next.id}) order by number`.execute(db);
  const [first, second] = rows.map(({ number }) => number);
  expect(second).toBe((first ?? 0) + 1); // no number is missing
});

test('the file of a former export is the same, whatever has changed since', async () => {
  const { buyer, orders } = await buyerWithInvoices(4);
  for (const program of ['xero', 'myob']) {
    const { body } = await make({ program, amounts: 'exclusive', includesExported: true });
    const first = await file(body.id);
    await db
      .updateTable('trade_accounts')
      .set({ name: `New name ${program}`, accounts_email: `new.${program}@example.com` })
      .where('id', '=', buyer.account.id)
      .execute();
    await orderDeskOf(shop, { ...clerk, token }).refund(orders[0]?.orderId ?? '', { amount: 5 });
    clock.advance(60_000);
    expect((await file(body.id)).bytes.equals(first.bytes)).toBe(true);
    expect(first.headers['content-disposition']).toContain(`${program}-`);
  }
});

test('501 documents make two files for Xero, and one for MYOB', async () => {
  const { orders } = await buyerWithInvoices(1);
  await sql`insert into account_entries (id, account_id, site_id, order_id, kind, on_day, due_day, cents, document, at)
    select gen_random_uuid(), account_id, site_id, order_id, kind, on_day, due_day, cents, document, at
    from account_entries, generate_series(1, 500) where order_id = ${orders[0]?.orderId}`.execute(db);
  const { body } = await make();
  expect(body.documentCount).toBe(501);
  const { bytes, headers } = await file(body.id);
  expect(headers['content-type']).toBe('application/zip');
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
  const counts: number[] = [];
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer); // of a binary stream
    counts.push(rowsOf(Buffer.concat(chunks)).length);
  }
  zip.close();
  expect(counts).toEqual([500, 1]);
  expect((await file(body.id)).bytes.equals(bytes)).toBe(true);
  const myob = await make({ program: 'myob', accountCode: '', includesExported: true });
  expect((await file(myob.body.id)).bytes.toString().split('\r\n\r\n')).toHaveLength(501);
});

test('all faults of a request are reported', async () => {
  const { status, faults } = await make({
    accountCode: '',
    startDate: '2026-12-02',
    endDate: '2026-12-01',
    program: 'xero',
  });
  expect(status).toBe(400);
  expect(faults.map(({ path: at }) => at)).toContain('endDate');
  expect((await make({ accountCode: '' })).faults).toEqual([
    { path: 'accountCode', message: 'Account code is required: the code of your sales account in Xero.' },
  ]);
  expect((await file(newId())).status).toBe(404);
});

test('an invoice and its note are e-invoices for staff, and for the account’s people who see invoices of its site', async () => {
  const { buyer, orders } = await buyerWithInvoices(2);
  const desk = orderDeskOf(shop, { ...clerk, token });
  const { body: refund } = await desk.refund(orders[0]?.orderId ?? '', { amount: 5 });
  const { id: invoiceId } = await db
    .selectFrom('tax_invoices')
    .select('id')
    .where('order_id', '=', orders[0]?.orderId ?? '')
    .executeTakeFirstOrThrow();
  const noteId = refund.adjustmentNoteId ?? '';
  const staff = await shop.ask('GET', `${path}/invoices/${invoiceId}/e-invoice`, { token });
  expect(staff.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(staff.bytes.toString()).toContain('<cbc:TaxInclusiveAmount currencyID="AUD">39.98</cbc:TaxInclusiveAmount>');
  const note = await shop.ask('GET', `${path}/notes/${noteId}/e-invoice`, { token });
  expect(note.bytes.toString()).toContain('<cbc:PayableAmount currencyID="AUD">5.00</cbc:PayableAmount>');

  const tower = await makePerson(shop.deps);
  await makeTradeMember(db, buyer.account.id, {
    user: tower,
    role: 'accountsContact',
    siteIds: [await makeTradeSite(db, buyer.account.id, { name: 'Elsewhere' })],
  });
  const plain = await makePerson(shop.deps);
  await makeTradeMember(db, buyer.account.id, { user: plain, role: 'buyer' });
  const other = await makeTradeBuyer(shop);
  const own = (user: { token: string }, accountId: string, what: string) =>
    shop.ask('GET', `/v1/trade/accounts/${accountId}/${what}/e-invoice`, { token: user.token });
  for (const what of [`invoices/${invoiceId}`, `notes/${noteId}`]) {
    expect((await own(buyer.user, buyer.account.id, what)).status).toBe(200);
    expect((await own(tower, buyer.account.id, what)).status).toBe(404);
    expect((await own(plain, buyer.account.id, what)).status).toBe(403);
    expect((await own(other.user, buyer.account.id, what)).status).toBe(403);
    expect((await own(other.user, other.account.id, what)).status).toBe(404);
  }
});

test('without an ABN of the customer there is no e-invoice', async () => {
  const { buyer, orders } = await buyerWithInvoices(1);
  await db.updateTable('trade_accounts').set({ abn: '' }).where('id', '=', buyer.account.id).execute();
  await sql`update tax_invoices set content = content #- '{buyer,abn}' where order_id = ${orders[0]?.orderId}`.execute(
    db,
  );
  const { rows } = await sql<{
    id: string;
  }>`select id from tax_invoices where order_id = ${orders[0]?.orderId}`.execute(db);
  const refused = await shop.ask('GET', `${path}/invoices/${rows[0]?.id}/e-invoice`, { token });
  expect([refused.status, refused.message]).toEqual([
    409,
    'An e-invoice needs the customer’s ABN. Add it to the trade account first.',
  ]);
});
