import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { buyer, checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { makeAdministrator, makePerson } from '../../../test/people.ts';
import { guestOrderSentences as sentences } from './guest-orders-contract.ts';

const shop = await testApp();
const { db, jobs } = shop.deps;
const product = await makeProduct(db, { price: 20, onHand: 1_000 });
const path = '/v1/shopping-orders/guest-orders';

/** Places an order as a guest with exactly this e-mail. */
async function orderedBy(email: string): Promise<string> {
  const { body } = await checkOut(shop, checkoutOf([{ product }], { billingInfo: { ...buyer, email } }));
  expect(body.status).toBe(0);
  return body.orderId ?? '';
}

async function register(email: string): Promise<string> {
  const password = 'correct horse 1';
  const data = { ...buyer, email, password, confirmPassword: password, acceptedTheTerms: true };
  const { status, body } = await shop.ask<{ access_token: string }>('POST', '/v1/core/accounts', { body: data });
  expect(status).toBe(201);
  await jobs.finishAll();
  return body.access_token;
}

const mailsTo = (email: string) =>
  shop.mails.filter(({ to, subject }) => to === email && /earlier orders/.test(subject));
const tokenTo = (email: string): string =>
  /join-orders\/\?t=([\w-]+)/.exec(mailsTo(email).at(-1)?.text ?? '')?.[1] ?? '';
const find = (token: string, proof: string) =>
  shop.ask<{ email: string; orders: number }>('POST', `${path}/find`, { token, body: { token: proof } });
const join = (token: string, proof: string) =>
  shop.ask<{ orders: number }>('POST', `${path}/join`, { token, body: { token: proof } });
const ownerOf = (id: string) =>
  db.selectFrom('orders').select('user_id as userId').where('id', '=', id).executeTakeFirstOrThrow();

test('a new member is mailed a link that adds the orders of their e-mail once', async () => {
  const mine = [await orderedBy('Pat.Guest@example.com'), await orderedBy('pat.guest@EXAMPLE.com')];
  const other = await orderedBy('other@example.com');
  const token = await register('pat.guest@example.com');
  expect(mailsTo('pat.guest@example.com')).toHaveLength(1);
  const proof = tokenTo('pat.guest@example.com');
  expect((await find(token, proof)).body).toEqual({ email: 'pat.guest@example.com', orders: 2 });
  expect(await ownerOf(mine[0] ?? '')).toEqual({ userId: null }); // nothing is added without the link
  expect((await join(token, proof)).body).toEqual({ orders: 2 });
  expect((await join(token, proof)).body).toEqual({ orders: 0 });
  const { body } = await shop.ask<{ id: string }[]>('GET', '/v1/shopping-orders', { token });
  expect(body.map(({ id }) => id).sort()).toEqual(mine.sort());
  expect(await ownerOf(other)).toEqual({ userId: null });
  const entries = await db.selectFrom('audit_log').selectAll().where('action', '=', 'join-account').execute();
  expect(entries.map(({ entity_id: id }) => id).sort()).toEqual(mine);
});

test('simultaneous uses of a link add each order once', async () => {
  const mine = [await orderedBy('twice@example.com'), await orderedBy('twice@example.com')];
  const token = await register('twice@example.com');
  const proof = tokenTo('twice@example.com');
  const answers = await Promise.all(Array.from({ length: 6 }, () => join(token, proof)));
  expect(answers.reduce((sum, { body }) => sum + body.orders, 0)).toBe(2);
  const entries = await db
    .selectFrom('audit_log')
    .select('entity_id as id')
    .where('entity_id', 'in', mine)
    .where('action', '=', 'join-account')
    .execute();
  expect(entries.map(({ id }) => id).sort()).toEqual(mine.sort());
  const versions = await db.selectFrom('orders').select('version').where('id', 'in', mine).execute();
  expect(versions).toEqual([{ version: 2 }, { version: 2 }]);
});

test("registering somebody's e-mail, or using another account's link, does not give access to their orders", async () => {
  const theirs = await orderedBy('victim@example.com');
  await orderedBy('thief@example.com');
  const thief = await register('victim@example.com'); // does not read the mails of this address
  const own = await register('thief@example.com');
  const proofOfVictim = tokenTo('victim@example.com');
  const proofOfThief = tokenTo('thief@example.com');
  // another account's link does not prove this account's address
  for (const [token, proof] of [
    [thief, proofOfThief],
    [own, proofOfVictim],
    [thief, ''],
    [thief, 'A'.repeat(43)],
  ] as const) {
    for (const call of [find, join])
      expect(await call(token, proof)).toMatchObject({ status: 400, message: sentences.linkInvalid });
  }
  expect((await shop.ask('POST', `${path}/join`, { body: { token: proofOfVictim } })).status).toBe(401);
  expect((await shop.ask('GET', `/v1/shopping-orders/${theirs}`, { token: thief })).status).toBe(404);
  expect(await ownerOf(theirs)).toEqual({ userId: null });
});

test('a link is invalid after the account changes its e-mail, and after a day', async () => {
  await orderedBy('moving@example.com');
  const token = await register('moving@example.com');
  const proof = tokenTo('moving@example.com');
  await db.updateTable('users').set({ email: 'moved@example.com' }).where('email', '=', 'moving@example.com').execute();
  expect((await find(token, proof)).status).toBe(400);
  await db.updateTable('users').set({ email: 'moving@example.com' }).where('email', '=', 'moved@example.com').execute();
  expect((await find(token, proof)).status).toBe(200);
  await db
    .updateTable('mailed_links')
    .set({ expires_at: new Date(0) })
    .where('kind', '=', 'join-orders')
    .execute();
  expect((await find(token, proof)).status).toBe(400);
});

test('the link can be requested again, without revealing whether there are orders', async () => {
  const token = await register('nobody.bought@example.com');
  const answer = await shop.ask('POST', `${path}/link`, { token });
  expect(answer).toMatchObject({ status: 200, body: { message: sentences.linkSent } });
  await jobs.finishAll();
  expect(mailsTo('nobody.bought@example.com')).toHaveLength(0);
  await orderedBy('nobody.bought@example.com');
  expect((await shop.ask('POST', `${path}/link`, { token })).body).toEqual(answer.body);
  await jobs.finishAll();
  expect((await find(token, tokenTo('nobody.bought@example.com'))).body).toMatchObject({ orders: 1 });
});

test('the link that confirms a new address also adds the orders of that address', async () => {
  await orderedBy('new.address@example.com');
  const person = await makePerson(shop.deps, { email: 'old.address@example.com' });
  const body = { firstName: 'Kim', lastName: 'Sato', mobile: '0491570006', email: 'new.address@example.com' };
  expect((await shop.ask('PUT', '/v1/core/accounts/update/own-profile/', { token: person.token, body })).status).toBe(
    200,
  );
  await jobs.finishAll();
  const mail = shop.mails.find(({ to, text }) => to === 'new.address@example.com' && /confirm-email/.test(text));
  const proof = /confirm-email\/\?t=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect((await find(person.token, proof)).status).toBe(400); // not confirmed yet: the account has the old address
  expect((await shop.ask('POST', '/v1/core/accounts/confirm-email', { body: { token: proof } })).status).toBe(200);
  expect((await join(person.token, proof)).body).toEqual({ orders: 1 });
});

test('staff with the claim can add an order to an account once, with a history entry', async () => {
  const order = await orderedBy('shop.floor@example.com');
  const person = await makePerson(shop.deps, { email: 'Shop.Floor@example.com', firstName: 'Ines', lastName: 'Vale' });
  const manager = await makeAdministrator(shop.deps, { claims: ['ManageCartOrders'] });
  const clerk = await makeAdministrator(shop.deps, { claims: ['ManageUsers'] });
  const put = (token: string, email: string) =>
    shop.ask('PUT', `/v1/manage-orders/${order}/account`, { token, body: { email } });
  const details = await shop.ask('GET', `/v1/manage-orders/details/${order}`, { token: manager.token });
  expect(details.body).toMatchObject({ userId: null, matchingAccount: { name: 'Ines Vale' } });
  expect((await put(clerk.token, 'shop.floor@example.com')).status).toBe(403);
  expect((await put(person.token, 'shop.floor@example.com')).status).toBe(403);
  expect(await put(manager.token, 'nobody@example.com')).toMatchObject({ status: 404 });
  expect(await put(manager.token, 'shop.floor@EXAMPLE.com')).toMatchObject({
    status: 200,
    body: { name: 'Ines Vale' },
  });
  expect(await put(manager.token, 'shop.floor@example.com')).toMatchObject({ status: 409 });
  expect(await ownerOf(order)).toEqual({ userId: person.id });
  const entry = await db.selectFrom('audit_log').selectAll().where('entity_id', '=', order).executeTakeFirst();
  expect(entry).toMatchObject({ action: 'join-account', actor_id: manager.id, before: { customer: 'Guest' } });
});
