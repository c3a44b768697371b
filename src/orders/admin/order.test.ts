import { unzipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { queueBuyerMail } from '../mail/buyer-mails.server.ts';
import { testApp } from '../../../test/app.ts';
import { buyer, checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeCategory, makeProduct } from '../../../test/make.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import type { StaffNote } from '#lib/api/staff-note.ts';
import { maxOrdersPerDocument, type OrderOnPage, sentences } from './contract.ts';
import type { MailPreview } from './mail-contract.ts';

const shop = await testApp({ environment: { COMPANY_ABN: '51824753556' } });
const { ask, deps, mails } = shop;
const { db, clock, jobs } = deps;
const { token } = await makeAdministrator(deps, {
  claims: ['ManageCartOrders'],
  firstName: 'Imogen',
  lastName: 'Farrant',
});

const floors = await makeCategory(db, 'Floors');
const mops = await makeCategory(db, 'Mops', floors);
const mop = await makeProduct(db, { name: 'Flat mop', code: 'MOP-45', price: 20, onHand: 100, categories: [mops] });
const liners = await makeProduct(db, { name: 'Bin liners', code: 'BIN-72', price: 5, onHand: 100 });

async function ordered(lines: Parameters<typeof checkoutOf>[0], more: object = {}) {
  const { body } = await checkOut(shop, checkoutOf(lines, more));
  return { id: body.orderId ?? '', number: body.orderNumber ?? '' };
}

const delivered = { shippingInfo: { ...buyer, shippingMethod: 2 } };
const one = await ordered([{ product: mop, qty: 2 }, { product: liners }], delivered);
const other = await ordered([{ product: mop }], {});
await jobs.finishAll();

const details = (id: string) => ask<OrderOnPage>('GET', `/v1/manage-orders/details/${id}`, { token });
const setStatus = (id: string, status: number) =>
  db.updateTable('orders').set({ status }).where('id', '=', id).execute();
const auditOf = (id: string) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after', 'actor_name'])
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute();

test('the details have lines, people, payment, and back-office fields', async () => {
  const { status, body } = await details(one.id);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    orderNumber: one.number,
    orderStatus: 0,
    userId: null,
    userOrders: 0,
    ipAddress: '127.0.0.1',
    notes: [],
    mails: [],
    orderItems: [
      { productId: mop.id, productName: 'Flat mop', quantity: 2, returnedQuantity: 0, total: 40 },
      { productId: liners.id, productName: 'Bin liners', quantity: 1, returnedQuantity: 0 },
    ],
  });
  const missing = await details(newId());
  expect([missing.status, missing.message]).toEqual([404, sentences.gone]);
});

describe('notes', () => {
  const path = `/v1/manage-orders/${one.id}/notes`;
  const add = (text: unknown) => ask<StaffNote>('POST', path, { token, body: { text } as object });

  test('are added and changed, with their earlier text in the history', async () => {
    const made = await add(' Ring the bell\nat the back. ');
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ text: 'Ring the bell\nat the back.', authorName: 'Imogen Farrant', version: 1 });
    clock.advance(60_000);
    const put = (version: number, text: string) =>
      ask<StaffNote>('PUT', `${path}/${made.body.id}`, { token, body: { text, version } });
    expect((await put(1, 'Ring twice.')).body).toMatchObject({ text: 'Ring twice.', version: 2 });
    const late = await put(1, 'Do not ring.');
    expect([late.status, late.message]).toEqual([409, 'Someone else has changed this in the meantime.']);
    const { notes } = (await details(one.id)).body;
    const named = { orderNumber: one.number };
    expect(notes).toEqual([expect.objectContaining({ text: 'Ring twice.', editedAt: clock.now().toISOString() })]);
    expect(await auditOf(one.id)).toEqual([
      expect.objectContaining({
        action: 'note',
        before: named,
        after: { ...named, note: 'Ring the bell\nat the back.' },
      }),
      expect.objectContaining({
        before: { ...named, note: 'Ring the bell\nat the back.' },
        after: { ...named, note: 'Ring twice.' },
      }),
    ]);
  });

  test('two simultaneous changes of one version are made once', async () => {
    const { id } = (await add('Leave it')).body;
    const put = (text: string) => ask('PUT', `${path}/${id}`, { token, body: { text, version: 1 } });
    const answers = await Promise.all([put('At the door'), put('At the desk'), put('At the gate'), put('Inside')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test.each([
    [undefined, 'Note is required.'],
    ['   ', 'Note is required.'],
    ['x'.repeat(2001), 'Note is too long.'],
  ])('%#: are refused if they are empty or too long', async (text, message) => {
    const { status, faults } = await add(text);
    expect({ status, faults }).toEqual({ status: 400, faults: [{ path: 'text', message }] });
  });

  test('can be added and changed only for an existing order and note', async () => {
    const nowhere = await ask('POST', `/v1/manage-orders/${newId()}/notes`, { token, body: { text: 'Hm' } });
    expect(nowhere.status).toBe(404);
    const made = await add('Here');
    const elsewhere = `/v1/manage-orders/${other.id}/notes/${made.body.id}`;
    const answer = await ask('PUT', elsewhere, { token, body: { text: 'There' } });
    expect([answer.status, answer.message]).toEqual([404, sentences.noteGone]);
  });
});

describe('mails', () => {
  beforeEach(async () => {
    await setStatus(one.id, 0);
    mails.length = 0;
  });
  const path = (id: string) => `/v1/manage-orders/${id}/mail`;
  const preview = (id: string, status: number) =>
    ask<{ mail: MailPreview | null }>('GET', `${path(id)}?status=${status}`, { token });

  test.each([
    [0, 4, 'picking', 'We are picking your order'],
    [4, 1, 'completed', 'is on its way'],
    [0, 2, 'cancelled', 'has been cancelled'],
    [2, 0, 'reopened', 'is going ahead'],
    [2, 4, 'reopened', 'is going ahead'],
  ])('from %i to %i the preview shows the mail %s', async (before, after, kind, words) => {
    await setStatus(one.id, before);
    const { mail } = (await preview(one.id, after)).body;
    expect(mail).toMatchObject({ kind, to: 'kim@example.com', subject: expect.stringContaining(words) });
    expect(mail?.subject).toContain(one.number);
    expect(mail?.html).toContain(`/shopping/order/${one.id}?key=`);
    expect(mails).toEqual([]);
  });

  test('a status change that does not concern the buyer sends no mail', async () => {
    await setStatus(one.id, 4);
    expect((await preview(one.id, 0)).body).toEqual({ mail: null });
    expect((await preview(one.id, 4)).body).toEqual({ mail: null });
    expect((await preview(newId(), 4)).status).toBe(404);
    expect((await preview(one.id, 5)).status).toBe(400);
  });

  test('a completed pick-up order is announced as ready to collect', async () => {
    const { mail } = (await preview(other.id, 1)).body;
    expect(mail?.subject).toBe(`Your order ${other.number} is ready to collect`);
    expect(mail?.text).toContain("Ask for Kim Lee's order and bring the order number.");
  });

  test('a requested mail is sent once and recorded', async () => {
    await db
      .transaction()
      .execute((tx) => queueBuyerMail(deps, tx, { orderId: one.id, kind: 'picking', by: 'Imogen Farrant' }));
    expect((await details(one.id)).body.mails).toEqual([
      expect.objectContaining({ kind: 'picking', askedBy: 'Imogen Farrant', sentAt: null }),
    ]);
    await jobs.finishAll();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['kim@example.com', `We are picking your order ${one.number}`],
    ]);
    expect((await details(one.id)).body.mails[0]?.sentAt).toBe(clock.now().toISOString());
  });

  test('the confirmation with its invoice and the latest status mail can be resent, which the history records', async () => {
    const again = (mail: string, id = one.id) => ask<{ message: string }>('POST', path(id), { token, body: { mail } });
    const { status, body } = await again('confirmation');
    expect([status, body]).toEqual([200, { message: 'The e-mail is on its way to kim@example.com.' }]);
    clock.advance(1_000);
    expect((await again('status')).status).toBe(200);
    await jobs.finishAll();
    expect(
      mails.map(({ subject, attachments = [] }) => [subject, attachments.map(({ contentType }) => contentType)]),
    ).toEqual([
      [`Your Spruce order ${one.number}`, ['application/pdf']],
      [`We are picking your order ${one.number}`, []],
    ]);
    const resent = (await auditOf(one.id)).filter(({ action }) => action === 'mail').map(({ after }) => after);
    expect(resent).toEqual([
      { orderNumber: one.number, mail: 'Order confirmation', to: 'kim@example.com' },
      { orderNumber: one.number, mail: 'Picking in Progress', to: 'kim@example.com' },
    ]);
    const none = await again('status', other.id);
    expect([none.status, none.message]).toEqual([409, sentences.noMailYet]);
    expect((await again('everything')).status).toBe(400);
  });

  test('the mail of the latest refund can be resent with its adjustment note', async () => {
    const again = () => ask<{ message: string }>('POST', path(other.id), { token, body: { mail: 'refund' } });
    const none = await again();
    expect([none.status, none.message]).toEqual([409, sentences.noRefundYet]);
    const refund = { body: { amount: 5, reason: 'Dented' }, token, headers: { 'idempotency-key': newId() } };
    expect((await ask('POST', `/v1/manage-orders/${other.id}/refund`, refund)).status).toBe(201);
    await jobs.finishAll();
    expect((await again()).status).toBe(200);
    await jobs.finishAll();
    expect(mails.map(({ subject }) => subject)).toEqual(
      Array.from({ length: 2 }, () => expect.stringContaining('$5.00')),
    );
  });
});

describe('documents', () => {
  const paper = (name: string, ids: readonly string[]) =>
    ask('GET', `/v1/manage-orders/${name}?${ids.map((id) => `orderId=${id}`).join('&')}`, { token });

  test('the picking list sums items over orders, by category', async () => {
    const { headers, bytes } = await paper('picking-list', [one.id, other.id, one.id]);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toMatch(/^inline; filename="picking-list-\d{4}-\d\d-\d\d\.pdf"$/);
    const [text = ''] = pdfText(bytes);
    const lines = text.split('\n');
    expect(lines).toContain('2 orders, 2 items, 4 units');
    expect(lines.indexOf('Floors / Mops')).toBeLessThan(lines.indexOf('Flat mop'));
    expect(lines.slice(lines.indexOf('Flat mop') - 1, lines.indexOf('Flat mop') + 3)).toEqual([
      '3',
      'Flat mop',
      'MOP-45',
      `${one.number} × 2, ${other.number}`,
    ]);
    expect(lines.indexOf('Other')).toBeGreaterThan(lines.indexOf('Flat mop'));
  });

  test('a packing slip lists the items in the parcel without prices', async () => {
    const { headers, bytes } = await paper('packing-slips', [one.id]);
    expect(headers['content-disposition']).toBe(`inline; filename="packing-slip-${one.number}.pdf"`);
    const [text = ''] = pdfText(bytes);
    for (const fact of [one.number, 'Kim Lee', 'Flat mop', 'BIN-72', '3 units in all', 'Standard Delivery'])
      expect(text).toContain(fact);
    expect(text).not.toContain('$');
  });

  test('each slip starts on a new page, in the requested sequence, without returned items', async () => {
    await db
      .updateTable('order_items')
      .set({ returned_quantity: 2 })
      .where('order_id', '=', one.id)
      .where('product_code', '=', 'MOP-45')
      .execute();
    const pages = pdfText((await paper('packing-slips', [other.id, one.id])).bytes);
    expect(pages).toHaveLength(2);
    expect(pages[0]).toContain(other.number);
    expect(pages[1]).toContain('1 unit in all');
    expect(pages[1]).not.toContain('Flat mop');
    expect(pages.every((page) => page.includes('Page 1 of 1'))).toBe(true);
  });

  test('documents of unknown, no or too many orders are refused', async () => {
    expect((await paper('packing-slips', [one.id, newId()])).status).toBe(404);
    expect((await paper('picking-list', [])).message).toBe(sentences.noneChosen);
    const many = Array.from({ length: maxOrdersPerDocument + 1 }, () => newId());
    expect((await paper('picking-list', many)).message).toBe(sentences.tooMany);
  });
});

describe('several orders at once', () => {
  const idsOf = (...ids: string[]) => ids.map((id) => `orderId=${id}`).join('&');

  test('have their invoices in one zip', async () => {
    const { status, bytes, headers } = await ask('GET', `/v1/manage-orders/invoices?${idsOf(one.id, other.id)}`, {
      token,
    });
    expect(status).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="invoices-\d{4}-\d\d-\d\d\.zip"$/);
    const files = unzipSync(bytes);
    const numbers = await db.selectFrom('tax_invoices').select('number').orderBy('issued_at').orderBy('id').execute();
    expect(Object.keys(files)).toEqual(numbers.map(({ number }) => `${number}.pdf`));
    const texts = Object.values(files).map((bytes) => pdfText(Buffer.from(bytes)).join(' '));
    expect(texts.every((text, i) => text.includes(numbers[i]?.number ?? ''))).toBe(true);
    expect((await ask('GET', `/v1/manage-orders/invoices?${idsOf(newId())}`, { token })).status).toBe(404);
  });

  test('can be exported by id', async () => {
    const filter =
      'startDate=2000-01-01&endDate=2999-12-31&orderStatuses=0&orderStatuses=1&orderStatuses=2&orderStatuses=3&orderStatuses=4';
    const { bytes } = await ask('GET', `/v1/manage-orders/export?${filter}&format=csv&${idsOf(other.id)}`, { token });
    const text = bytes.toString();
    expect(text).toContain(other.number);
    expect(text).not.toContain(one.number);
    const tooMany = idsOf(...Array.from({ length: maxOrdersPerDocument + 1 }, () => newId()));
    expect((await ask('GET', `/v1/manage-orders/export?${filter}&format=csv&${tooMany}`, { token })).status).toBe(400);
  });
});
