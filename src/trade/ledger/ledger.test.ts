import { expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Day } from '#lib/day.ts';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { makeProduct } from '../../../test/make.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { orderDeskOf } from '../../../test/sold.ts';
import { makeTradeBuyer, orderOnAccount, signInAgain, type TradeBuyer } from '../../../test/trade-buyer.ts';
import { rebuildExposure } from './rebuild-exposure.server.ts';
import { remindOverdueAccounts } from './reminders.server.ts';
import { readStatement } from './statement.server.ts';
import type { AgeingOnPage, LedgerRowOnPage, OpenInvoiceOnPage } from './shapes.ts';

const shop = await testApp();
const { db, clock } = shop.deps;
const mop = await makeProduct(db, { price: 100, onHand: 10_000 });
const clerk = await makeAdministrator(shop.deps, { claims: ['ManageAccounts', 'ManageCartOrders'] });

interface Credit {
  exposure: number;
  ageing: AgeingOnPage;
  invoices: OpenInvoiceOnPage[];
  credits: { entryId: string; open: number }[];
}

/** A clerk's calls about one account; `token` is renewed, because the clock advances. */
async function deskOf({ account }: TradeBuyer) {
  const token = await signInAgain(shop, clerk);
  const path = `/v1/trade-accounts/${account.id}`;
  const post = (what: string, body: object) => shop.ask('POST', `${path}/${what}`, { token, body });
  return {
    token,
    path,
    post,
    credit: async () => (await shop.ask<Credit>('GET', `${path}/credit`, { token })).body,
    ledger: async (query = '') => (await shop.ask<LedgerRowOnPage[]>('GET', `${path}/ledger${query}`, { token })).body,
    pay: (amount: number, more: object = {}) =>
      post('payments', { id: newId(), amount, onDay: today(), reference: 'EFT', note: '', ...more }),
  };
}

const today = (): string => new Date(clock.now().getTime() + 11 * 3_600_000).toISOString().slice(0, 10);

async function accountWithInvoices(quantities: readonly number[], traits: Parameters<typeof makeTradeBuyer>[1] = {}) {
  const buyer = await makeTradeBuyer(shop, { creditLimit: 100_000, ...traits });
  for (const qty of quantities) await orderOnAccount(shop, buyer, { product: mop, qty });
  return { buyer, desk: await deskOf(buyer) };
}

test('a payment without chosen invoices pays the oldest due; what is left stays as credit', async () => {
  const { desk } = await accountWithInvoices([1, 2]);
  expect((await desk.pay(150)).status).toBe(201);
  const half = await desk.credit();
  expect(half.invoices.map(({ open }) => open)).toEqual([150]);
  expect(half).toMatchObject({ exposure: 150, ageing: { notDue: 150, credit: 0, balance: 150 } });
  await desk.pay(200);
  const over = await desk.credit();
  expect(over).toMatchObject({ exposure: -50, invoices: [], ageing: { notDue: 0, credit: -50, balance: -50 } });
  const [last, , second] = await desk.ledger();
  expect(last).toMatchObject({ kind: 'payment', amount: -200, open: -50, balance: -50 });
  expect(second?.allocations.map(({ amount }) => amount)).toEqual([50, 150]);
});

test('the same payment sent twice, also at the same moment, is entered once', async () => {
  const { desk } = await accountWithInvoices([1]);
  const id = newId();
  const answers = await Promise.all([1, 2, 3].map(() => desk.pay(60, { id })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect((await desk.credit()).exposure).toBe(40);
  const { desk: other } = await accountWithInvoices([1]);
  expect((await other.pay(60, { id })).status).toBe(409);
});

test('an id that is used already for another entry is refused, and nothing is entered', async () => {
  const { desk } = await accountWithInvoices([1]);
  const id = newId();
  await desk.pay(10, { id });
  const refusal = { status: 409, message: expect.stringMatching(/^This was recorded already, with other details/) };
  expect(await desk.pay(45, { id })).toMatchObject(refusal);
  expect(await desk.pay(10, { id, reference: 'Other' })).toMatchObject(refusal);
  const [{ entryId = '' } = {}] = (await desk.credit()).invoices;
  const writeOff = (more: object) => desk.post('write-offs', { id, entryId, amount: 10, reason: 'Rounding', ...more });
  expect(await writeOff({})).toMatchObject(refusal);
  const other = newId();
  expect((await writeOff({ id: other })).status).toBe(201);
  expect((await writeOff({ id: other })).status).toBe(201);
  expect(await writeOff({ id: other, amount: 20 })).toMatchObject(refusal);
  expect((await desk.credit()).invoices.map(({ open }) => open)).toEqual([80]);
});

test('a payment for chosen invoices pays these, never more than is open of them', async () => {
  const { desk } = await accountWithInvoices([1, 2]);
  const [first, second] = (await desk.credit()).invoices;
  const paid = await desk.pay(200, { allocations: [{ entryId: second?.entryId, amount: 200 }] });
  expect(paid.status).toBe(201);
  expect((await desk.credit()).invoices.map(({ entryId }) => entryId)).toEqual([first?.entryId]);
  const over = await desk.pay(150, { allocations: [{ entryId: first?.entryId, amount: 150 }] });
  expect(over).toMatchObject({ status: 409 });
  expect((await desk.credit()).exposure).toBe(100);
  const more = await desk.pay(10, { allocations: [{ entryId: first?.entryId, amount: 20 }] });
  expect(more.faults).toEqual([{ path: 'allocations', message: 'The invoices add up to more than the payment.' }]);
});

test('of many allocations at the same moment only as much passes as is open on both sides', async () => {
  const { desk } = await accountWithInvoices([1, 1]);
  await desk.pay(100, { allocations: [] });
  const { invoices, credits } = await desk.credit();
  const [creditId] = credits.map(({ entryId }) => entryId);
  const answers = await Promise.all(
    [...invoices, ...invoices].map(({ entryId: debitId }) =>
      desk.post('allocations', { allocations: [{ creditId, debitId, amount: 60 }] }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409, 409]);
  const after = await desk.credit();
  expect(after.ageing).toMatchObject({ notDue: 140, credit: -40, balance: 100 });
});

test('an allocation is taken back once, and the ledger keeps both', async () => {
  const { desk } = await accountWithInvoices([1]);
  await desk.pay(100);
  const [payment, invoice] = await desk.ledger();
  const pair = { creditId: payment?.id, debitId: invoice?.id };
  const answers = await Promise.all([1, 2].map(() => desk.post('allocations/take-back', pair)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  expect(await desk.credit()).toMatchObject({ ageing: { notDue: 100, credit: -100, balance: 0 } });
  expect((await desk.post('allocations/oldest-first', {})).status).toBe(204);
  expect(await desk.credit()).toMatchObject({ invoices: [], credits: [] });
});

test('a write-off needs a reason, closes an invoice, and never takes more than is open', async () => {
  const { desk } = await accountWithInvoices([1]);
  const [invoice] = (await desk.credit()).invoices;
  const write = (amount: number, reason: string) =>
    desk.post('write-offs', { id: newId(), entryId: invoice?.entryId, amount, reason });
  expect((await write(10, '')).faults).toEqual([{ path: 'reason', message: 'Reason is required.' }]);
  expect((await write(101, 'Liquidated')).status).toBe(409);
  expect((await write(100, 'Liquidated')).status).toBe(201);
  expect(await desk.credit()).toMatchObject({ exposure: 0, invoices: [] });
  expect((await desk.ledger())[0]).toMatchObject({ kind: 'writeOff', note: 'Liquidated', site: 'Head office' });
});

test('a write-off that is taken back is owed again, once, and pays no other invoice', async () => {
  const { desk } = await accountWithInvoices([1, 2]);
  const [invoice] = (await desk.credit()).invoices;
  await desk.post('write-offs', { id: newId(), entryId: invoice?.entryId, amount: 40, reason: 'By mistake' });
  expect((await desk.credit()).exposure).toBe(260);
  const [writtenOff] = await desk.ledger();
  const pair = { creditId: writtenOff?.id, debitId: invoice?.entryId };
  const answers = await Promise.all([1, 2].map(() => desk.post('allocations/take-back', pair)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  const back = (await desk.ledger()).find(({ amount }) => amount === 40);
  expect(back).toMatchObject({ kind: 'writeOff', amount: 40, note: 'Taken back', document: invoice?.document });
  const owed = { exposure: 300, credits: [], ageing: { balance: 300, credit: 0 } };
  expect(await desk.credit()).toMatchObject(owed);
  await desk.post('allocations/oldest-first', {});
  expect(await desk.credit()).toMatchObject(owed);
  const again = { creditId: writtenOff?.id, debitId: back?.id };
  expect(await desk.post('allocations/take-back', again)).toMatchObject({
    status: 409,
    message: 'What was written off has been taken back already. Write it off again instead.',
  });
});

test('of a write-off, a part of which a refund has taken back, only the rest is taken back by hand', async () => {
  const { desk } = await accountWithInvoices([1]);
  const [invoice] = (await desk.credit()).invoices;
  await desk.post('write-offs', { id: newId(), entryId: invoice?.entryId, amount: 70, reason: 'Lost in a move' });
  const [writtenOff] = await desk.ledger('?kind=writeOff');
  const orders = orderDeskOf(shop, { ...clerk, token: desk.token });
  await orders.refund(invoice?.orderId ?? '', { amount: 60 });
  const pair = { creditId: writtenOff?.id, debitId: invoice?.entryId };
  const answers = await Promise.all([1, 2].map(() => desk.post('allocations/take-back', pair)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  expect(await desk.credit()).toMatchObject({ exposure: 40, credits: [], invoices: [{ open: 40 }] });
});

test('credit that is not allocated pays the next invoice', async () => {
  const { buyer, desk } = await accountWithInvoices([1]);
  await desk.pay(250);
  await orderOnAccount(shop, buyer, { product: mop, qty: 1 });
  const used = await (await deskOf(buyer)).credit();
  expect(used).toMatchObject({ exposure: -50, invoices: [], credits: [{ open: 50 }] });
  await orderOnAccount(shop, buyer, { product: mop, qty: 1 });
  expect(await (await deskOf(buyer)).credit()).toMatchObject({ exposure: 50, invoices: [{ open: 50 }], credits: [] });
});

test('an order that is opened again uses credit that came meanwhile', async () => {
  const { desk } = await accountWithInvoices([1]);
  const [invoice] = (await desk.credit()).invoices;
  const orders = orderDeskOf(shop, { ...clerk, token: desk.token });
  await orders.change(invoice?.orderId ?? '', 2, { notify: false });
  await desk.pay(100);
  expect(await desk.credit()).toMatchObject({ invoices: [{ open: 100 }], credits: [{ open: 100 }] });
  await orders.change(invoice?.orderId ?? '', 0, { notify: false });
  expect(await desk.credit()).toMatchObject({ exposure: 0, invoices: [], credits: [] });
});

test('the mail of an invoice and the page of its order say what credit has paid', async () => {
  const { buyer, desk } = await accountWithInvoices([1]);
  await desk.pay(230);
  await shop.deps.jobs.finishAll();
  shop.mails.length = 0;
  const paid = await orderOnAccount(shop, buyer, { product: mop, qty: 1 });
  const half = await orderOnAccount(shop, buyer, { product: mop, qty: 1 });
  await shop.deps.jobs.finishAll();
  const mine = shop.mails.filter(({ to }) => to === `accounts.${buyer.account.id}@example.com`);
  const texts = mine.map(({ text }) => text).toSorted();
  expect(texts.some((text) => text.includes('Your credit has paid $100.00, so nothing is left to pay.'))).toBe(true);
  expect(texts.some((text) => text.includes('Your credit has paid $30.00, so $70.00 is left to pay.'))).toBe(true);
  const shown = async (orderId: string) =>
    (await shop.ask('GET', `/v1/shopping-orders/${orderId}`, { token: buyer.user.token })).body;
  expect(await shown(paid.orderId)).toMatchObject({
    paymentMethod: 'On account, nothing left to pay',
    trade: { open: 0, paymentReference: null },
  });
  const left = await shown(half.orderId);
  expect(left).toMatchObject({ trade: { open: 70 } });
  expect(left['paymentMethod']).toMatch(/^On account, \$70\.00 left to pay, due /);
  const orders = orderDeskOf(shop, { ...clerk, token: desk.token });
  await orders.change(half.orderId, 2, { notify: false });
  expect(await shown(half.orderId)).toMatchObject({ paymentMethod: 'On account, cancelled: nothing to pay' });
});

test('only credit that is not allocated can be paid back', async () => {
  const { desk } = await accountWithInvoices([1]);
  await desk.pay(130);
  const back = (amount: number) =>
    desk.post('pay-backs', { id: newId(), amount, onDay: today(), reference: 'EFT 9', note: '' });
  expect((await back(31)).faults).toEqual([{ path: 'amount', message: 'Only $30.00 of credit can be paid back.' }]);
  expect((await back(30)).status).toBe(201);
  expect(await desk.credit()).toMatchObject({ exposure: 0, credits: [], invoices: [] });
});

test('what a bounced payment has paid is owed again, and no order uses it', async () => {
  const { buyer, desk } = await accountWithInvoices([1, 2]);
  await desk.pay(250);
  const [payment, invoice] = await desk.ledger();
  const bounce = (amount: number, bouncedId = payment?.id, id = newId()) =>
    desk.post('pay-backs', { id, amount, onDay: today(), reference: 'Returned', note: '', bouncedId });
  expect(await bounce(100, invoice?.id)).toMatchObject({ status: 409, message: 'Only a payment can bounce.' });
  expect((await bounce(251)).faults).toEqual([{ path: 'amount', message: 'Only $250.00 of this payment can bounce.' }]);
  expect((await desk.credit()).invoices.map(({ open }) => open)).toEqual([50]);
  const answers = await Promise.all([bounce(250), bounce(250)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  expect((await desk.ledger('?kind=bounce')).map(({ kind, amount, document }) => [kind, amount, document])).toEqual([
    ['bounce', 250, 'Returned'],
  ]);
  const month = today().slice(0, 7);
  const period = `format=csv&startDate=${month}-01&endDate=${month}-28`;
  const { bytes } = await shop.ask('GET', `${desk.path}/statement/file?${period}`, { token: desk.token });
  expect(bytes.toString()).toContain('Bounced payment');
  await orderOnAccount(shop, buyer, { product: mop, qty: 1 });
  expect(await desk.credit()).toMatchObject({
    exposure: 400,
    invoices: [{ open: 100 }, { open: 200 }, { open: 100 }],
    credits: [],
  });
  const { desk: other } = await accountWithInvoices([]);
  const foreign = { id: newId(), amount: 1, onDay: today(), reference: '', note: '', bouncedId: payment?.id };
  expect((await other.post('pay-backs', foreign)).status).toBe(404);
});

test('a day of a closed month, or in the future, is refused', async () => {
  const { desk } = await accountWithInvoices([1]);
  expect((await desk.pay(10, { onDay: '2026-02-28' })).faults[0]).toMatchObject({ path: 'onDay' });
  expect((await desk.pay(10, { onDay: '2026-12-31' })).faults).toEqual([
    { path: 'onDay', message: 'The day is in the future.' },
  ]);
});

test('ageing goes by the due day; 400 days late is over 90, and an advance that is allocated later leaves nothing overdue', async () => {
  const { buyer, desk } = await accountWithInvoices([1], { terms: { kind: 'days', days: 7 } });
  const on = async (day: string) =>
    (await shop.ask<AgeingOnPage>('GET', `/v1/debtors/totals?day=${day}`, { token: desk.token })).status;
  expect(await on('2026-03-02')).toBe(200);
  const start = clock.now();
  const bucketAfter = async (days: number) => {
    clock.set(new Date(start.getTime() + days * 86_400_000));
    const { ageing } = await (await deskOf(buyer)).credit();
    return Object.entries(ageing).flatMap(([name, amount]) => (amount > 0 && name !== 'balance' ? [name] : []));
  };
  const expected = [
    [7, 'notDue'],
    [8, 'to30'],
    [37, 'to30'],
    [38, 'to60'],
    [67, 'to60'],
    [68, 'to90'],
    [97, 'to90'],
    [98, 'over90'],
    [407, 'over90'],
  ] as const;
  for (const [days, bucket] of expected) expect(await bucketAfter(days)).toEqual([bucket]);
  const later = await deskOf(buyer);
  await later.pay(100, { allocations: [] });
  expect((await later.credit()).ageing).toMatchObject({ over90: 100, credit: -100, balance: 0 });
  await later.post('allocations/oldest-first', {});
  expect((await later.credit()).ageing).toMatchObject({ over90: 0, credit: 0, balance: 0 });
});

test('the statement of a past month is printed again byte for byte, whatever happened since', async () => {
  const { buyer, desk } = await accountWithInvoices([2, 1], { sites: ['Depot', 'Tower'] });
  await orderOnAccount(shop, { ...buyer, siteId: buyer.account.siteIds[1] ?? '' }, { product: mop, qty: 3 });
  await desk.pay(150, { allocations: [] });
  const month = today().slice(0, 7);
  const file = async (format: string) => {
    const { token, path } = await deskOf(buyer);
    const period = `startDate=${month}-01&endDate=${new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)}`;
    return (await shop.ask('GET', `${path}/statement/file?format=${format}&${period}`, { token })).bytes;
  };
  clock.advance(31 * 86_400_000);
  const [pdf, csv] = [await file('pdf'), await file('csv')];
  const later = await deskOf(buyer);
  const [{ entryId = '' } = {}] = (await later.credit()).invoices;
  await later.post('allocations/oldest-first', {});
  await later.post('write-offs', {
    id: newId(),
    entryId: (await later.credit()).invoices[0]?.entryId ?? entryId,
    amount: 1,
    reason: 'Rounding',
  });
  await later.pay(100);
  const [order] = await later.ledger('?kind=invoice');
  await orderDeskOf(shop, { ...clerk, token: later.token }).refund(order?.orderId ?? '', { amount: 5 });
  expect((await file('pdf')).equals(pdf)).toBe(true);
  expect((await file('csv')).equals(csv)).toBe(true);
  expect(csv.toString()).toContain('Closing balance,,,,,,450.00,');
});

test('a wrong exposure is found, mended and recorded, and a right one is left alone', async () => {
  const { buyer, desk } = await accountWithInvoices([1]);
  expect(await rebuildExposure(shop.deps)).toBe(0);
  await db
    .updateTable('trade_accounts')
    .set({ exposure_cents: 5 as never })
    .where('id', '=', buyer.account.id)
    .execute();
  expect(await rebuildExposure(shop.deps)).toBe(1);
  expect((await desk.credit()).exposure).toBe(100);
  expect(shop.log()).toContain('the exposure of a trade account was wrong');
});

test('reminders list what is overdue, once a day by hand and once a week by the job', async () => {
  const { buyer, desk } = await accountWithInvoices([1], { terms: { kind: 'days', days: 0 } });
  expect(await desk.post('reminders', {})).toMatchObject({
    status: 409,
    message: 'This account has nothing overdue.',
  });
  clock.advance(6 * 86_400_000);
  await shop.deps.jobs.finishAll();
  shop.mails.length = 0;
  const mine = () => shop.mails.filter(({ to }) => to === `accounts.${buyer.account.id}@example.com`);
  await remindOverdueAccounts(shop.deps, clock.now());
  await shop.deps.jobs.finishAll();
  expect(mine()).toHaveLength(0); // overdue by six days
  const later = await deskOf(buyer);
  expect((await later.post('reminders', {})).status).toBe(202);
  expect((await later.post('reminders', {})).status).toBe(409);
  await shop.deps.jobs.finishAll();
  expect(mine()[0]?.subject).toBe(`$100.00 overdue on account ${buyer.account.number}`);
  clock.advance(86_400_000);
  await remindOverdueAccounts(shop.deps, clock.now());
  clock.advance(6 * 86_400_000);
  await Promise.all([1, 2].map(() => remindOverdueAccounts(shop.deps, clock.now())));
  await shop.deps.jobs.finishAll();
  expect(mine()).toHaveLength(2);
});

test('an account is reminded only of what its credit does not cover', async () => {
  const { buyer } = await accountWithInvoices([1, 1], { terms: { kind: 'days', days: 0 } });
  clock.advance(9 * 86_400_000);
  const desk = await deskOf(buyer);
  await desk.pay(200, { allocations: [] });
  expect(await desk.post('reminders', {})).toMatchObject({
    status: 409,
    message: 'Credit of $200.00 covers what is overdue. Allocate it instead of sending a reminder.',
  });
  await shop.deps.jobs.finishAll();
  shop.mails.length = 0;
  const mine = () => shop.mails.filter(({ to }) => to === `accounts.${buyer.account.id}@example.com`);
  await remindOverdueAccounts(shop.deps, clock.now());
  await shop.deps.jobs.finishAll();
  expect(mine()).toEqual([]);
  await desk.post('pay-backs', { id: newId(), amount: 150, onDay: today(), reference: 'EFT', note: '' });
  await remindOverdueAccounts(shop.deps, clock.now());
  await shop.deps.jobs.finishAll();
  expect(mine().map(({ subject }) => subject)).toEqual([`$150.00 overdue on account ${buyer.account.number}`]);
  expect(mine()[0]?.text).toContain('Less your credit that is not used yet: $50.00');
});

test('a statement before the first account is empty, and two sites of one name have a total each', async () => {
  const { buyer, desk } = await accountWithInvoices([2], { sites: ['Depot', 'Tower'] });
  await orderOnAccount(shop, { ...buyer, siteId: buyer.account.siteIds[1] ?? '' }, { product: mop, qty: 3 });
  await sql`update trade_sites set archived_at = now() where id = ${buyer.siteId}`.execute(db);
  await sql`update trade_sites set name = 'Depot' where id = ${buyer.account.siteIds[1]}`.execute(db);
  const statement = async (period: string) =>
    (
      await shop.ask<{ opening: number; closing: number; sites: object[] }>('GET', `${desk.path}/statement?${period}`, {
        token: desk.token,
      })
    ).body;
  const month = `startDate=${today().slice(0, 7)}-01&endDate=${today()}`;
  expect((await statement(month)).sites).toMatchObject([
    { site: 'Depot', invoiced: 200 },
    { site: 'Depot', invoiced: 300 },
  ]);
  expect(await statement('startDate=1960-01-01&endDate=1960-01-31')).toMatchObject({ opening: 0, closing: 0 });
  const early = await shop.ask('GET', '/v1/debtors?day=1969-12-31', { token: desk.token });
  expect(early.status).toBe(200);
});

test('a statement counts only invoices as invoiced, in all and by site', async () => {
  const { buyer, desk } = await accountWithInvoices([2]);
  const [invoice] = (await desk.credit()).invoices;
  await desk.post('write-offs', { id: newId(), entryId: invoice?.entryId, amount: 40, reason: 'By mistake' });
  const [writtenOff] = await desk.ledger('?kind=writeOff');
  const back = await desk.post('allocations/take-back', { creditId: writtenOff?.id, debitId: invoice?.entryId });
  expect(back).toMatchObject({ status: 204 });
  await desk.pay(230);
  await desk.post('pay-backs', { id: newId(), amount: 30, onDay: today(), reference: 'EFT', note: '' });
  const month = { startDate: `${today().slice(0, 7)}-01` as Day, endDate: today() as Day, today: today() as Day };
  const { sites } = await readStatement(db, buyer.account.id, month);
  expect(sites).toEqual([
    { site: 'Head office', invoiced: 20_000, credited: 0 },
    { site: null, invoiced: 0, credited: -20_000 },
  ]);
});

test('a refund of an order that was written off takes the write-off back, and only what was paid becomes credit', async () => {
  const { desk } = await accountWithInvoices([1]);
  const [invoice] = (await desk.credit()).invoices;
  await desk.pay(30);
  await desk.post('write-offs', { id: newId(), entryId: invoice?.entryId, amount: 70, reason: 'Lost in a move' });
  const orders = orderDeskOf(shop, { ...clerk, token: desk.token });
  await orders.refund(invoice?.orderId ?? '', { amount: 60 });
  expect(await desk.credit()).toMatchObject({ exposure: 0, credits: [], ageing: { balance: 0 } });
  await orders.refund(invoice?.orderId ?? '', { amount: 40 });
  expect(await desk.credit()).toMatchObject({ exposure: -30, credits: [{ open: 30 }], ageing: { balance: -30 } });
  const entries = (await desk.ledger()).map(({ kind, amount }) => [kind, amount]);
  expect(entries.filter(([kind]) => kind === 'writeOff')).toEqual([
    ['writeOff', 10],
    ['writeOff', 60],
    ['writeOff', -70],
  ]);
});

test('nobody is reminded of the invoice of a cancelled order, which stays owed until it is refunded', async () => {
  const { buyer, desk } = await accountWithInvoices([1], { terms: { kind: 'days', days: 0 } });
  const [invoice] = (await desk.credit()).invoices;
  await orderDeskOf(shop, { ...clerk, token: desk.token }).change(invoice?.orderId ?? '', 2, { notify: false });
  expect((await desk.credit()).ageing.balance).toBe(100);
  await shop.deps.jobs.finishAll();
  shop.mails.length = 0;
  clock.advance(9 * 86_400_000);
  await remindOverdueAccounts(shop.deps, clock.now());
  await shop.deps.jobs.finishAll();
  expect(shop.mails.filter(({ to }) => to === `accounts.${buyer.account.id}@example.com`)).toEqual([]);
  const later = await deskOf(buyer);
  expect(await later.post('reminders', {})).toMatchObject({
    message: 'Only invoices of cancelled orders are overdue. Refund these orders instead.',
  });
});

test('the debtors list, its totals and its file agree', async () => {
  const { buyer } = await accountWithInvoices([3]);
  const { token } = await deskOf(buyer);
  const rows = await shop.ask<(AgeingOnPage & { id: string })[]>('GET', '/v1/debtors?page=1&pageSize=100', { token });
  const totals = await shop.ask<AgeingOnPage>('GET', '/v1/debtors/totals', { token });
  const sum = (name: keyof AgeingOnPage) => Math.round(rows.body.reduce((all, row) => all + row[name] * 100, 0)) / 100;
  for (const name of ['notDue', 'over90', 'credit', 'balance'] as const) expect(sum(name)).toBe(totals.body[name]);
  const { body: found } = await shop.ask<{ id: string }[]>('GET', `/v1/debtors?search=${buyer.account.number}`, {
    token,
  });
  expect(found.map(({ id }) => id)).toEqual([buyer.account.id]);
  const { bytes } = await shop.ask('GET', '/v1/debtors/export?format=csv', { token });
  expect(bytes.toString()).toContain(buyer.account.name);
  expect(bytes.toString()).toContain('Balance,Credit Limit,Exposure');
  const past = await shop.ask('GET', '/v1/debtors/export?format=csv&day=2026-02-28', { token });
  expect(past.bytes.toString()).toMatch(/,Credit,Balance$/m); // the limit and the exposure are today’s
});
