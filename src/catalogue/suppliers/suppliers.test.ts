import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rebuildListings } from '../products/listings/rebuild-listings.server.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { makeProduct, makeSupplier } from '../../../test/make.ts';
import { slicesApp } from '../../../test/slices.ts';
import type { Supplier } from './contract.ts';
import { suppliersRoutes } from './routes.server.ts';

const { ask, deps } = await slicesApp([suppliersRoutes]);
const { db } = deps;
const path = '/v1/manage-product-suppliers';
const { token } = await makeAdministrator(deps, { claims: ['ManageCartProducts'] });

const list = async (query = '') => (await ask('GET', `${path}${query}`, { token })).body as Supplier[]; // the endpoint's shape
const names = async (query = '') => (await list(query)).map(({ name }) => name);

async function add(name: string): Promise<Supplier> {
  const { status, body } = await ask('POST', path, { token, body: { name } });
  expect(status).toBe(201);
  return body as Supplier; // the endpoint's shape
}

/** Advances the clock first: ids made in the same millisecond have no defined order. */
const lastAuditEntry = async () => {
  deps.clock.advance(1);
  return db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
};

test('a supplier is added, renamed and deleted, each with an audit entry', async () => {
  const createdDate = deps.clock.now().toISOString();
  const made = await add('  Cascade   Hygiene\tSupply ');
  expect(made).toEqual({
    id: expect.any(String),
    name: 'Cascade   Hygiene Supply',
    contactName: '',
    email: '',
    phone: '',
    abn: '',
    paymentTerms: '',
    leadDays: null,
    notes: '',
    createdDate,
    productCount: 0,
    version: 1,
  });
  expect(await lastAuditEntry()).toMatchObject({
    action: 'create',
    entity: 'supplier',
    entity_id: made.id,
    actor_name: 'Ngaio Bell',
    before: null,
    after: { name: made.name },
  });
  const renamed = await ask('PUT', `${path}/`, { token, body: { id: made.id, name: 'Cascade', version: 1 } });
  expect([renamed.status, renamed.body]).toEqual([200, { ...made, name: 'Cascade', version: 2 }]);
  expect(await lastAuditEntry()).toMatchObject({
    action: 'update',
    before: { name: made.name },
    after: { name: 'Cascade' },
  });
  const gone = await ask('DELETE', `${path}/${made.id}`, { token });
  expect([gone.status, gone.body]).toEqual([204, undefined]);
  expect(await lastAuditEntry()).toMatchObject({ action: 'delete', before: { name: 'Cascade' }, after: null });
  for (const [method, url] of [
    ['DELETE', `${path}/${made.id}`],
    ['PUT', path],
  ] as const) {
    const again = await ask(method, url, { token, body: { id: made.id, name: 'Cascade' } });
    expect([again.status, again.message]).toEqual([404, 'This supplier no longer exists.']);
  }
});

test.each([
  [{}, 'Supplier name is required.'],
  [{ name: null }, 'Supplier name is required.'],
  [{ name: ' \u200b ' }, 'Supplier name is required.'],
  [{ name: 'x' }, 'Supplier name is too short.'],
  [{ name: 'x'.repeat(151) }, 'Supplier name is too long.'],
  [{ name: 7 }, 'Supplier name is required.'],
])('%j is refused and writes nothing', async (body, message) => {
  const before = await list();
  for (const method of ['POST', 'PUT'] as const) {
    const id = before[0]?.id ?? '01990000-0000-7000-8000-000000000000';
    const { status, faults } = await ask(method, path, { token, body: { ...body, ...(method === 'PUT' && { id }) } });
    expect([status, faults]).toEqual([400, [{ path: 'name', message }]]);
  }
  expect(await list()).toEqual(before);
});

test('names of 2 and of 150 characters are accepted', async () => {
  for (const name of ['水水', '𝒳'.repeat(150)]) expect((await add(name)).name).toBe(name);
});

test('names are unique ignoring case, even if added at once', async () => {
  const [first, other] = [await add('Meridian Supply'), await add('Meridian Paper')];
  for (const name of ['Meridian Supply', 'MERIDIAN SUPPLY']) {
    const message = 'A supplier with this name already exists.';
    const added = await ask('POST', path, { token, body: { name } });
    expect([added.status, added.message, added.faults]).toEqual([409, message, [{ path: 'name', message }]]);
    const renamed = await ask('PUT', path, { token, body: { id: other.id, name } });
    expect([renamed.status, renamed.message]).toEqual([409, message]);
  }
  const own = await ask('PUT', path, { token, body: { id: first.id, name: 'MERIDIAN supply' } });
  expect([own.status, own.body]).toMatchObject([200, { name: 'MERIDIAN supply', version: 2 }]);
  const atOnce = await Promise.all(
    ['one', 'One', 'oNe', 'onE'].map((name) => ask('POST', path, { token, body: { name: `At ${name}` } })),
  );
  expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
});

test('an older version is refused, a missing version overwrites, and an unchanged name does not raise the version', async () => {
  const { id } = await add('Harbour Chemicals');
  const put = (name: string, version?: number | null) => ask('PUT', path, { token, body: { id, name, version } });
  expect((await put('Harbour One', 1)).status).toBe(200);
  const outdated = await put('Harbour Two', 1);
  expect([outdated.status, outdated.message]).toEqual([409, 'Someone else has changed this in the meantime.']);
  expect((await put('Harbour Three')).body).toMatchObject({ name: 'Harbour Three', version: 3 });
  expect((await put('Harbour Three', null)).body).toMatchObject({ version: 3 });
  const atOnce = await Promise.all(Array.from({ length: 6 }, (_, i) => put(`Harbour at once ${i}`, 3)));
  expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
});

test('a supplier in use is not deleted, and the error says what uses it', async () => {
  const id = await makeSupplier(db, 'Used Up');
  const message = async () => {
    const { status, message } = await ask('DELETE', `${path}/${id}`, { token });
    expect(status).toBe(409);
    return message;
  };
  const archived = await makeProduct(db, { supplierId: id, isArchived: true });
  expect(await message()).toBe('This supplier is used by 1 archived product.');
  await makeProduct(db, { supplierId: id });
  expect(await message()).toBe('This supplier is used by 1 product and 1 archived product.');
  await db.transaction().execute(async (tx) => {
    await sql`update products set archived_at = null where id = ${archived.id}`.execute(tx);
    await rebuildListings(tx, [archived.id]);
  });
  expect(await message()).toBe('This supplier is used by 2 products.');
  expect((await list('?search=used')).map(({ name, productCount }) => [name, productCount])).toEqual([['Used Up', 2]]);
});

test('deleting a supplier while a product is assigned to it lets exactly one succeed', async () => {
  for (let round = 0; round < 8; round++) {
    const id = await makeSupplier(db, `Contested ${round}`);
    const [gone, taken] = await Promise.all([
      ask('DELETE', `${path}/${id}`, { token }),
      makeProduct(db, { supplierId: id }).then(
        () => true,
        () => false,
      ),
    ]);
    expect([gone.status, taken]).toEqual(taken ? [409, true] : [204, false]);
    if (taken) expect(gone.message).toBe('This supplier is used by 1 product.');
  }
});

test('the list can be paged, sorted and searched; without a page it is sorted by name', async () => {
  await db
    .deleteFrom('suppliers')
    .where(sql<boolean>`not exists (select from products where supplier_id = suppliers.id)`)
    .execute();
  for (const name of ['beta Sweepers', 'Alpha Mops', 'Gamma Crème', 'delta']) {
    deps.clock.advance(1_000);
    await add(name);
  }
  const all = await names();
  expect(all.filter((name) => /^(alpha|beta|gamma|delta)/i.test(name))).toEqual([
    'Alpha Mops',
    'beta Sweepers',
    'delta',
    'Gamma Crème',
  ]);
  expect(await names('?page=1&pageSize=2')).toEqual(all.slice(0, 2));
  expect(await names('?page=1&pageSize=2&sort=createdDate')).toEqual(['beta Sweepers', 'Alpha Mops']);
  expect((await names('?sort=-createdDate')).slice(-2)).toEqual(['Alpha Mops', 'beta Sweepers']);
  expect(await names('?sort=-name')).toEqual([...all].reverse());
  expect(await names('?search=CREME')).toEqual(['Gamma Crème']);
  expect(await names('?search=swee')).toEqual(['beta Sweepers']);
  const paged = await ask('GET', `${path}?page=2&pageSize=1&search=mops`, { token });
  expect([paged.body, paged.headers['x-total-count']]).toEqual([[], '1']);
  const wrong = await ask('GET', `${path}?sort=price&page=0`, { token });
  expect([wrong.status, wrong.faults.map((fault) => fault.path)]).toEqual([400, ['page', 'sort']]);
});

test('the names of all suppliers are listed in the same order', async () => {
  const { status, body } = await ask('GET', `${path}/names`, { token });
  expect(status).toBe(200);
  expect(body).toEqual((await list()).map(({ id, name }) => ({ id, name })));
});
