import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Access, Method } from '#lib/api/endpoint.ts';
import { day } from '#lib/day.ts';
import { newId } from '#lib/uuid.ts';
import { type TradePermission, tradePermissions } from '#trade/permissions.ts';
import { cartOf } from './buyer.ts';
import { makeAdministrator, makePerson } from './people.ts';
import { makeTradeMember, makeTradeSite } from './make-trade-account.ts';
import { quoteShop } from './quote-shop.ts';
import { orderDeskOf } from './sold.ts';
import { onAccountCheckout, orderOnAccount } from './trade-buyer.ts';

/* Who may call each endpoint for people of trade accounts. */

const { shop, deps, ask, db, clock, cleaner, mop, mopItem, company, sentQuote } = await quoteShop();
const orderDesk = orderDeskOf(shop, await makeAdministrator(deps, { claims: ['ManageCartOrders'] }));

/** The endpoints for signed-in people whose paths begin with `/v1/trade/`. An invitation is accepted by the invited person, who has its link. */
const { body: described } = await ask<{ paths: Record<string, Record<string, { 'x-access'?: Access }>> }>(
  'GET',
  '/v1/openapi.json',
);
const endpoints = Object.entries(described.paths)
  .filter(([path]) => path.startsWith('/v1/trade/') && path !== '/v1/trade/invitations/accept')
  .flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation['x-access'] === 'member')
        .map(([method]) => ({ method: method.toUpperCase() as Method, path })), // `openApi` writes it in lower case
  )
  .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method));

/** People by what they may do; all of them are of the account of each fixture, but for the last three. */
const everything = 'with every permission';
const otherSite = 'with every permission at another site';
const callers = [...tradePermissions, everything, otherSite, 'of another account', 'removed', 'of no account'] as const;
type Caller = (typeof callers)[number];
const isOfSite = (caller: Caller): boolean => callers.indexOf(caller) <= callers.indexOf(everything);
const isOfAccount = (caller: Caller): boolean => isOfSite(caller) || caller === otherSite;
const people = new Map(await Promise.all(callers.map(async (name) => [name, await makePerson(deps)] as const)));
const userOf = (name: Caller) => people.get(name) ?? { id: '', email: '', token: '' };
const other = await company();
await makeTradeMember(db, other.accountId, { user: userOf('of another account'), role: 'administrator' });

/** Gives a person a role of their own in an account. Returns the member's id. */
async function join(accountId: string, caller: Caller, permissions: readonly TradePermission[]): Promise<string> {
  const memberId = await makeTradeMember(db, accountId, { user: userOf(caller) });
  const roleId = newId();
  await sql`
    insert into trade_roles (id, account_id, name, permissions, created_at)
    values (${roleId}, ${accountId}, ${caller}, ${[...permissions]}::text[], now())`.execute(db);
  await db.updateTable('trade_members').set({ role_id: roleId }).where('id', '=', memberId).execute();
  return memberId;
}

/** An account with one of everything: an order with its invoice and credit note, a list, an open request, a sent quote, people and a role. */
async function makeAccount() {
  const { accountId, siteId, buyer } = await company();
  for (const permission of tradePermissions) await join(accountId, permission, [permission]);
  const elsewhere = await makeTradeSite(db, accountId, { name: 'Elsewhere' });
  const archivedSiteId = await makeTradeSite(db, accountId, { name: 'Former depot' });
  await db.updateTable('trade_sites').set({ archived_at: clock.now() }).where('id', '=', archivedSiteId).execute();
  await join(accountId, everything, tradePermissions);
  const far = await join(accountId, otherSite, tradePermissions);
  await db.updateTable('trade_members').set({ has_all_sites: false }).where('id', '=', far).execute();
  await sql`insert into trade_member_sites (member_id, site_id) values (${far}, ${elsewhere})`.execute(db);
  const removed = await makeTradeMember(db, accountId, { user: userOf('removed'), role: 'administrator' });
  await db.updateTable('trade_members').set({ removed_at: clock.now() }).where('id', '=', removed).execute();
  const personId = await makeTradeMember(db, accountId, { user: await makePerson(deps) });
  const invitedId = await makeTradeMember(db, accountId, { user: await makePerson(deps) });
  await db.updateTable('trade_members').set({ user_id: null, joined_at: null }).where('id', '=', invitedId).execute();
  const roleId = newId();
  await sql`
    insert into trade_roles (id, account_id, name, permissions, created_at)
    values (${roleId}, ${accountId}, 'Helper', array['ManagePeople'], now())`.execute(db);
  await db.updateTable('trade_members').set({ role_id: roleId }).where('id', 'in', [personId, invitedId]).execute();
  const freeRoleId = newId();
  await sql`
    insert into trade_roles (id, account_id, name, permissions, created_at)
    values (${freeRoleId}, ${accountId}, 'Free', array['ManagePeople'], now())`.execute(db);
  const blanketPoId = newId();
  await sql`insert into blanket_pos (id, account_id, site_id, number, amount_cents, created_at)
    values (${blanketPoId}, ${accountId}, ${siteId}, 'BPO-9', 5000, now())`.execute(db);
  const { orderId } = await orderOnAccount(shop, { siteId, user: buyer }, { product: mop, qty: 2 });
  const { body: refund } = await orderDesk.refund(orderId, { amount: 5 });
  const invoices = db.selectFrom('tax_invoices').select('id').where('order_id', '=', orderId);
  const entries = db.selectFrom('account_entries').select('id').where('account_id', '=', accountId);
  const invoice = await entries.where('kind', '=', 'invoice').executeTakeFirstOrThrow();
  const list = await ask<{ id: string }>('POST', `/v1/trade/sites/${siteId}/lists`, {
    token: userOf('ManageLists').token,
    body: { name: 'Weekly', items: [{ itemId: mopItem, par: 3, multiple: 1, note: '' }] },
  });
  const secondList = await ask<{ id: string }>('POST', `/v1/trade/sites/${siteId}/lists`, {
    token: userOf('ManageLists').token,
    body: { name: 'Rarely', items: [{ itemId: mopItem, par: 3, multiple: 1, note: '' }] },
  });
  const standing = await ask<{ id: string }>('POST', `/v1/trade/sites/${siteId}/standing-orders`, {
    token: userOf('Order').token,
    body: { ...standingOrder, listId: list.body.id },
  });
  const runId = newId();
  const run = { id: runId, standing_order_id: standing.body.id, due_on: day('2026-11-15'), notified_at: clock.now() };
  await db.insertInto('standing_order_runs').values(run).execute();
  await sql`update trade_sites set budget_cents = 5000 where id = ${siteId}`.execute(db);
  const requested = await ask<{ id: string }>('POST', '/v1/trade/approvals', {
    token: buyer.token,
    body: onAccountCheckout(siteId, cleaner),
    headers: { 'idempotency-key': newId() },
  });
  const quoteId = await sentQuote({ accountId, siteId, buyer, approver: buyer, memberId: '' });
  await sql`update trade_sites set budget_cents = null where id = ${siteId}`.execute(db);
  const hashes = db.selectFrom('approvals').select('hash').where('id', '=', requested.body.id);
  return {
    accountId,
    siteId,
    taxInvoiceId: (await invoices.executeTakeFirstOrThrow()).id,
    adjustmentNoteId: refund.adjustmentNoteId ?? '',
    entryId: invoice.id,
    listId: list.body.id,
    secondListId: secondList.body.id,
    standingOrderId: standing.body.id,
    runId,
    approvalId: requested.body.id,
    hash: (await hashes.executeTakeFirstOrThrow()).hash,
    quoteId,
    personId,
    invitedId,
    roleId,
    freeRoleId,
    blanketPoId,
    archivedSiteId,
  };
}
type Account = Awaited<ReturnType<typeof makeAccount>>;

const site = {
  name: 'Second depot',
  unitNumber: '',
  streetNumber: '4',
  streetName: 'Sample Lane',
  city: 'Carlton',
  state: 'VIC',
  postcode: '3053',
};
const card = { cardNumber: '4242 4242 4242 4242', expiryDate: '12/49', cvc: '123' };
const month = 'startDate=2026-11-01&endDate=2026-11-30';
const everySite = { hasAllSites: true, siteIds: [], limit: null, limitPeriod: 'month' };
const blanketPo = { number: 'BPO-1', amount: 50 };
const list = { name: 'Monthly', items: [] };
const standingOrder = {
  every: 'week',
  firstOn: '2026-11-20',
  needsConfirm: true,
  poNumber: '',
  items: [{ itemId: mopItem, quantity: 2 }],
};
const standingPath = '/v1/trade/sites/{siteId}/standing-orders';

/** A valid call of each endpoint that needs a query, a body or ids that are not the account's own. */
const calls: Record<string, (of: Account) => { ids?: Record<string, string>; query?: string; body?: object }> = {
  'PUT /v1/trade/accounts/{accountId}/approval-rules': () => ({ body: { rules: [] } }),
  'POST /v1/trade/accounts/{accountId}/blanket-pos': ({ siteId }) => ({ body: { ...blanketPo, siteId } }),
  'PUT /v1/trade/accounts/{accountId}/blanket-pos/{blanketPoId}': () => ({ body: blanketPo }),
  'POST /v1/trade/accounts/{accountId}/card-payments': ({ entryId }) => ({
    body: { entryIds: [entryId], expectedTotal: 15, ...card },
  }),
  'POST /v1/trade/accounts/{accountId}/people': ({ roleId }) => ({
    body: { ...everySite, roleId, email: `${newId()}@example.com` },
  }),
  'PUT /v1/trade/accounts/{accountId}/people/{personId}': ({ roleId }) => ({ body: { ...everySite, roleId } }),
  'POST /v1/trade/accounts/{accountId}/people/{personId}/invitation': ({ invitedId: personId }) => ({
    ids: { personId },
  }),
  'DELETE /v1/trade/accounts/{accountId}/roles/{roleId}': ({ freeRoleId: roleId }) => ({ ids: { roleId } }),
  'POST /v1/trade/accounts/{accountId}/roles': () => ({ body: { name: 'Manager', permissions: ['ManagePeople'] } }),
  'PUT /v1/trade/accounts/{accountId}/roles/{roleId}': () => ({
    body: { name: 'Manager', permissions: ['ManagePeople'] },
  }),
  'POST /v1/trade/accounts/{accountId}/sites': () => ({ body: site }),
  'PUT /v1/trade/accounts/{accountId}/sites/{siteId}': () => ({ body: site }),
  'POST /v1/trade/accounts/{accountId}/sites/{siteId}/restore': ({ archivedSiteId: siteId }) => ({ ids: { siteId } }),
  'GET /v1/trade/accounts/{accountId}/statement': () => ({ query: month }),
  'GET /v1/trade/accounts/{accountId}/statement/file': () => ({ query: `${month}&format=csv` }),
  'POST /v1/trade/approvals': ({ siteId }) => ({ body: onAccountCheckout(siteId, cleaner) }),
  ...Object.fromEntries(
    ['', '/approve', '/decline', '/withdraw'].map((end) => [
      `${end === '' ? 'GET' : 'POST'} /v1/trade/approvals/{id}${end}`,
      ({ approvalId: id, hash }: Account) => ({
        ids: { id },
        ...(end === '/approve' && { body: { hash } }),
        ...(end === '/decline' && { body: { reason: 'Too many.' } }),
      }),
    ]),
  ),
  'POST /v1/trade/cart': ({ siteId }) => ({ body: { siteId, cartItems: cartOf({ product: mop }) } }),
  'POST /v1/trade/prices': ({ siteId }) => ({ body: { siteId, ids: [mop.id] } }),
  'POST /v1/trade/quotes': ({ siteId }) => ({ body: { siteId, items: cartOf({ product: mop }), message: 'Hello.' } }),
  'GET /v1/trade/quotes/{id}': ({ quoteId: id }) => ({ ids: { id } }),
  'GET /v1/trade/quotes/{id}/file': ({ quoteId: id }) => ({ ids: { id } }),
  'POST /v1/trade/quotes/{id}/accept': ({ quoteId: id }) => ({ ids: { id }, body: { poNumber: '' } }),
  'POST /v1/trade/quotes/{id}/decline': ({ quoteId: id }) => ({ ids: { id }, body: { reason: 'Too dear.' } }),
  'POST /v1/trade/quotes/{id}/messages': ({ quoteId: id }) => ({ ids: { id }, body: { text: 'Hello.' } }),
  'POST /v1/trade/sites/{siteId}/former-lines': () => ({ body: { text: 'Code,Description,Quantity\nX-1,Mop,2' } }),
  'PUT /v1/trade/sites/{siteId}/former-codes': () => ({
    body: { matches: [{ code: 'X-1', description: 'Mop', itemId: mopItem }] },
  }),
  'GET /v1/trade/sites/{siteId}/items': () => ({ query: 'search=mop' }),
  'POST /v1/trade/sites/{siteId}/items/check': () => ({ body: { text: 'MOP-2' } }),
  'POST /v1/trade/sites/{siteId}/lists': () => ({ body: list }),
  'PUT /v1/trade/sites/{siteId}/lists/{listId}': () => ({ body: list }),
  'POST /v1/trade/sites/{siteId}/lists/{listId}/copy': ({ siteId }) => ({ body: { siteId, name: 'Copy' } }),
  'GET /v1/trade/sites/{siteId}/lists/{listId}/file': () => ({ query: 'format=csv' }),
  [`POST ${standingPath}`]: ({ secondListId: listId }) => ({ body: { ...standingOrder, listId } }),
  [`PUT ${standingPath}/{id}`]: ({ standingOrderId: id }) => ({ ids: { id }, body: standingOrder }),
  [`DELETE ${standingPath}/{id}`]: ({ standingOrderId: id }) => ({ ids: { id } }),
  [`POST ${standingPath}/{id}/pause`]: ({ standingOrderId: id }) => ({ ids: { id }, body: { isPaused: true } }),
  [`POST ${standingPath}/{id}/skip`]: ({ standingOrderId: id }) => ({
    ids: { id },
    body: { on: '2026-11-15', isSkipped: true },
  }),
  [`GET ${standingPath}/{id}/runs/{runId}`]: ({ standingOrderId: id }) => ({ ids: { id } }),
  [`POST ${standingPath}/{id}/runs/{runId}/confirm`]: ({ standingOrderId: id }) => ({
    ids: { id },
    body: { total: 32.5 },
  }),
};

/** What somebody gets for a call; undefined if they are refused: by 401, 403 or 404, and for invoices of other sites by 409. */
async function replyTo(
  { method, path }: (typeof endpoints)[number],
  of: Account,
  token?: string,
): Promise<string | undefined> {
  const { ids = {}, query = '', body } = calls[`${method} ${path}`]?.(of) ?? {};
  const known: Record<string, string> = { ...of, ...ids };
  const at = path.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? name);
  const reply = await ask<unknown>(method, query === '' ? at : `${at}?${query}`, {
    ...(token !== undefined && { token }),
    ...(body && { body }),
  });
  const text = JSON.stringify(reply.body) ?? '';
  if (reply.status === 400 || reply.status > 499) throw new Error(`${method} ${at}: ${reply.status} ${text}`);
  return [401, 403, 404, 409].includes(reply.status) ? undefined : text;
}

test('each endpoint is for the people who have a permission for it, at its site, and for nobody else', async () => {
  const rows: string[] = [];
  let of = await makeAccount();
  for (const endpoint of endpoints) {
    const row = `${endpoint.method} ${endpoint.path.replace('/v1/trade/', '')}`;
    expect(await replyTo(endpoint, of), `${row} by a visitor`).toBeUndefined();
    const who: Caller[] = [];
    for (const caller of callers) {
      const reply = await replyTo(endpoint, of, userOf(caller).token);
      if (reply === undefined) continue;
      who.push(caller);
      const { accountId, ...ofSite } = of;
      const hidden = caller === otherSite ? ofSite : isOfAccount(caller) ? {} : of;
      for (const [name, value] of Object.entries(hidden))
        expect(reply, `${name} in ${row} for somebody ${caller}`).not.toContain(value);
      if (endpoint.method !== 'GET') of = await makeAccount();
    }
    const isForAll = tradePermissions.every((one) => who.includes(one));
    const some = who.filter((one) => !isForAll || !isOfSite(one));
    rows.push(`${row}: ${[...(isForAll ? ['everybody of the site'] : []), ...some].join(', ') || 'only who asked'}`);
  }
  expect(rows).toMatchInlineSnapshot(`
    [
      "GET accounts: everybody of the site, with every permission at another site, of another account, removed, of no account",
      "GET accounts/{accountId}/approval-rules: ManagePeople, with every permission",
      "PUT accounts/{accountId}/approval-rules: with every permission",
      "GET accounts/{accountId}/approvals: everybody of the site, with every permission at another site",
      "GET accounts/{accountId}/archived-sites: ManageSites, with every permission",
      "GET accounts/{accountId}/blanket-pos: everybody of the site, with every permission at another site",
      "POST accounts/{accountId}/blanket-pos: ManageSites, with every permission",
      "DELETE accounts/{accountId}/blanket-pos/{blanketPoId}: ManageSites, with every permission",
      "PUT accounts/{accountId}/blanket-pos/{blanketPoId}: ManageSites, with every permission",
      "POST accounts/{accountId}/card-payments: PayInvoices, with every permission",
      "GET accounts/{accountId}/credit: Order, with every permission, with every permission at another site",
      "GET accounts/{accountId}/invoices: SeeInvoices, with every permission, with every permission at another site",
      "GET accounts/{accountId}/invoices/{taxInvoiceId}/e-invoice: SeeInvoices, with every permission",
      "GET accounts/{accountId}/ledger: SeeInvoices, with every permission",
      "GET accounts/{accountId}/notes/{adjustmentNoteId}/e-invoice: SeeInvoices, with every permission",
      "GET accounts/{accountId}/people: ManagePeople, with every permission",
      "POST accounts/{accountId}/people: ManagePeople, with every permission",
      "DELETE accounts/{accountId}/people/{personId}: ManagePeople, with every permission",
      "PUT accounts/{accountId}/people/{personId}: ManagePeople, with every permission",
      "POST accounts/{accountId}/people/{personId}/invitation: ManagePeople, with every permission",
      "GET accounts/{accountId}/quotes: everybody of the site, with every permission at another site",
      "POST accounts/{accountId}/roles: ManagePeople, with every permission",
      "DELETE accounts/{accountId}/roles/{roleId}: ManagePeople, with every permission",
      "PUT accounts/{accountId}/roles/{roleId}: ManagePeople, with every permission",
      "GET accounts/{accountId}/sites: everybody of the site, with every permission at another site",
      "POST accounts/{accountId}/sites: ManageSites, with every permission",
      "DELETE accounts/{accountId}/sites/{siteId}: ManageSites, with every permission",
      "PUT accounts/{accountId}/sites/{siteId}: ManageSites, with every permission",
      "POST accounts/{accountId}/sites/{siteId}/restore: ManageSites, with every permission",
      "GET accounts/{accountId}/statement: SeeInvoices, with every permission",
      "GET accounts/{accountId}/statement/file: SeeInvoices, with every permission",
      "POST approvals: Order, with every permission",
      "GET approvals/{id}: Approve, SeeAllOrders, with every permission",
      "POST approvals/{id}/approve: Approve, with every permission",
      "POST approvals/{id}/decline: Approve, with every permission",
      "POST approvals/{id}/withdraw: only who asked",
      "POST cart: everybody of the site",
      "POST prices: everybody of the site",
      "POST quotes: RequestQuotes, with every permission",
      "GET quotes/{id}: SeeAllOrders, RequestQuotes, AcceptQuotes, with every permission",
      "POST quotes/{id}/accept: AcceptQuotes, with every permission",
      "POST quotes/{id}/decline: AcceptQuotes, with every permission",
      "GET quotes/{id}/file: SeeAllOrders, RequestQuotes, AcceptQuotes, with every permission",
      "POST quotes/{id}/messages: SeeAllOrders, RequestQuotes, AcceptQuotes, with every permission",
      "PUT sites/{siteId}/former-codes: ManageLists, RequestQuotes, with every permission",
      "POST sites/{siteId}/former-lines: Order, with every permission",
      "GET sites/{siteId}/items: Order, with every permission",
      "POST sites/{siteId}/items/check: Order, with every permission",
      "GET sites/{siteId}/lists: Order, with every permission",
      "POST sites/{siteId}/lists: ManageLists, with every permission",
      "DELETE sites/{siteId}/lists/{listId}: ManageLists, with every permission",
      "PUT sites/{siteId}/lists/{listId}: ManageLists, with every permission",
      "POST sites/{siteId}/lists/{listId}/copy: with every permission",
      "GET sites/{siteId}/lists/{listId}/file: Order, with every permission",
      "POST sites/{siteId}/lists/{listId}/restore: ManageLists, with every permission",
      "GET sites/{siteId}/ordered-items: Order, with every permission",
      "GET sites/{siteId}/spending: everybody of the site",
      "GET sites/{siteId}/standing-orders: Order, with every permission",
      "POST sites/{siteId}/standing-orders: Order, with every permission",
      "DELETE sites/{siteId}/standing-orders/{id}: Order, with every permission",
      "PUT sites/{siteId}/standing-orders/{id}: Order, with every permission",
      "POST sites/{siteId}/standing-orders/{id}/pause: Order, with every permission",
      "GET sites/{siteId}/standing-orders/{id}/runs/{runId}: Order, with every permission",
      "POST sites/{siteId}/standing-orders/{id}/runs/{runId}/confirm: Order, with every permission",
      "POST sites/{siteId}/standing-orders/{id}/skip: Order, with every permission",
    ]
  `);
});
