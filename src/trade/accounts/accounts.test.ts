import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { newId } from '#lib/uuid.ts';
import { makeProduct } from '../../../test/make.ts';
import { makeTradeAccount, makeTradeMember, makeTradeSite } from '../../../test/make-trade-account.ts';
import { makeAdministrator, makePerson } from '../../../test/people.ts';
import { makeTradeBuyer, orderOnAccount } from '../../../test/trade-buyer.ts';
import { countYearSales } from './year-sales.server.ts';
import type { AccountDetails, AccountRow } from './contract.ts';

const shop = await testApp();
const { deps } = shop;
const { token } = await makeAdministrator(deps, { claims: ['ManageAccounts'] });

const call = <Body = AccountDetails>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  shop.ask<Body>(method, `/v1/trade-accounts${path}`, { token, ...(body && { body }) });

const input = {
  name: 'Example Facilities',
  abn: '51 824 753 556',
  acn: '004 085 616',
  contactName: 'Mira Okoye',
  contactEmail: 'mira@facilities.example.com',
  accountsEmail: 'accounts@facilities.example.com',
  phone: '(03) 7010 1234',
  termsKind: 'endOfMonth',
  termsDays: 30,
  creditLimit: 5_000,
  poRule: 'pattern',
  poPattern: 'EF-99999',
  ppsrNumber: '202611270001',
  ppsrUntil: '2033-11-27',
  notes: 'Calls before every delivery.',
};

const address = { streetNumber: '4', streetName: 'Sample Lane', city: 'Carlton', state: 'VIC', postcode: '3053' };

test('an account is added, open, with the next number', async () => {
  const { status, body } = await call('POST', '', input);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ...input,
    abn: '51824753556',
    acn: '004085616',
    phone: '0370101234',
    status: 'open',
    exposure: 0,
    overdue: 0,
    sites: [],
    version: 1,
  });
  const { body: next } = await call('POST', '', { ...input, name: 'Another' });
  expect(next.number).toBe(body.number + 1);
  expect((await call('GET', `/${body.id}`)).body).toEqual(body);
});

test('all faults of an account are reported at once', async () => {
  const { status, faults } = await call('POST', '', {
    ...input,
    name: 'E',
    abn: '51 824 753 557',
    acn: '004 085 617',
    accountsEmail: 'nowhere',
    termsDays: 200,
    creditLimit: -1,
    poPattern: '',
  });
  expect(status).toBe(400);
  expect(faults).toEqual([
    { path: 'name', message: 'Company name is too short.' },
    { path: 'abn', message: 'Invalid ABN.' },
    { path: 'acn', message: 'Invalid ACN.' },
    { path: 'accountsEmail', message: 'Invalid email address' },
    { path: 'termsDays', message: 'Days must be a whole number from 0 to 120.' },
    { path: 'creditLimit', message: 'Must be an amount from 0 to 9,999,999.99 with at most two decimals.' },
    { path: 'poPattern', message: 'A pattern is required.' },
  ]);
});

test('a change names the version that it is based on', async () => {
  const { body: account } = await call('POST', '', input);
  const changed = await call('PUT', `/${account.id}`, { ...input, creditLimit: 9_000, version: 1 });
  expect(changed).toMatchObject({ status: 200, body: { creditLimit: 9_000, version: 2 } });
  expect(await call('PUT', `/${account.id}`, { ...input, version: 1 })).toMatchObject({ status: 409 });
  const same = await call('PUT', `/${account.id}`, { ...input, creditLimit: 9_000, version: 2 });
  expect(same).toMatchObject({ status: 200, body: { version: 2 } });
});

describe('the status', () => {
  test.each([
    ['applied', 'open', 200],
    ['applied', 'declined', 200],
    ['applied', 'hold', 409],
    ['declined', 'open', 200],
    ['open', 'hold', 200],
    ['open', 'closed', 200],
    ['open', 'declined', 409],
    ['hold', 'open', 200],
    ['closed', 'open', 200],
    ['closed', 'hold', 409],
  ] as const)('goes from "%s" to "%s": %i', async (from, status, expected) => {
    const { id } = await makeTradeAccount(deps.db, { status: from });
    const answer = await call('POST', `/${id}/status`, { status, reason: 'Because.' });
    expect(answer.status).toBe(expected);
    if (expected === 200) expect(answer.body).toMatchObject({ status, statusReason: 'Because.' });
  });

  test('needs a reason for those who are stopped', async () => {
    const { id } = await makeTradeAccount(deps.db);
    expect(await call('POST', `/${id}/status`, { status: 'hold', reason: ' ' })).toMatchObject({
      status: 400,
      faults: [{ path: 'reason', message: 'Please give a reason.' }],
    });
  });

  test('of an approved application invites the contact person, that of a declined one writes why', async () => {
    const email = 'contact@example.com';
    const apply = async () => {
      const { id } = await makeTradeAccount(deps.db, { name: 'Applicant', status: 'applied' });
      await deps.db
        .updateTable('trade_accounts')
        .set({ contact_email: email, opened_at: null })
        .where('id', '=', id)
        .execute();
      return id;
    };
    const declined = await apply();
    await call('POST', `/${declined}/status`, { status: 'declined', reason: 'The referees did not answer.' });
    await deps.jobs.finishAll();
    const approved = await apply();
    await call('POST', `/${approved}/status`, { status: 'open' });
    await deps.jobs.finishAll();
    const [no, yes] = shop.mails.filter(({ to }) => to === email);
    expect(no?.text).toContain('The referees did not answer.');
    expect(yes?.subject).toContain('Your invitation to Applicant');
    const { body } = await call<{ people: object[] }>('GET', `/${approved}/people`);
    expect(body.people).toMatchObject([{ email, roleName: 'Administrator', hasAllSites: true }]);
  });
});

describe('the list', () => {
  test('is searched, filtered, sorted and exported', async () => {
    const { body: account } = await call('POST', '', { ...input, name: 'Zebra Schools' });
    const list = async (query: string) => (await call<AccountRow[]>('GET', `?${query}`)).body.map(({ name }) => name);
    expect(await list('search=zebra')).toEqual(['Zebra Schools']);
    expect(await list(`search=${account.number}`)).toEqual(['Zebra Schools']);
    expect(await list('search=zebra&status=hold&status=closed')).toEqual([]);
    expect((await list('sort=-name'))[0]).toBe('Zebra Schools');
    const { bytes } = await call('GET', '/export?search=zebra&format=csv');
    const [head, line] = bytes.toString('utf8').split('\n');
    expect(head).toContain('Number,Company,ABN,Status');
    expect(line).toContain(`${account.number},Zebra Schools,51 824 753 556,Open`);
    expect(line).toContain('5000.00,0.00');
  });
});

describe('a site', () => {
  test('is added, changed and archived, and its name is used once', async () => {
    const { id } = await makeTradeAccount(deps.db, { sites: [] });
    const depot = { ...address, name: 'Depot', instructions: 'Gate 2', costCentre: 'CC-1', budget: 600 };
    const { status, body: site } = await call<{ id: string; version: number }>('POST', `/${id}/sites`, depot);
    expect(status).toBe(201);
    expect(site).toMatchObject({ name: 'Depot', address, budget: 600, priceListId: null });
    expect(await call('POST', `/${id}/sites`, { ...depot, name: 'DEPOT' })).toMatchObject({
      status: 409,
      faults: [{ path: 'name', message: 'This account has a site with this name already.' }],
    });
    const change = { ...depot, budget: null, version: 1 };
    expect(await call('PUT', `/${id}/sites/${site.id}`, change)).toMatchObject({ body: { budget: null, version: 2 } });
    expect(await call('PUT', `/${id}/sites/${site.id}`, change)).toMatchObject({ status: 409 });
    expect(await call('DELETE', `/${id}/sites/${site.id}`)).toMatchObject({ status: 204 });
    expect((await call('GET', `/${id}`)).body.sites).toEqual([]);
    expect(await call('POST', `/${id}/sites`, depot)).toMatchObject({ status: 201 });
  });

  test('that was archived is restored for the people who had it, unless its name is taken by then', async () => {
    const { id, siteIds } = await makeTradeAccount(deps.db, { sites: ['Depot', 'Office'] });
    const [siteId = ''] = siteIds;
    const guard = await makePerson(deps);
    await makeTradeMember(deps.db, id, { user: guard, siteIds: [siteId] });
    const ofGuard = async () => {
      const { body } = await shop.ask<{ sites: { id: string }[] }[]>('GET', '/v1/trade/accounts', {
        token: guard.token,
      });
      return body[0]?.sites.map((site) => site.id);
    };
    await call('DELETE', `/${id}/sites/${siteId}`);
    expect(await ofGuard()).toEqual([]);
    expect((await call('GET', `/${id}`)).body.archivedSites).toMatchObject([{ id: siteId, name: 'Depot' }]);
    const taken = await call<{ id: string }>('POST', `/${id}/sites`, { ...address, name: 'depot' });
    expect(await call('POST', `/${id}/sites/${siteId}/restore`)).toMatchObject({
      status: 409,
      body: { detail: 'This account has a site with this name already.' },
    });
    await call('DELETE', `/${id}/sites/${taken.body.id}`);
    expect(await call('POST', `/${id}/sites/${siteId}/restore`)).toMatchObject({
      status: 200,
      body: { name: 'Depot' },
    });
    expect(await call('POST', `/${id}/sites/${siteId}/restore`)).toMatchObject({ status: 200 });
    expect(await ofGuard()).toEqual([siteId]);
    const { body } = await call('GET', `/${id}`);
    expect(body.sites.map(({ name }) => name)).toEqual(['Depot', 'Office']);
    expect(body.archivedSites).toMatchObject([{ id: taken.body.id }]);
    const lines = await deps.db.selectFrom('audit_log').select('action').where('entity_id', '=', id).execute();
    expect(lines.filter(({ action }) => action === 'restore-site')).toHaveLength(1);
  });

  test('of another account is not found', async () => {
    const { id } = await makeTradeAccount(deps.db);
    const [siteId = ''] = (await makeTradeAccount(deps.db)).siteIds;
    const change = { ...address, name: 'Mine now' };
    expect(await call('PUT', `/${id}/sites/${siteId}`, change)).toMatchObject({ status: 404 });
    expect(await call('DELETE', `/${id}/sites/${siteId}`)).toMatchObject({ status: 404 });
    expect(await call('POST', `/${id}/sites/${siteId}/restore`)).toMatchObject({ status: 404 });
  });

  test('refuses a price list that does not exist', async () => {
    const { id } = await makeTradeAccount(deps.db);
    const priceListId = '00000000-0000-7000-8000-000000000000';
    const fault = { path: 'priceListId', message: 'This price list no longer exists.' };
    expect(await call('POST', `/${id}/sites`, { ...address, name: 'New', priceListId })).toMatchObject({
      faults: [fault],
    });
    expect(await call('PUT', `/${id}`, { ...input, priceListId })).toMatchObject({ faults: [fault] });
  });
});

describe('a price list that is archived', () => {
  const makeList = async (): Promise<string> =>
    (await shop.ask<{ id: string }>('POST', '/v1/price-lists', { token, body: { name: `List ${newId()}` } })).body.id;
  const archive = (id: string) => shop.ask('POST', `/v1/price-lists/${id}/archive`, { token });
  const faults = [{ path: 'priceListId', message: 'This price list is archived. Choose another one.' }];
  const meanwhile = /^The price list “List \S+” was archived meanwhile\. Restore it, or choose another one first\.$/;

  test('is not chosen for an account or a site; one that they have stays until it is changed', async () => {
    const { id } = await makeTradeAccount(deps.db);
    const kept = await makeList();
    expect((await call('PUT', `/${id}`, { ...input, priceListId: kept })).status).toBe(200);
    await sql`update price_lists set archived_at = now() where id = ${kept}`.execute(deps.db);
    expect((await call('PUT', `/${id}`, { ...input, phone: '(03) 7010 1235', priceListId: kept })).status).toBe(200);
    const priceListId = await makeList();
    await archive(priceListId);
    expect(await call('POST', '', { ...input, priceListId })).toMatchObject({ status: 400, faults });
    expect(await call('PUT', `/${id}`, { ...input, priceListId })).toMatchObject({ status: 400, faults });
    const dock = { ...address, name: 'Dock' };
    expect(await call('POST', `/${id}/sites`, { ...dock, priceListId })).toMatchObject({ status: 400, faults });
    const { body: site } = await call<{ id: string }>('POST', `/${id}/sites`, dock);
    const changed = await call('PUT', `/${id}/sites/${site.id}`, { ...dock, priceListId });
    expect(changed).toMatchObject({ status: 400, faults });
  });

  test('is not chosen at the moment in which it is archived', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await makeTradeAccount(deps.db);
      const priceListId = await makeList();
      const answers = await Promise.all([archive(priceListId), call('PUT', `/${id}`, { ...input, priceListId })]);
      expect([
        [204, 400],
        [409, 200],
      ]).toContainEqual(answers.map(({ status }) => status));
    }
  });

  test('does not come back into use with an account that opens again, or a site that is restored', async () => {
    const priceListId = await makeList();
    const { id } = await makeTradeAccount(deps.db, { priceListId });
    const change = (status: string) => call('POST', `/${id}/status`, { status, reason: 'Moved away.' });
    await change('closed');
    expect((await archive(priceListId)).status).toBe(204);
    const opened = await change('open');
    expect(opened).toMatchObject({ status: 409, message: expect.stringMatching(meanwhile) });
    expect((await call('GET', `/${id}`)).body.status).toBe('closed');

    const ofSite = await makeList();
    const other = await makeTradeAccount(deps.db);
    const siteId = await makeTradeSite(deps.db, other.id, { name: 'Dock', priceListId: ofSite });
    await call('DELETE', `/${other.id}/sites/${siteId}`);
    await archive(ofSite);
    const restore = () => call('POST', `/${other.id}/sites/${siteId}/restore`);
    expect(await restore()).toMatchObject({ status: 409, message: expect.stringMatching(meanwhile) });
    await shop.ask('POST', `/v1/price-lists/${ofSite}/restore`, { token });
    expect((await restore()).status).toBe(200);
  });
});

test('the list and the account have the sales of the last twelve months, without cancelled orders', async () => {
  const buyer = await makeTradeBuyer(shop, { name: 'Sales Facilities', creditLimit: 10_000 });
  const product = await makeProduct(deps.db, { price: 100, onHand: 10 });
  await orderOnAccount(shop, buyer, { product, qty: 2 });
  const cancelled = await orderOnAccount(shop, buyer, { product, qty: 1 });
  const former = await orderOnAccount(shop, buyer, { product, qty: 3 });
  await sql`update orders set status = 2 where id = ${cancelled.orderId}`.execute(deps.db);
  await sql`update trade_orders set placed_at = placed_at - interval '13 months' where order_id = ${former.orderId}`.execute(
    deps.db,
  );
  await countYearSales(deps);
  const { body } = await call<AccountRow[]>('GET', '?search=Sales');
  expect(body).toMatchObject([{ name: 'Sales Facilities', yearSales: 200 }]);
  expect((await call('GET', `/${buyer.account.id}`)).body.yearSales).toBe(200);
});
