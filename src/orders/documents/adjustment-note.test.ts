import { describe, expect, test } from 'vitest';
import { pdfText } from '../../../test/pdf-text.ts';
import { testApp } from '../../../test/app.ts';
import { makeProduct } from '../../../test/make.ts';
import { makeAdministrator, makePerson } from '../../../test/people.ts';
import { orderDeskOf, makeManager, placePaidOrder } from '../../../test/sold.ts';
import type { AdjustmentData } from './adjustment-note-data.ts';
import { adjustmentPdf } from './adjustment-note-pdf.server.ts';

const shop = await testApp({ environment: { COMPANY_ABN: '51824753556' } });
const { db, clock } = shop.deps;
let manager = await makeManager(shop.deps);
let desk = orderDeskOf(shop, manager);

/** Advances the clock by days and signs a manager in again. */
async function later(days: number): Promise<void> {
  clock.advance(days * 24 * 60 * 60_000);
  manager = await makeManager(shop.deps);
  desk = orderDeskOf(shop, manager);
}

const pathOf = (noteId: string | null) => `/v1/shopping-cart/adjustmentNote/${noteId}/download`;
const download = (noteId: string | null, token = manager.token, query = '') =>
  shop.ask('GET', `${pathOf(noteId)}${query}`, { token });

describe('the adjustment note of a refund', () => {
  test('contains what the law requires', async () => {
    const product = await makeProduct(db, { price: 20, name: 'Glass Cleaner', code: 'GC-1' });
    const order = await placePaidOrder(shop, [{ product, qty: 3 }]);
    await later(3);
    const lines = [{ orderItemId: order.orderItems[0]?.orderItemId, quantity: 2, restock: true }];
    const { body } = await desk.refund(order.id, { lines, reason: 'Two bottles leaked' });
    const answer = await download(body.adjustmentNoteId);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${body.adjustmentNoteNumber}.pdf"`,
      'cache-control': 'private, no-store',
    });
    const text = (await pdfText(answer.bytes)).join('\n');
    const { number: invoice } = await db
      .selectFrom('tax_invoices')
      .select('number')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    for (const fact of [
      'Adjustment Note',
      'ABN 51 824 753 556',
      body.adjustmentNoteNumber ?? '',
      '05/03/2026',
      'Kim Lee',
      invoice,
      'Issued 02/03/2026',
      order.orderNumber,
      'Glass Cleaner',
      'Two bottles leaked',
      '-$40.00',
      '-$3.64',
      '$20.00',
      'Visa ending in 4242',
    ]) {
      expect(text).toContain(fact);
    }
  });

  test("is numbered without gaps, and the notes' GST adds up to the invoice's", async () => {
    const order = await placePaidOrder(shop, [{ product: await makeProduct(db, { price: 10 }), qty: 1 }]);
    const parts = [];
    for (const amount of [3.33, 3.33, 3.34]) parts.push((await desk.refund(order.id, { amount })).body);
    const numbers = parts.map(({ adjustmentNoteNumber }) => Number(adjustmentNoteNumber?.replace('ADJ-', '')));
    expect(numbers.map((number, n) => number - n)).toEqual(Array(3).fill(numbers[0]));
    expect(numbers[0]).toBeGreaterThan(100_000);
    expect(parts.map(({ gst }) => Math.round((gst ?? 0) * 100))).toEqual([30, 31, 30]);
    expect(order.totalIncludedGst).toBe(0.91);
    expect((await desk.refund(order.id, { amount: 1 })).status).toBe(409);
    const next = await placePaidOrder(shop, [{ product: await makeProduct(db), qty: 1 }]);
    expect((await desk.refund(next.id)).body.adjustmentNoteNumber).toBe(`ADJ-${(numbers[2] ?? 0) + 1}`);
  });

  test('stays the same, byte for byte', async () => {
    const order = await placePaidOrder(shop, [{ product: await makeProduct(db) }]);
    const { body } = await desk.refund(order.id, { amount: 1 });
    const [first, second] = await Promise.all([download(body.adjustmentNoteId), download(body.adjustmentNoteId)]);
    expect(first.bytes.equals(second.bytes)).toBe(true);
    await desk.refund(order.id);
    await later(1);
    expect((await download(body.adjustmentNoteId)).bytes.equals(first.bytes)).toBe(true);
  });

  test('can be downloaded by the owner, a guest with the key, and administrators with ManageCartOrders', async () => {
    const owner = await makePerson(shop.deps);
    const product = await makeProduct(db, { onHand: 50 });
    const order = await placePaidOrder(shop, [{ product }]);
    await db.updateTable('orders').set({ user_id: owner.id }).where('id', '=', order.id).execute();
    const { body } = await desk.refund(order.id);
    const stranger = await makePerson(shop.deps);
    const clerk = await makeAdministrator(shop.deps, { claims: ['ManageCartStock'] });
    for (const [token, status] of [
      [owner.token, 200],
      [manager.token, 200],
      [stranger.token, 404],
      [clerk.token, 403],
      ['', 401],
    ] as const) {
      expect((await download(body.adjustmentNoteId, token)).status).toBe(status);
    }
    await shop.deps.jobs.finishAll();
    const guests = await placePaidOrder(shop, [{ product }]);
    const refunded = (await desk.refund(guests.id)).body;
    await shop.deps.jobs.finishAll();
    const key = /\?key=[\w-]+/.exec(shop.mails.at(-1)?.text ?? '')?.[0] ?? '';
    expect((await download(refunded.adjustmentNoteId, '', key)).status).toBe(200);
    expect((await download(refunded.adjustmentNoteId, '')).status).toBe(401);
    expect((await download(body.adjustmentNoteId, '', key)).status).toBe(401);
  });
});

describe('the mail of a refund', () => {
  test('is sent to the buyer once, with the adjustment note', async () => {
    const order = await placePaidOrder(shop, [
      { product: await makeProduct(db, { price: 20, name: 'Flat mop' }), qty: 2 },
    ]);
    await shop.deps.jobs.finishAll();
    shop.mails.length = 0;
    const { body } = await desk.refund(order.id, { reason: 'Out of stock' });
    await shop.deps.jobs.finishAll();
    const [mail, ...others] = shop.mails;
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: 'kim@example.com',
      subject: `Your refund for order ${order.orderNumber}: $40.00`,
    });
    const note = await download(body.adjustmentNoteId);
    expect(mail?.attachments).toMatchObject([{ filename: `${body.adjustmentNoteNumber}.pdf`, content: note.bytes }]);
    for (const fact of [
      'Flat mop',
      'Out of stock',
      'everything you paid',
      'Includes GST of $3.64',
      'Visa ending in 4242',
    ]) {
      expect(mail?.html).toContain(fact);
      expect(mail?.text).toContain(fact);
    }
  });
});

test('if less is refunded than the total of the lines, mail and document show the difference', async () => {
  const order = await placePaidOrder(shop, [{ product: await makeProduct(db, { price: 20 }), qty: 2 }]);
  await shop.deps.jobs.finishAll();
  const lines = [{ orderItemId: order.orderItems[0]?.orderItemId, quantity: 2, restock: true }];
  const { body } = await desk.refund(order.id, { lines, amount: 25 });
  await shop.deps.jobs.finishAll();
  const text = (await pdfText((await download(body.adjustmentNoteId)).bytes)).join('\n');
  for (const fact of ['-$40.00', 'Agreed difference', '$15.00', '-$25.00', '-$2.27']) expect(text).toContain(fact);
  const mail = shop.mails.at(-1)?.text ?? '';
  for (const fact of ['Quantity 2', '$40.00', 'Agreed difference\n  -$15.00', 'Refunded: $25.00'])
    expect(mail).toContain(fact);
});

/** The content of a new refund's adjustment note. */
async function noteOfRefund(): Promise<AdjustmentData> {
  const order = await placePaidOrder(shop, [{ product: await makeProduct(db) }]);
  const { body } = await desk.refund(order.id);
  const { content } = await db
    .selectFrom('adjustment_notes')
    .select('content')
    .where('id', '=', body.adjustmentNoteId)
    .executeTakeFirstOrThrow();
  return content as unknown as AdjustmentData; // written by `issueAdjustmentNote`
}

test('without a valid ABN the document is titled Credit Note', async () => {
  const note = await noteOfRefund();
  const text = (await pdfText(await adjustmentPdf({ ...note, seller: { ...note.seller, abn: '' } }))).join('\n');
  expect(text).toContain('Credit Note');
  expect(text).not.toMatch(/adjustment note|ABN/i);
});

test('a long reason and the terms below it fit above the foot', async () => {
  const note = await noteOfRefund();
  const pagesOf = async (reason: string, rows: number): Promise<number> => {
    const lines = Array.from({ length: rows }, () => note.lines).flat();
    return pdfText(await adjustmentPdf({ ...note, lines, reason })).length;
  };
  const turned: number[] = [];
  for (let rows = 1; rows < 15; rows++)
    if ((await pagesOf('WASHED '.repeat(35), rows)) > (await pagesOf('Leaked', rows))) turned.push(rows);
  expect(turned).not.toEqual([]);
});
