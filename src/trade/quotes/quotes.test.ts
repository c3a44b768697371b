import { describe, expect, test } from 'vitest';
import { cents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { readSettings } from '#company/settings.server.ts';
import { buyer, checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { makeTradeMember, makeTradeSite } from '../../../test/make-trade-account.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { makeAdministrator, makePerson, type Person } from '../../../test/people.ts';
import { quoteShop } from '../../../test/quote-shop.ts';
import { expireQuotes } from './expire-quotes.server.ts';
import type { OwnQuoteRow } from './own-contract.ts';

const quotes = await quoteShop();
const { shop, deps, ask, db, clock, cleaner, mop, cleanerItem, mopItem, staff, staffAgain, company, request } = quotes;
const { read, readOwn, price, send, sentQuote, accept, revise, orderFor, decline, again, ordersOf, spentOf, mailsTo } =
  quotes;

describe('a request', () => {
  test('is stored once with one key at the prices of the site, and the company gets a mail', async () => {
    const of = await company();
    const key = newId();
    const first = await request(of, [{ product: cleaner, qty: 2 }, { product: mop }, { product: mop, qty: 3 }], {
      key,
    });
    const second = await request(of, [{ product: cleaner, qty: 2 }], { key });
    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
    const quote = await read(first.body.id);
    expect(quote).toMatchObject({
      number: expect.stringMatching(/^Q-\d{4}$/),
      revision: 1,
      state: 'requested',
      contact: 'Kim Lee',
      siteName: 'Depot',
      total: 220,
      lines: [
        { name: 'Floor cleaner', quantity: 2, price: 90, listPrice: 90, cost: 50, margin: 31.82 },
        { name: 'Mop', code: 'MOP-2', quantity: 4, price: 10, cost: null, margin: null },
      ],
      margin: null,
      messages: [{ kind: 'requested', by: 'Kim Lee', isStaff: false, text: 'By Friday, please.' }],
    });
    const [mail] = (await mailsTo('office@example.com.au')).filter(({ subject }) => subject.includes(quote.number));
    expect(mail?.text).toContain('2 x Floor cleaner (FC-1)');
    expect(mail?.text).toContain('By Friday, please.');
  });

  test('stays in the list of an archived site, where it cannot be sent or accepted until the site is restored', async () => {
    const of = await company();
    const id = await sentQuote(of);
    const { body: open } = await request(of, [{ product: mop }]);
    const archive = (at: Date | null) =>
      db.updateTable('trade_sites').set({ archived_at: at }).where('id', '=', of.siteId).execute();
    await archive(clock.now());
    const { body: listed } = await ask<OwnQuoteRow[]>('GET', `/v1/trade/accounts/${of.accountId}/quotes`, {
      token: of.approver.token,
    });
    expect(listed.map((quote) => quote.id)).toEqual([open.id, id]);
    expect((await readOwn(id, of.approver)).body).toMatchObject({ blockedBy: 'siteArchived', mayAccept: false });
    expect((await accept(id, of.approver)).status).toBe(403);
    await price(open.id);
    expect(await send(open.id)).toMatchObject({
      status: 409,
      message: 'The site is archived, so nothing can be ordered for it.',
    });
    await archive(null);
    expect((await accept(id, of.approver)).status).toBe(200);
  });

  test('of a closed account is read, but neither sent nor accepted', async () => {
    const of = await company();
    const id = await sentQuote(of);
    const { body: open } = await request(of, [{ product: mop }]);
    await price(open.id);
    await db.updateTable('trade_accounts').set({ status: 'closed' }).where('id', '=', of.accountId).execute();
    expect((await readOwn(id, of.approver)).body).toMatchObject({ blockedBy: 'accountClosed', mayAccept: false });
    expect((await accept(id, of.approver)).status).toBe(409);
    expect(await send(open.id)).toMatchObject({
      status: 409,
      message: 'The trade account is closed, so nothing can be ordered on it.',
    });
  });

  test('goes to people whose role can use it, and says whether they can accept it', async () => {
    const of = await company();
    const payer = await makePerson(deps);
    const memberId = await makeTradeMember(db, of.accountId, { user: payer, role: 'accountsContact' });
    const begin = (who: string) =>
      ask<{ id: string }>('POST', '/v1/quotes', {
        token: staff().token,
        body: { accountId: of.accountId, siteId: of.siteId, memberId: who },
      });
    expect((await begin(memberId)).faults).toEqual([
      { path: 'memberId', message: 'Choose somebody who orders for this site.' },
    ]);
    expect((await begin(of.memberId)).status).toBe(201);
    await sentQuote(of);
    const mail = (await mailsTo(of.buyer.email)).at(-1);
    expect(mail?.text).toContain('Somebody of your company whose role accepts quotes can accept it');
    expect(mail?.text).not.toContain('Review and accept');
  });

  test('begins with the delivery fee of the cart, which staff may change', async () => {
    const of = await company();
    const { delivery } = await readSettings(deps);
    expect(delivery).toMatchObject({ fee: 1250, freeFrom: 15_000 });
    const small = (await request(of, [{ product: mop }])).body.id;
    const large = (await request(of, [{ product: cleaner, qty: 2 }])).body.id;
    expect(await read(small)).toMatchObject({ subTotal: 10, shippingFee: 12.5, total: 22.5 });
    expect(await read(large)).toMatchObject({ subTotal: 180, shippingFee: 0, total: 180 });
  });

  test('shows its people no amounts until it is sent, and never a purchase price', async () => {
    const of = await company();
    const { body } = await request(of, [{ product: cleaner, qty: 10 }]);
    await price(body.id);
    expect((await readOwn(body.id, of.buyer)).body).toMatchObject({
      total: null,
      validUntil: null,
      note: '',
      mayAccept: false,
      lines: [{ price: null, total: null }],
    });
    expect((await accept(body.id, of.approver)).status).toBe(409);
    await send(body.id);
    const shown = (await readOwn(body.id, of.approver)).body;
    expect(shown).toMatchObject({ total: 700, validUntil: '2026-11-30', mayAccept: true, lines: [{ price: 70 }] });
    expect(JSON.stringify(shown)).not.toMatch(/cost|margin|listPrice/);
    expect((await readOwn(body.id, of.buyer)).body).toMatchObject({ mayAccept: false, mayDecline: false });
  });

  test('is refused for other sites, without the permission, and with what the shop does not sell', async () => {
    const of = await company();
    const other = await company();
    expect((await request(of, [{ product: mop }], { by: other.buyer })).status).toBe(403);
    const contact = await makePerson(deps);
    await makeTradeMember(db, of.accountId, { user: contact, role: 'accountsContact' });
    expect((await request(of, [{ product: mop }], { by: contact })).status).toBe(403);
    const bad = await request(of, [], {
      more: {
        items: [
          { id: newId(), qty: 1 },
          { id: mop.id, qty: 1 },
        ],
      },
    });
    expect(bad.faults).toEqual([{ path: 'items.0', message: 'The shop does not sell this item at present.' }]);
  });
});

describe('a quote', () => {
  test('is mailed with a link and its PDF', async () => {
    const of = await company();
    const id = await sentQuote(of, { discount: 50, shippingFee: 15 });
    const { number } = await read(id);
    const mail = (await mailsTo(of.buyer.email)).at(-1);
    expect(mail?.subject).toBe(`Quote ${number} for Depot, $665.00`);
    expect(mail?.text).toContain(`/trade/quotes/${id}`);
    expect(mail?.text).toContain('In two drops.');
    for (const line of ['Discount -$50.00', 'Delivery $15.00', 'Total $665.00 including GST'])
      expect(mail?.text).toContain(line);
    const text = (await pdfText(mail?.attachments?.[0]?.content as Buffer)).join('\n');
    for (const part of [number, 'Floor cleaner', '$70.00', '-$50.00', '$665.00', '30/11/2026', 'Depot'])
      expect(text).toContain(part);
    const path = `/v1/trade/quotes/${id}/file`;
    const file = await shop.app.inject({ url: path, headers: { authorization: `Bearer ${of.buyer.token}` } });
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(file.headers['content-disposition']).toContain(`quote-${number}.pdf`);
  });

  test('is marked as a draft in its PDF until it is sent', async () => {
    const of = await company();
    const { body } = await request(of, [{ product: mop }]);
    const pages = async () => {
      const headers = { authorization: `Bearer ${staff().token}` };
      const file = await shop.app.inject({ url: `/v1/quotes/${body.id}/file`, headers });
      return (await pdfText(file.rawPayload)).join('\n');
    };
    const draft = await pages();
    expect(draft).toContain('Draft quote');
    expect(draft).not.toMatch(/Accept this quote|hold until/);
    await price(body.id);
    await send(body.id);
    const sent = await pages();
    expect(sent).not.toMatch(/draft/i);
    expect(sent).toMatch(/Accept this quote/);
  });

  test('keeps its prices after a rise, is ordered on account for its site, and the order names quote and revision', async () => {
    const of = await company({ poRule: 'required' });
    const soap = await makeProduct(db, { name: 'Soap', price: 20, onHand: 50 });
    const [soapItem = ''] = soap.itemIds;
    const lines = [
      { itemId: soapItem, quantity: 30, price: 15 },
      { itemId: mopItem, quantity: 1, price: 8 },
    ];
    const id = await sentQuote(of, { lines, discount: 8, shippingFee: 12 });
    await db
      .updateTable('product_items')
      .set({ price_cents: cents(9_900) })
      .where('id', '=', soapItem)
      .execute();
    expect((await accept(id, of.approver)).faults).toEqual([{ path: 'poNumber', message: 'A PO number is required.' }]);
    const { status, body } = await accept(id, of.approver, { poNumber: 'PO-77' });
    expect({ status, ...body }).toMatchObject({ status: 200, state: 'ordered', poNumber: 'PO-77', mayAccept: false });
    expect(await ordersOf(of.accountId)).toEqual([
      { id: body.orderId, total: 46_200, userId: of.approver.id, payment: 'paid', poNumber: 'PO-77' },
    ]);
    const items = await db
      .selectFrom('order_items')
      .select(['quantity', 'price_cents as price', 'discount_cents as discount'])
      .where('order_id', '=', body.orderId ?? '')
      .orderBy('position')
      .execute();
    expect(items).toEqual([
      { quantity: 30, price: 1_500, discount: 786 },
      { quantity: 1, price: 800, discount: 14 },
    ]);
    const { token } = await makeAdministrator(deps, { claims: ['ManageCartOrders'] });
    const order = await ask<{ trade: object }>('GET', `/v1/manage-orders/details/${body.orderId}`, { token });
    expect(order.body.trade).toMatchObject({ quote: body.number, site: 'Depot', poNumber: 'PO-77' });
    const mail = (await mailsTo(of.buyer.email)).at(-1);
    expect(mail?.subject).toContain('Accepted: quote');
    expect((await mailsTo(staff().email)).at(-1)?.text).toContain('Mira Okoye has accepted quote');
  });

  test('cannot be had cheaper: prices in a request change nothing', async () => {
    const of = await company();
    const id = await sentQuote(of);
    const cheap = {
      prices: { [cleanerItem]: 1 },
      amounts: { prices: {}, discount: 500 },
      lines: [{ price: 1 }],
      total: 1,
    };
    const { body } = await accept(id, of.approver, cheap);
    expect(body.total).toBe(700);
    const quoted = { prices: { [mopItem]: 1 }, discount: 0, shippingFee: 0 };
    const attempt = checkoutOf([{ product: mop }], {
      billingInfo: buyer,
      trade: { siteId: of.siteId, isOnAccount: true, quote: { id, amounts: quoted, isApproved: true }, quoted },
      quote: { id, amounts: quoted },
      quoted,
      cardNumber: null,
      expiryDate: null,
      cvc: null,
    });
    expect((await checkOut(shop, attempt, { token: of.buyer.token })).status).toBe(201);
    expect((await ordersOf(of.accountId)).map(({ total }) => total).sort()).toEqual([1_000, 70_000]);
  });

  test('is refused with the reason if stock has run short, and can be accepted once it is back', async () => {
    const of = await company();
    const brush = await makeProduct(db, { name: 'Brush', price: 20, onHand: 5 });
    const [itemId = ''] = brush.itemIds;
    const id = await sentQuote(of, { lines: [{ itemId, quantity: 5, price: 15 }] });
    const setStock = (units: number) =>
      db.updateTable('product_items').set({ on_hand: units }).where('id', '=', itemId).execute();
    await setStock(2);
    expect(await accept(id, of.approver)).toMatchObject({ status: 409, message: 'Only 2 of Brush are available.' });
    expect(await ordersOf(of.accountId)).toEqual([]);
    await setStock(5);
    expect((await accept(id, of.approver)).status).toBe(200);
  });

  test('is refused from the day after its last one, also before the job has stored that', async () => {
    const of = await company();
    const id = await sentQuote(of, { validUntil: '2026-11-10' });
    const other = await sentQuote(of, { validUntil: '2026-11-10' });
    clock.set('2026-11-10T12:59:59Z'); // 23:59:59 in Sydney
    expect((await accept(other, await again(of.approver))).status).toBe(200);
    clock.set('2026-11-10T13:00:00Z');
    const approver = await again(of.approver);
    expect(await accept(id, approver)).toMatchObject({
      status: 409,
      message: 'This quote has expired. Ask for a new one.',
    });
    expect((await readOwn(id, approver)).body).toMatchObject({ state: 'expired', mayAccept: false });
    await expireQuotes(deps);
    const stored = await db.selectFrom('quotes').select('state').where('id', '=', id).executeTakeFirst();
    expect(stored?.state).toBe('expired');
    expect((await accept(id, approver)).status).toBe(409);
    clock.set('2026-11-10T01:00:00Z');
    await staffAgain();
  });

  test('accepted twice at the same moment, by a person and by staff, makes one order', async () => {
    for (let round = 0; round < 4; round++) {
      const of = await company({ budget: 2_000 });
      const second = await makePerson(deps);
      await makeTradeMember(db, of.accountId, { user: second, role: 'approver' });
      const id = await sentQuote(of);
      const answers = await Promise.all([
        accept(id, of.approver),
        accept(id, of.approver),
        accept(id, second),
        orderFor(id),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      expect(await ordersOf(of.accountId)).toHaveLength(1);
      expect(await spentOf(of.siteId)).toBe(70_000);
      expect(await accept(id, second)).toMatchObject({ status: 409 });
    }
  });

  test('accepted and revised at the same moment: one of them counts', async () => {
    for (let round = 0; round < 6; round++) {
      const of = await company();
      const id = await sentQuote(of);
      const [accepted, revised] = await Promise.all([accept(id, of.approver), revise(id)]);
      expect([accepted.status, revised.status].filter((status) => status < 300)).toHaveLength(1);
      expect(await ordersOf(of.accountId)).toHaveLength(accepted.status === 200 ? 1 : 0);
    }
  });

  test('accepted and declined at the same moment: one of them counts', async () => {
    for (let round = 0; round < 6; round++) {
      const of = await company();
      const id = await sentQuote(of);
      const [accepted, declined] = await Promise.all([accept(id, of.approver), decline(id, of.approver)]);
      expect([accepted.status, declined.status].sort()).toEqual([200, 409]);
      const { state } = await read(id);
      expect(state).toBe(accepted.status === 200 ? 'ordered' : 'declined');
    }
  });

  test('that is ordered or declined cannot be declined by staff any more', async () => {
    const of = await company();
    const declineIt = (id: string) =>
      ask('POST', `/v1/quotes/${id}/decline`, { token: staff().token, body: { reason: 'Gone.' } });
    const ordered = await sentQuote(of);
    await accept(ordered, of.approver);
    const requested = (await request(of, [{ product: mop }])).body.id;
    expect((await declineIt(requested)).status).toBe(200);
    for (const id of [ordered, requested])
      expect(await declineIt(id)).toMatchObject({ status: 409, message: 'This quote has been answered already.' });
    expect((await mailsTo(of.buyer.email)).at(-1)?.text).toContain('Gone.');
  });

  test('gets its state back when its new revision is discarded; only a draft can be discarded', async () => {
    const of = await company();
    const discard = (id: string) => ask('DELETE', `/v1/quotes/${id}`, { token: staff().token });
    const id = await sentQuote(of);
    expect(await discard(id)).toMatchObject({ status: 409, message: 'Only a draft can be discarded.' });
    const { body: second } = await revise(id);
    expect((await accept(id, of.approver)).status).toBe(409);
    expect((await discard(second.id)).status).toBe(204);
    expect((await discard(second.id)).status).toBe(404);
    expect(await read(id)).toMatchObject({ state: 'sent', revisions: [{ revision: 1 }] });
    const { body: third } = await revise(id);
    expect(third.revision).toBe(2);
    await discard(third.id);
    expect((await accept(id, of.approver)).status).toBe(200);
    const declined = await sentQuote(of);
    await decline(declined, of.approver);
    await discard((await revise(declined)).body.id);
    expect((await read(declined)).state).toBe('declined');
  });

  test('that is revised is replaced at once, and only the new revision can be accepted', async () => {
    const of = await company();
    const id = await sentQuote(of);
    const { status, body } = await revise(id);
    expect({ status, ...body }).toMatchObject({ status: 201, revision: 2, state: 'draft', total: 700 });
    expect((await revise(id)).status).toBe(409);
    expect(await accept(id, of.approver)).toMatchObject({
      status: 409,
      message: 'This quote has been replaced by a new revision.',
    });
    expect((await readOwn(body.id, of.approver)).status).toBe(404);
    await price(body.id, { lines: [{ itemId: cleanerItem, quantity: 10, price: 60 }] });
    await send(body.id);
    const { body: ordered } = await accept(body.id, of.approver);
    expect(ordered).toMatchObject({
      state: 'ordered',
      total: 600,
      revisions: [
        { id, revision: 1, state: 'replaced' },
        { revision: 2, state: 'ordered' },
      ],
    });
    const { token } = await makeAdministrator(deps, { claims: ['ManageCartOrders'] });
    const order = await ask<{ trade: object }>('GET', `/v1/manage-orders/details/${ordered.orderId}`, { token });
    expect(order.body.trade).toMatchObject({ quote: `${ordered.number} revision 2` });
  });
});

describe('budgets, limits and credit', () => {
  test('hold up who asked for it, not an approver; the reasons name who can accept it', async () => {
    const of = await company({ budget: 500 });
    const { body } = await request(of, [{ product: cleaner }], { by: of.approver });
    await price(body.id);
    await send(body.id);
    const second = await makePerson(deps, { firstName: 'Ana', lastName: 'Ruiz' });
    await makeTradeMember(db, of.accountId, { user: second, role: 'approver' });
    expect(await accept(body.id, of.approver)).toMatchObject({
      status: 409,
      message:
        'This order of $700.00 puts Depot $200.00 above its budget of $500.00 for November, of which $500.00 is left. Ana Ruiz can accept it.',
    });
    expect((await orderFor(body.id)).status).toBe(409);
    expect(await spentOf(of.siteId)).toBe(0);
    expect((await accept(body.id, second)).status).toBe(200);
    expect(await spentOf(of.siteId)).toBe(70_000);
  });

  test('credit that is not enough leaves the quote open', async () => {
    const of = await company({ creditLimit: 600 });
    const id = await sentQuote(of);
    expect((await accept(id, of.approver)).message).toContain('more than the $600.00 of credit');
    expect(await ordersOf(of.accountId)).toEqual([]);
    expect(await spentOf(of.siteId)).toBe(0);
    expect((await read(id)).state).toBe('sent');
  });
});

describe('access', () => {
  test('is by permission, site and account', async () => {
    const of = await company();
    const id = await sentQuote(of);
    expect((await accept(id, of.buyer)).status).toBe(403);
    expect((await decline(id, of.buyer)).status).toBe(403);
    const stranger = (await company()).approver;
    const elsewhere = await makePerson(deps);
    const office = await makeTradeSite(db, of.accountId, { name: 'Office' });
    await makeTradeMember(db, of.accountId, { user: elsewhere, role: 'approver', siteIds: [office] });
    for (const person of [stranger, elsewhere]) {
      expect((await readOwn(id, person)).status).toBe(404);
      expect((await accept(id, person)).status).toBe(404);
      expect((await decline(id, person)).status).toBe(404);
      const message = ask('POST', `/v1/trade/quotes/${id}/messages`, { token: person.token, body: { text: 'Hi' } });
      expect((await message).status).toBe(404);
      expect((await ask('GET', `/v1/trade/quotes/${id}/file`, { token: person.token })).status).toBe(404);
      expect((await ask('GET', `/v1/quotes/${id}`, { token: person.token })).status).toBe(403);
    }
    const list = async ({ token }: Person) =>
      ask<OwnQuoteRow[]>('GET', `/v1/trade/accounts/${of.accountId}/quotes`, { token });
    expect((await list(stranger)).status).toBe(403);
    expect((await list(elsewhere)).body).toEqual([]);
    expect((await list(of.buyer)).body).toMatchObject([{ id, state: 'sent', total: 700, siteName: 'Depot' }]);
    await db
      .updateTable('trade_members')
      .set({ removed_at: clock.now() })
      .where('user_id', '=', of.approver.id)
      .execute();
    expect((await accept(id, of.approver)).status).toBe(404);
    expect(await ordersOf(of.accountId)).toEqual([]);
  });
});
