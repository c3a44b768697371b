import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startSession } from '#accounts/sign-in/sessions.server.ts';
import { claims } from '#lib/api/endpoint.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import { setOnHand } from '#stock/ledger/set-on-hand.server.ts';
import { tablesOfAccounts } from '#trade/accounts/remove-accounts.server.ts';
import { remindOverdueAccounts } from '#trade/ledger/reminders.server.ts';
import { makeTradeAccount } from './make-trade-account.ts';
import { makeAdministrator } from './people.ts';
import { demoYear } from './demo-year.ts';
import { demoHistory } from '../src/demo.server.ts';
import type { DemoCounts } from '#demo/contract.ts';
import { historyContent } from '#demo/history/content.server.ts';
import { beginningOfHistory, makeHistory } from '#demo/history/make-history.server.ts';
import { inOneTransaction } from '#demo/history/one-transaction.server.ts';

const { database, db, deps, ask, mails, now, orders, numbers, countOf, contents, before } = await demoYear();

test('a part that fails leaves nothing, even if somebody catches its error', async () => {
  const add = (id: string) => sql`insert into demo_records (kind, id) values ('a test', ${id})`;
  const work = inOneTransaction(database.pool, async (all) => {
    await inTransaction(all, (tx) => add('before').execute(tx));
    await inTransaction(all, () => Promise.reject(new Error('refused'))).catch(() => {});
    await add('after')
      .execute(all)
      .catch(() => {});
  });
  await expect(work).rejects.toThrow('nothing of it can stay');
  expect(await numbers(sql`select 1 as value from demo_records where kind = 'a test'`)).toEqual([]);
});

test('a shop that has been used gets no history', async () => {
  const content = await contents();
  await makeHistory({ ...deps, pool: database.pool }, await demoHistory(), { now, orders });
  expect(await contents()).toEqual(content);
});

test('stock on hand is the sum of the movements, and never below none', async () => {
  const wrong = await sql`
    select i.code, i.on_hand from product_items i where i.on_hand < 0 or i.on_hand <> (
      select coalesce(sum(case m.direction when 0 then m.quantity else -m.quantity end), 0)
      from stock_movements m where m.item_id = i.id)`.execute(db);
  expect(wrong.rows).toEqual([]);
});

test('every order is paid and has a number, and none is missing between the first and the last', async () => {
  const run = (first: number, count: number) => Array.from({ length: count }, (_, place) => first + place);
  const paid = sql<{
    value: number;
  }>`select substr(number, 4)::int as value from orders where payment = 'paid' order by placed_at, id`;
  expect(await numbers(paid)).toEqual(run(100_001, orders));
  const invoices = sql<{
    value: number;
  }>`select substr(number, 5)::int as value from tax_invoices order by issued_at, id`;
  expect(await numbers(invoices)).toEqual(run(100_001, orders));
  const notes = await numbers(sql`select substr(number, 5)::int as value from adjustment_notes order by issued_at, id`);
  expect(notes).toEqual(run(100_001, notes.length));
  const purchases = await numbers(
    sql`select substr(number, 4)::int as value from purchase_orders order by created_at, id`,
  );
  expect(purchases).toEqual(run(100_001, purchases.length));
});

test('the sales of the report are what the orders were paid, less what was refunded', async () => {
  const { token } = await makeAdministrator(deps, { claims: ['ViewReports'] });
  const period = 'startDate=2024-12-01&endDate=2026-03-02';
  const { body } = await ask<{ total: { sales: number; refunds: number; orders: number } }>(
    'GET',
    `/v1/reports/sales?${period}`,
    { token },
  );
  const sold = sql<{ value: number }>`select sum(amount_paid_cents)::int as value from orders where status <> 2`;
  const back = sql<{ value: number }>`
    select sum(r.amount_cents)::int as value from refunds r join orders o on o.id = r.order_id where r.state = 'done' and o.status <> 2`;
  expect(body.total).toMatchObject({ sales: (await countOf(sold)) / 100, refunds: (await countOf(back)) / 100 });
});

test('it has orders of every status, refunds, promos, notes, deliveries, stock takes, low stock, forms and spam', async () => {
  const statuses = await numbers(sql`select distinct status as value from orders order by 1`);
  expect(statuses).toEqual([0, 1, 2, 3, 4]);
  const found = await sql<Record<string, number>>`
    select (select count(*) from redemptions)::int as promos, (select count(*) from order_notes)::int as notes,
      (select count(*) from refunds where state = 'done')::int as refunds,
      (select count(*) from refunds where state = 'failed')::int as "failed refunds",
      (select count(*) from purchase_receipts)::int as deliveries,
      (select count(*) from purchase_orders where state = 'open')::int as "open purchase orders",
      (select count(*) from stock_movements where reason = 'Stock take')::int as "stock takes",
      (select count(*) from product_items where is_low)::int as "low stock",
      (select count(*) from form_files where content_type = 'image/png')::int as signatures,
      (select count(*) from form_files where content_type = 'image/jpeg')::int as pictures,
      (select count(*) from form_drafts)::int as drafts,
      (select count(*) from form_submissions where status = 0)::int as "new submissions",
      (select count(*) from enquiries where status = 0 and not is_suspected_spam)::int as "new enquiries",
      (select count(*) from enquiries where is_suspected_spam)::int as spam`.execute(db);
  const missing = Object.entries(found.rows[0] ?? { everything: 0 }).filter(([, count]) => count === 0);
  expect(missing).toEqual([]);
  const forms = sql<{ value: number }>`select count(*)::int as value from forms f where not exists (
    select from form_submissions s where s.form_id = f.id)`;
  expect(await countOf(forms)).toBe(0);
  const staff = sql<{
    value: number;
  }>`select count(distinct actor_id)::int as value from audit_log where actor_id is not null`;
  expect(await countOf(staff)).toBe(3);
});

test('nobody is mailed, and nobody can sign in as somebody made up', async () => {
  expect(await remindOverdueAccounts(deps, deps.clock.now())).toBe(0);
  await deps.jobs.finishAll();
  expect(mails).toEqual([]);
  expect(await countOf(sql`select count(*)::int as value from unsent_mails`)).toBe(0);
  const managers = sql<{ value: number }>`
    select count(*)::int as value from users where email like '%.example' and claims && array['ManageUserPermissions']`;
  expect(await countOf(managers)).toBe(0);
});

test('it happened in the fourteen months until now', async () => {
  const { rows } = await sql<{ first: Date; last: Date }>`
    select min(at) as first, max(at) as last from (select placed_at as at from orders union all select created_at from stock_movements
      union all select created_at from form_submissions union all select at from audit_log) all_times`.execute(db);
  expect(rows[0]?.first).toEqual(beginningOfHistory(now));
  expect(rows[0]?.last.getTime()).toBeLessThanOrEqual(now.getTime());
});

test('a removal knows every table that refers to trade accounts', async () => {
  const inner = [
    'allocations',
    'bank_lines',
    'accounting_export_documents',
    'approval_events',
    'quote_messages',
    'standing_order_runs',
  ];
  const known = ['trade_accounts', ...inner, ...tablesOfAccounts];
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confdeltype = 'a' and confrelid::regclass::text = any(${known})`.execute(db);
  expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});

test('a removal is for those who may change everything', async () => {
  const { token } = await makeAdministrator(deps, { claims: ['ManageCartOrders', 'ManageUsers', 'ManageSite'] });
  expect((await ask('DELETE', '/v1/demo-content', { token })).status).toBe(403);
});

test('a removal leaves what was there before and what was added since, and nothing else', async () => {
  const { token, id } = await makeAdministrator(deps, { claims: [...claims] });
  deps.clock.advance(60_000);
  const madeUp = await countOf(sql`select count(*)::int as value from users where email like '%.example'`);
  const [taken = '', noted = ''] = [await personOf('dev.pranata'), await personOf('marnie.okell')];
  const bought = await buyAsGuest();
  const onAccount = await buyOnAccount();
  const lists = await sql<{ id: string }>`select id from price_lists where parent_id is not null`.execute(db);
  const real = await makeTradeAccount(db, { priceListId: lists.rows[0]?.id ?? '' });
  const counted = await setStocks(token);
  const colleague = await takeOverStaff(taken, token);
  const buyer = await takeOverCustomer();
  const note = { text: 'The buyer rang.' };
  for (const by of [colleague.token, await signedIn(noted)])
    expect((await ask('POST', `/v1/manage-orders/${bought.orderId}/notes`, { token: by, body: note })).status).toBe(
      201,
    );
  await sql`insert into search_misses (phrase, times, last_day) values ('robot mop', 1, '2026-03-02')`.execute(db);
  await sql`update search_misses set times = times + 1, last_day = '2026-03-03' where phrase = (
    select id from demo_records where kind = 'search_misses' limit 1)`.execute(db);
  const since = sql`> (select at from system_events where name = 'demo-made')`;
  const own = await countOf(sql`select count(*)::int as value from audit_log where at ${since}`);
  const moved = await countOf(sql`select count(*)::int as value from stock_movements where created_at ${since}`);

  const { body } = await ask<{ counts: DemoCounts }>('GET', '/v1/demo-content', { token });
  expect(body.counts).toMatchObject({ orders, customers: madeUp - 4, staff: 2, tradeAccounts: 8 });
  const people = await countOf(sql`select count(*)::int as value from users where email not like '%.example'`);
  const both = await Promise.all([
    ask('DELETE', '/v1/demo-content', { token }),
    ask('DELETE', '/v1/demo-content', { token }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);

  expect((await ask('GET', '/v1/demo-content', { token })).body).toEqual({ counts: null });
  const left = await contents();
  const { rows } = await sql<{ id: string }>`select id from orders order by id`.execute(db);
  expect(rows).toEqual([{ id: bought.orderId }, { id: onAccount.orderId }]);
  const added = [
    'mailed_links',
    'orders',
    'order_items',
    'tax_invoices',
    'checkout_attempts',
    'test_charges',
    'unsent_mails',
  ];
  const replaced = await countOf(sql`
    select count(*)::int as value from stock_movements where reason = 'Demo content removed'`);
  expect(replaced).toBe(Object.keys(counted).length);
  expect({ ...left, ...pick(added, before) }).toEqual({
    ...before,
    users: people + 2,
    trade_accounts: 1, // a real one, whose price list stays with its parent
    trade_sites: 1,
    price_lists: 2,
    list_prices: expect.any(Number),
    stock_movements: (before['stock_movements'] ?? 0) + moved + replaced,
    audit_log: (before['audit_log'] ?? 0) + own + 2, // the removal, and that the account was made which is the colleague's now
    enquiries: 1,
    order_notes: 2,
    search_misses: 2,
    system_events: expect.any(Number),
    changed_sales_days: expect.any(Number),
    sales_days: expect.any(Number),
    sold_goods: expect.any(Number),
    sold_months: expect.any(Number),
    sold_months_kept: expect.any(Number),
    email_reservations: 0,
  });
  expect(await countOf(sql`select count(*)::int as value from trade_accounts where id = ${real.id}`)).toBe(1);
  const stocks = await sql<{ code: string; onHand: number }>`
    select code, on_hand as "onHand" from product_items where code = any(${Object.keys(counted)})`.execute(db);
  expect(Object.fromEntries(stocks.rows.map(({ code, onHand }) => [code, onHand]))).toEqual(counted);
  const accounts = await sql<{ id: string; isArchived: boolean }>`
    select id, archived_at is not null as "isArchived" from users where id = any(${[taken, noted, buyer.id]}::uuid[])`.execute(
    db,
  );
  expect(Object.fromEntries(accounts.rows.map(({ id: one, isArchived }) => [one, isArchived]))).toEqual({
    [taken]: false,
    [noted]: true,
    [buyer.id]: false,
  });
  expect((await ask('GET', `/v1/core/accounts/${buyer.id}`, { token: buyer.token })).status).toBe(200);
  expect(await numbers(sql`select count(*)::int as value from enquiries where user_id = ${buyer.id}`)).toEqual([1]);
  const works = sql<{ value: number }>`select count(*)::int as value from stock_movements where created_by = ${taken}`;
  expect(await countOf(works)).toBe(1);
  const wrong = await sql`
    select i.code from product_items i where i.on_hand <> (
      select coalesce(sum(case m.direction when 0 then m.quantity else -m.quantity end), 0)
      from stock_movements m where m.item_id = i.id)`.execute(db);
  expect(wrong.rows).toEqual([]);
  const entry = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'entity'])
    .where('entity', '=', 'demo-content')
    .execute();
  expect(entry).toEqual([{ actor_id: id, entity: 'demo-content' }]);
  await deps.jobs.finishAll();
  for await (const key of deps.files.list('delivery-proofs/')) throw new Error(`The file ${key} is left.`);
});

const pick = (names: readonly string[], from: Record<string, number>) =>
  Object.fromEntries(names.map((name) => [name, from[name] ?? 0]));

const personOf = async (name: string): Promise<string> =>
  (await sql<{ id: string }>`select id from users where email like ${`${name}@%`}`.execute(db)).rows[0]?.id ?? '';

/** A session of somebody made up, which nobody can begin. */
const signedIn = (userId: string): Promise<string> =>
  inTransaction(
    db,
    async (tx) => (await startSession(deps, tx, { userId, ip: '192.0.2.1', userAgent: undefined })).access_token,
  );

/** Sets a password by the link that is mailed. */
async function setPassword(email: string): Promise<{ token: string }> {
  expect((await ask('PATCH', `/v1/core/accounts/${email}/password/reset/request`)).status).toBe(200);
  await deps.jobs.finishAll();
  const links = mails.flatMap(({ text }) => /reset-password\/\?t=([\w-]{43})/.exec(text)?.[1] ?? []);
  const resetToken = links.at(-1);
  const password = 'mop and bucket 1';
  const body = { password, confirmPassword: password, resetToken };
  const answer = await ask<{ access_token: string }>('POST', '/v1/core/accounts/password/reset', { body });
  expect(answer.status).toBe(200);
  return { token: answer.body.access_token };
}

/** The account of somebody made up of the staff becomes a colleague's, who loses a unit. */
async function takeOverStaff(id: string, token: string): Promise<{ token: string }> {
  const { body: user } = await ask<{ usersClaims: string[]; version: number }>('GET', `/v1/users/${id}`, { token });
  const email = 'kim.abara@example.com';
  const person = { firstName: 'Kim', lastName: 'Abara', email, mobile: '0491570156', userType: 3 };
  const usersClaims = [...user.usersClaims, 'ManageCartOrders'];
  const body = { id, ...person, usersClaims, version: user.version };
  expect((await ask('PUT', '/v1/users/admin/update-user', { token, body })).status).toBe(200);
  const colleague = await setPassword(email);
  await moveStock((await soldItems(4))[3], colleague.token);
  return colleague;
}

/** Somebody signs in as a customer who was made up, and writes. */
async function takeOverCustomer(): Promise<{ id: string; token: string }> {
  const { people } = historyContent.parse(await demoHistory());
  const { email = '' } = people.customers.find(({ account }) => account === 'checkout') ?? {};
  const [id = '', { token }] = [await personOf(email.split('@')[0] ?? ''), await setPassword(email)];
  const body = {
    company: 'Own',
    name: 'Own Name',
    email,
    phone: '',
    mobile: '',
    message: 'Do you deliver on Sundays?',
  };
  expect((await ask('POST', '/v1/contact-us/send', { token, body })).status).toBe(200);
  return { id, token };
}

interface SoldItem {
  id: string;
  productId: string;
  code: string;
  onHand: number;
  hasVariations: boolean;
}

/** Items that were sold and that nobody has counted since. */
async function soldItems(count: number): Promise<SoldItem[]> {
  const { rows } = await sql<SoldItem>`
    select i.id, i.product_id as "productId", i.code, i.on_hand as "onHand", p.has_variations as "hasVariations"
    from product_items i join products p on p.id = i.product_id
    where i.on_hand > 4 and i.on_hand <> (
      select m.quantity from stock_movements m where m.item_id = i.id order by m.created_at, m.id limit 1)
    order by i.code desc limit ${count}`.execute(db);
  return rows;
}

async function moveStock(item: SoldItem | undefined, token: string): Promise<void> {
  const { id, productId, hasVariations } = item ?? { id: '', productId: '', hasVariations: false };
  const which = { productId, productVariationItemId: hasVariations ? id : null };
  const body = { ...which, inventoryDirection: 2, quantity: 1, reason: 'Broken', purchasePrice: null };
  expect((await ask('POST', '/v1/manage-product-stocks/update-stocks', { token, body })).status).toBe(200);
}

/** Counts one item, corrects another and imports the stock of a third. Returns what is then on hand, by code. */
async function setStocks(token: string): Promise<Record<string, number>> {
  const [counted, corrected, imported, lost] = await soldItems(4);
  if (!counted || !corrected || !imported || !lost) throw new Error('Too little was sold.');
  const path = '/v1/manage-product-stocks/stock-take';
  const file = `code,counted\n${counted.code},${counted.onHand + 30}\n`;
  const { body: checked } = await ask<{ countedAt: string; seen: string }>('POST', `${path}/check`, {
    token,
    body: { file },
  });
  const { countedAt, seen } = checked;
  expect((await ask('POST', path, { token, body: { file, countedAt, seen } })).status).toBe(200);
  await moveStock(corrected, token);
  const items = [{ itemId: imported.id, quantity: 5, purchasePrice: null }];
  await inTransaction(db, (tx) => setOnHand(tx, items, { reason: 'Import', at: deps.clock.now() }));
  return {
    [counted.code]: counted.onHand + 30,
    [corrected.code]: corrected.onHand - 1,
    [imported.code]: 5,
    [lost.code]: lost.onHand - 1, // by the colleague
  };
}

/** An order that somebody places in the shop with the demo content in it. */
const buyAsGuest = (): Promise<{ orderId: string }> =>
  buy({
    body: {
      shippingInfo: { shippingMethod: 1 },
      cardNumber: '4242424242424242',
      expiryDate: '12/49',
      cvc: '123',
    },
  });

/** An order on account for a site of a made-up company, under the name of one of its people. */
async function buyOnAccount(): Promise<{ orderId: string }> {
  const { rows } = await sql<{ userId: string; siteId: string }>`
    select m.user_id as "userId", s.id as "siteId" from trade_accounts a
    join trade_members m on m.account_id = a.id and m.has_all_sites and m.limit_cents is null and m.user_id is not null
    join trade_roles r on r.id = m.role_id and 'Order' = any(r.permissions)
    join trade_sites s on s.account_id = a.id and s.budget_cents is null
    where a.status = 'open' and a.po_rule = 'none' order by a.number limit 1`.execute(db);
  const { userId = '', siteId = '' } = rows[0] ?? {};
  const shippingInfo = { shippingMethod: 2, sameAsCheckoutDetails: true };
  return buy({ token: await signedIn(userId), body: { shippingInfo, trade: { siteId, isOnAccount: true } } });
}

async function buy({ token, body: more }: { token?: string; body: object }): Promise<{ orderId: string }> {
  const item = await db
    .selectFrom('product_items as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .select(['p.id as productId'])
    .where('p.has_variations', '=', false)
    .where('i.on_hand', '>', 20)
    .orderBy('i.code')
    .executeTakeFirstOrThrow();
  const person = { firstName: 'Orla', lastName: 'Finch', email: 'orla.finch@example.com', mobile: '0491570006' };
  const home = {
    streetNumber: '3',
    streetName: 'Sparkle Avenue',
    city: 'Marrickville',
    state: 'NSW',
    postcode: '2204',
  };
  const { status, body } = await ask<{ orderId: string }>('POST', '/v1/shopping-checkouts', {
    ...(token && { token }),
    body: { billingInfo: { ...person, ...home }, cartItems: [{ id: item.productId, qty: 1 }], ...more },
  });
  expect(status).toBe(201);
  return body;
}
