import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { quoteShop } from '../../../test/quote-shop.ts';
import type { Quote, QuoteRow } from './contract.ts';

const quotes = await quoteShop();
const {
  deps,
  ask,
  db,
  clock,
  cleaner,
  cleanerItem,
  mop,
  mopItem,
  staff,
  company,
  request,
  read,
  readOwn,
  price,
  send,
  sentQuote,
} = quotes;
const { accept, revise, orderFor, decline, ordersOf, mailsTo } = quotes;

describe('staff', () => {
  test('begin a quote for somebody of the site, price it, and see what lies below cost', async () => {
    const of = await company();
    const begin = (body: object) => ask<Quote>('POST', '/v1/quotes', { token: staff().token, body });
    const { accountId, siteId, memberId } = of;
    const { status, body } = await begin({ accountId, siteId, memberId });
    expect({ status, ...body }).toMatchObject({ status: 201, state: 'draft', lines: [], contact: 'Kim Lee' });
    expect((await readOwn(body.id, of.buyer)).status).toBe(404);
    expect((await send(body.id)).faults.map(({ path }) => path)).toEqual(['lines', 'validUntil']);
    const other = await company();
    expect((await begin({ accountId, siteId: other.siteId, memberId })).faults[0]?.path).toBe('siteId');
    expect((await begin({ accountId, siteId, memberId: other.memberId })).faults[0]?.path).toBe('memberId');
    const found = await ask<object[]>('GET', `/v1/quotes/${body.id}/items?search=FC-1`, { token: staff().token });
    expect(found.body).toMatchObject([{ itemId: cleanerItem, name: 'Floor cleaner', price: 90, cost: 50 }]);
    const priced = await price(body.id, { lines: [{ itemId: cleanerItem, quantity: 2, price: 54 }] });
    expect(priced.body).toMatchObject({ lines: [{ price: 54, margin: -0.91 }], margin: -1.82, total: 108 });
    expect((await send(body.id)).body.state).toBe('sent');
    expect((await price(body.id)).status).toBe(409);
  });

  test('see all faults at once, and are warned of changes in the meantime', async () => {
    const of = await company();
    const { body } = await request(of, [{ product: cleaner }]);
    const line = { itemId: cleanerItem, quantity: 1, price: 5 };
    const twice = await price(body.id, { lines: [line, line, { ...line, itemId: newId() }] });
    expect(twice.faults).toEqual([
      { path: 'lines.1.itemId', message: 'This item is in the quote twice.' },
      { path: 'lines.2.itemId', message: 'The shop does not sell this item at present.' },
    ]);
    expect((await price(body.id, { lines: [line], discount: 6 })).faults[0]?.path).toBe('discount');
    expect((await price(body.id, { validUntil: '2026-11-09' })).faults[0]?.path).toBe('validUntil');
    await price(body.id);
    const stale = { version: 1, lines: [line], discount: 0, shippingFee: 0, note: '' };
    expect((await ask('PUT', `/v1/quotes/${body.id}`, { token: staff().token, body: stale })).status).toBe(409);
  });

  test('say why a price is not the site’s own, before it is sent; customers never read it', async () => {
    const of = await company();
    const { body } = await request(of, [{ product: cleaner }, { product: mop }]);
    const lines = [
      { itemId: cleanerItem, quantity: 2, price: 80, reason: '' },
      { itemId: mopItem, quantity: 1, price: 10, reason: 'Not needed' },
    ];
    await price(body.id, { lines });
    expect(await send(body.id)).toMatchObject({
      status: 400,
      faults: [{ path: 'lines.0.reason', message: 'Say why this price differs from the site’s own.' }],
    });
    const why = 'Matches another offer';
    await price(body.id, {
      lines: [{ itemId: cleanerItem, quantity: 2, price: 80, reason: why }, lines[1] ?? lines[0]] as typeof lines,
    });
    const sent = await send(body.id);
    expect(sent.body.lines).toMatchObject([{ reason: why }, { reason: '' }]);
    expect(JSON.stringify(await readOwn(body.id, of.buyer))).not.toContain(why);
    const pdf = await ask('GET', `/v1/trade/quotes/${body.id}/file`, { token: of.buyer.token });
    expect(pdf.status).toBe(200);
    expect((await mailsTo(of.buyer.email)).some(({ text, html }) => `${text} ${html}`.includes(why))).toBe(false);
    const { rows } = await sql<{ after: string }>`
      select after::text from audit_log where entity_id = ${body.id} and action = 'update' order by id desc limit 1`.execute(
      db,
    );
    expect(rows[0]?.after).toContain(`2 x FC-1 at 80 (${why})`);
  });

  describe('with a price list', () => {
    /** A company whose sites pay by a list of its own. */
    async function withList(prices: { minQuantity: number; price: number; multiple?: number }[]) {
      const { token } = await makeAdministrator(deps, { claims: ['ManageAccounts'] });
      const of = await company();
      const { body } = await ask<{ id: string }>('POST', '/v1/price-lists', { token, body: { name: newId() } });
      for (const price of prices)
        await ask('PUT', `/v1/price-lists/${body.id}/prices`, { token, body: { itemId: cleanerItem, ...price } });
      await sql`update trade_accounts set price_list_id = ${body.id} where id = ${of.accountId}`.execute(db);
      const change = (price: number) =>
        sql`update list_prices set cents = ${price * 100} where price_list_id = ${body.id}`.execute(db);
      return { of, change };
    }

    test('say why once the site’s price has changed, and revise at the prices of today', async () => {
      const { of, change } = await withList([{ minQuantity: 1, price: 80 }]);
      const { body } = await request(of, [{ product: cleaner, qty: 2 }]);
      await price(body.id, { lines: [{ itemId: cleanerItem, quantity: 2, price: 80, reason: '' }] });
      await change(85);
      expect((await send(body.id)).faults).toEqual([
        { path: 'lines.0.reason', message: 'Say why this price differs from the site’s own.' },
      ]);
      await change(80);
      expect((await send(body.id)).body.state).toBe('sent');
      await change(88);
      expect((await revise(body.id)).body.lines).toMatchObject([{ price: 80, listPrice: 88 }]);
    });

    test('read what the site pays for whole cartons, also for the price of a single unit', async () => {
      const { of } = await withList([
        { minQuantity: 1, price: 80, multiple: 12 },
        { minQuantity: 12, price: 70 },
      ]);
      const { body } = await request(of, [{ product: cleaner, qty: 5 }]);
      expect((await read(body.id)).lines).toMatchObject([{ quantity: 5, listPrice: 70 }]);
      const found = await ask<object[]>('GET', `/v1/quotes/${body.id}/items?search=FC-1`, { token: staff().token });
      expect(found.body).toMatchObject([{ itemId: cleanerItem, price: 70 }]);
    });
  });

  test('order on behalf of the contact, with a reason that is recorded', async () => {
    const of = await company();
    const id = await sentQuote(of);
    const path = `/v1/quotes/${id}/order`;
    expect((await ask('POST', path, { token: staff().token, body: {} })).faults[0]?.path).toBe('reason');
    const { body } = await orderFor(id);
    expect(body).toMatchObject({ state: 'ordered', orderNumber: expect.stringMatching(/^SO-/) });
    expect(body.messages.at(-1)).toMatchObject({ kind: 'ordered', isStaff: true, text: 'By phone.' });
    expect(await ordersOf(of.accountId)).toMatchObject([{ userId: of.buyer.id, total: 70_000 }]);
    const logged = await db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('entity_id', '=', id)
      .where('action', '=', 'order')
      .execute();
    expect(logged).toEqual([{ actor_id: staff().id }]);
  });

  test('cannot order for somebody who has left the account', async () => {
    const of = await company();
    const id = await sentQuote(of);
    await db.updateTable('trade_members').set({ removed_at: clock.now() }).where('id', '=', of.memberId).execute();
    expect((await orderFor(id)).status).toBe(409);
    expect(await ordersOf(of.accountId)).toEqual([]);
    const mails = (await mailsTo(of.buyer.email)).length;
    await ask('POST', `/v1/quotes/${id}/messages`, { token: staff().token, body: { text: 'Still there?' } });
    expect(await mailsTo(of.buyer.email)).toHaveLength(mails);
  });

  test('find quotes by number, company and person, and by state', async () => {
    const of = await company();
    const id = await sentQuote(of);
    const { number, accountName } = await read(id);
    const list = async (query: string) =>
      (await ask<QuoteRow[]>('GET', `/v1/quotes?${query}`, { token: staff().token })).body.map((row) => row.id);
    expect(await list(`search=${number}`)).toEqual([id]);
    expect(await list(`search=${encodeURIComponent(`"${accountName}" Kim`)}`)).toEqual([id]);
    expect(await list(`accountId=${of.accountId}&state=sent`)).toEqual([id]);
    expect(await list(`accountId=${of.accountId}&state=draft`)).toEqual([]);
    const { body } = await revise(id);
    expect(await list(`accountId=${of.accountId}`)).toEqual([body.id]);
    const other = await makeAdministrator(deps, { claims: ['ManageCartOrders'] });
    expect((await ask('GET', '/v1/quotes', { token: other.token })).status).toBe(403);
  });

  test('and customers write messages, which the other side gets by mail under the name of who wrote', async () => {
    const of = await company();
    const id = await sentQuote(of);
    const text = 'Can you do 60?';
    await ask('POST', `/v1/trade/quotes/${id}/messages`, { token: of.buyer.token, body: { text } });
    const mail = (await mailsTo('office@example.com.au')).at(-1);
    expect(mail?.text).toContain('Kim Lee writes');
    expect(mail?.text).toContain(text);
    const path = `/v1/quotes/${id}/messages`;
    expect((await ask('POST', path, { token: staff().token, body: { text: ' ' } })).faults[0]?.path).toBe('text');
    const { body } = await ask<Quote>('POST', path, { token: staff().token, body: { text: 'At 20 units.' } });
    expect(body.messages.slice(-2)).toMatchObject([
      { by: 'Kim Lee', isStaff: false, text },
      { isStaff: true, text: 'At 20 units.' },
    ]);
    expect((await mailsTo(of.buyer.email)).at(-1)?.text).toContain('At 20 units.');
    expect((await decline(id, of.approver, ' ')).faults[0]?.path).toBe('reason');
    expect((await decline(id, of.approver)).body).toMatchObject({ state: 'declined', mayDecline: false });
    expect((await mailsTo('office@example.com.au')).at(-1)?.text).toContain('Too dear.');
    expect((await accept(id, of.approver)).status).toBe(409);
  });
});
