import { expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { makeProduct } from '../../../../test/make.ts';
import { makeAdministrator } from '../../../../test/people.ts';
import { orderDeskOf } from '../../../../test/sold.ts';
import { makeTradeBuyer, orderOnAccount } from '../../../../test/trade-buyer.ts';
import type { BankReportOnPage } from './contract.ts';

const shop = await testApp();
const mop = await makeProduct(shop.deps.db, { price: 100, onHand: 10_000 });
const { token } = await makeAdministrator(shop.deps, { claims: ['ManageAccounts'] });

const exposureOf = async (accountId: string): Promise<number> =>
  (await shop.ask<{ exposure: number }>('GET', `/v1/trade-accounts/${accountId}/credit`, { token })).body.exposure;

async function invoiceOf(qty: number) {
  const buyer = await makeTradeBuyer(shop, { creditLimit: 100_000 });
  await orderOnAccount(shop, buyer, { product: mop, qty });
  const { body } = await shop.ask<{
    reference: string;
    invoices: { document: string; reference: string; orderId: string }[];
  }>('GET', `/v1/trade-accounts/${buyer.account.id}/credit`, { token });
  return {
    ...buyer.account,
    reference: body.invoices[0]?.reference ?? '',
    ofAccount: body.reference,
    orderId: body.invoices[0]?.orderId ?? '',
  };
}

const check = (file: string, more: object = {}) =>
  shop.ask<BankReportOnPage>('POST', '/v1/debtors/bank/check', { token, body: { file, ...more } });
const write = (file: string, seen: string, more: object = {}) =>
  shop.ask<BankReportOnPage>('POST', '/v1/debtors/bank', { token, body: { file, seen, ...more } });

const csv = (...lines: string[]) => ['Date,Narrative,Debit,Credit,Balance', ...lines].join('\n');

test('lines are matched by reference, however the bank writes it, then by the amount of one open invoice', async () => {
  const [byHyphens, squeezed, byAmount] = [await invoiceOf(2), await invoiceOf(3), await invoiceOf(71)];
  const file = csv(
    `01/03/2026,Direct Credit ${byHyphens.reference} Harbour,,200.00,900.00`,
    `02/03/26,OSKO ${squeezed.reference.replaceAll('-', '').toLowerCase()},,"300.00",1200.00`,
    '2026-03-02,Payment thank you,,"7,100.00",8300.00',
    '02/03/2026,Card fees,12.00,,8288.00',
    '02/03/2026,Somebody else,,44.44,8332.44',
  );
  const { body } = await check(file);
  expect(body.lines.map(({ state, how, account }) => [state, how, account])).toEqual([
    ['matched', 'reference', `${byHyphens.number} ${byHyphens.name}`],
    ['matched', 'reference', `${squeezed.number} ${squeezed.name}`],
    ['matched', 'amount', `${byAmount.number} ${byAmount.name}`],
    ['unmatched', null, ''],
  ]);
  expect(body).toMatchObject({ matched: 3, total: 7600, paidOut: 1, faults: [] });
  const choices = [{ row: 6, accountId: byHyphens.id }];
  const chosen = await check(file, { choices });
  expect(chosen.body.lines[3]).toMatchObject({ state: 'matched', how: 'hand' });
  expect(await write(file, body.seen, { choices })).toMatchObject({ status: 409 });
  const written = await write(file, chosen.body.seen, { choices });
  expect(written).toMatchObject({ status: 200, body: { isWritten: true, matched: 4 } });
  expect(await Promise.all([byHyphens, squeezed, byAmount].map(({ id }) => exposureOf(id)))).toEqual([-44.44, 0, 0]);
});

test('what a line pays too much takes no invoice that a later line names', async () => {
  const buyer = await makeTradeBuyer(shop, { creditLimit: 100_000 });
  for (const qty of [1, 2, 4]) await orderOnAccount(shop, buyer, { product: mop, qty });
  const open = async () =>
    (
      await shop.ask<{ invoices: { reference: string; open: number }[] }>(
        'GET',
        `/v1/trade-accounts/${buyer.account.id}/credit`,
        { token },
      )
    ).body.invoices;
  const referenceOf = new Map((await open()).map((invoice) => [invoice.open, invoice.reference]));
  const file = csv(
    `02/03/2026,${referenceOf.get(100)},,150.00,150.00`,
    `02/03/2026,${referenceOf.get(200)},,200.00,350.00`,
  );
  expect((await write(file, (await check(file)).body.seen)).status).toBe(200);
  expect((await open()).map((invoice) => [invoice.reference, invoice.open])).toEqual([[referenceOf.get(400), 350]]);
  const { body } = await shop.ask<{ amount: number; allocations: { amount: number }[] }[]>(
    'GET',
    `/v1/trade-accounts/${buyer.account.id}/ledger?page=1&pageSize=20`,
    { token },
  );
  const payments = body
    .filter(({ amount }) => amount < 0)
    .map(({ allocations }) => allocations.map((one) => one.amount));
  expect(payments.toSorted((a, b) => a.length - b.length)).toEqual([[200], expect.arrayContaining([100, 50])]);
});

test('a transfer that names several invoices pays these, in that order, before the oldest', async () => {
  const buyer = await makeTradeBuyer(shop, { creditLimit: 100_000 });
  for (const qty of [1, 2, 3]) await orderOnAccount(shop, buyer, { product: mop, qty });
  const open = async () =>
    (
      await shop.ask<{ invoices: { document: string; reference: string; open: number }[] }>(
        'GET',
        `/v1/trade-accounts/${buyer.account.id}/credit`,
        { token },
      )
    ).body.invoices;
  const byAmount = (await open()).toSorted((a, b) => a.open - b.open);
  const [small, middle, large] = byAmount;
  const file = csv(`02/03/2026,Invoices ${large?.reference} and ${middle?.reference},,450.00,450.00`);
  const { body } = await check(file);
  expect(body.lines).toMatchObject([{ how: 'reference', document: `${large?.document}, ${middle?.document}` }]);
  expect((await write(file, body.seen)).status).toBe(200);
  const left = (await open()).map(({ document, open: amount }) => [document, amount]);
  expect(left.toSorted()).toEqual(
    [
      [small?.document, 100],
      [middle?.document, 50],
    ].toSorted(),
  );
});

test('a transfer that names invoices of two accounts is left to a person', async () => {
  const [one, other] = [await invoiceOf(2), await invoiceOf(3)];
  const file = csv(`02/03/2026,Invoices ${one.reference} and ${other.reference},,500.00,500.00`);
  const { body } = await check(file);
  const both = [one, other].map(({ number, name }) => `${number} ${name}`).join(', ');
  expect(body.lines).toMatchObject([{ state: 'unmatched', accountId: null, account: both }]);
  const { body: chosen } = await check(file, { choices: [{ row: 2, accountId: other.id }] });
  expect(chosen.lines).toMatchObject([{ state: 'matched', how: 'hand', accountId: other.id }]);
});

test('the invoice of a cancelled order is not matched by its amount', async () => {
  const [cancelled, due] = [await invoiceOf(47), await invoiceOf(47)];
  const file = csv('02/03/2026,Somebody,,4700.00,4700.00');
  expect((await check(file)).body.lines).toMatchObject([{ state: 'unmatched' }]); // two invoices have this amount
  const clerk = await makeAdministrator(shop.deps, { claims: ['ManageCartOrders'] });
  await orderDeskOf(shop, clerk).change(cancelled.orderId, 2, { notify: false });
  expect((await check(file)).body.lines).toMatchObject([{ how: 'amount', accountId: due.id }]);
});

test('lines that a column marks as debits are money out', async () => {
  const account = await invoiceOf(4);
  const file = ['Date,Description,Amount,Type', `02/03/2026,${account.reference},400.00,Debit`].join('\n');
  expect((await check(file)).body).toMatchObject({ lines: [], paidOut: 1 });
  expect((await check(file.replace('Debit', 'Credit'))).body).toMatchObject({
    lines: [{ state: 'matched' }],
    paidOut: 0,
  });
});

test('the same lines of another file are known, also if two people import them at the same moment', async () => {
  const account = await invoiceOf(5);
  const file = csv(
    `02/03/2026,${account.ofAccount} part,,50.00,1.00`,
    `02/03/2026,${account.ofAccount} part,,50.00,51.00`,
  );
  const { body } = await check(file);
  expect(body.matched).toBe(2); // a bank lists equal payments of a day twice
  const answers = await Promise.all([1, 2].map(() => write(file, body.seen)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await exposureOf(account.id)).toBe(400);
  const longer = `${file}\n02/03/2026,${account.ofAccount} rest,,25.00,76.00`;
  const again = await check(longer);
  expect(again.body.lines.map(({ state }) => state)).toEqual(['known', 'known', 'matched']);
  await write(longer, again.body.seen);
  expect(await exposureOf(account.id)).toBe(375);
});

test('an invoice is matched by amount once, and not if two have the same amount', async () => {
  const [one, other] = [await invoiceOf(83), await invoiceOf(83)];
  const twice = await check(csv('02/03/2026,Thanks,,8300.00,1'));
  expect(twice.body.lines[0]).toMatchObject({ state: 'unmatched' });
  const byReference = csv(`02/03/2026,${other.reference},,8300.00,1`);
  await write(byReference, (await check(byReference)).body.seen);
  const left = await check(csv('02/03/2026,Thanks,,8300.00,1', '02/03/2026,Thanks again,,8300.00,1'));
  expect(left.body.lines.map(({ state, account }) => [state, account])).toEqual([
    ['matched', `${one.number} ${one.name}`],
    ['unmatched', ''],
  ]);
});

test('an invoice that a line further down names is not matched by its amount before', async () => {
  const account = await invoiceOf(37);
  const file = csv(
    '02/03/2026,Somebody without a reference,,"3,700.00",1.00',
    `02/03/2026,${account.reference},,"3,700.00",2.00`,
  );
  const { body } = await check(file);
  expect(body.lines.map(({ state, how }) => [state, how])).toEqual([
    ['unmatched', null],
    ['matched', 'reference'],
  ]);
});

test('a wrong check digit, a wrong date and a wrong amount are reported, and a payment of a closed month is dated on its first open day', async () => {
  const account = await invoiceOf(1);
  const last = Number(account.reference.at(-1));
  const wrong = `${account.reference.slice(0, -1)}${(last + 1) % 10}`;
  expect((await check(csv(`02/03/2026,${wrong},,12.00,1`))).body.lines[0]).toMatchObject({ state: 'unmatched' });
  const faulty = await check(csv(`31/02/2026,x,,1.00,1`, `03/03/2027,x,,1.00,1`, `02/03/2026,x,,1.2.3,1`));
  expect(faulty.body.faults.map(({ row, column }) => [row, column])).toEqual([
    [2, 'date'],
    [3, 'date'],
    [4, 'amount'],
  ]);
  const file = csv(`27/02/2026,${account.reference},,100.00,1`);
  await write(file, (await check(file)).body.seen);
  const { body } = await shop.ask<object[]>('GET', `/v1/trade-accounts/${account.id}/ledger?kind=payment`, { token });
  expect(body[0]).toMatchObject({ onDay: '2026-03-01', note: 'Received on 27/02/2026' });
});
