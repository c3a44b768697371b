import { expect, test } from 'vitest';
import { shopRoutes } from '#storefront/routes.server.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { makeCategory, makeProduct } from '../../../test/make.ts';
import { slicesApp } from '../../../test/slices.ts';
import type { Category } from './contract.ts';
import { categoriesRoutes } from './routes.server.ts';

const { ask, deps } = await slicesApp([categoriesRoutes, shopRoutes]);
const { db } = deps;
const path = '/v1/manage-product-categories';
const { token } = await makeAdministrator(deps, { claims: ['ManageCartProducts'] });

const list = async (query = '') => (await ask('GET', `${path}${query}`, { token })).body as Category[]; // the endpoint's shape

async function add(name: string, parent?: Category): Promise<Category> {
  deps.clock.advance(1); // ids made in the same millisecond have no defined order
  const { status, body } = await ask('POST', path, { token, body: { name, parentId: parent?.id ?? null } });
  expect(status).toBe(201);
  return body as Category; // the endpoint's shape
}

async function lastAuditEntry() {
  deps.clock.advance(1);
  return db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
}

test('categories are added at three levels, each with a unique url', async () => {
  const floors = await add('Floor Care');
  expect(floors).toEqual({
    id: expect.any(String),
    name: 'Floor Care',
    parentId: null,
    level: 1,
    url: 'floor-care',
    position: 0,
    productCount: 0,
    version: 1,
  });
  const mops = await add('Mops & Buckets', floors);
  expect(mops).toMatchObject({ parentId: floors.id, level: 2, url: 'mops-buckets', position: 0 });
  const wet = await add('Wet', mops);
  expect(wet).toMatchObject({ parentId: mops.id, level: 3, url: 'wet' });
  const windows = await add('Windows');
  expect(await add('Wet', windows)).toMatchObject({ level: 2, url: 'windows-wet' });
  expect(await add('Wet', floors)).toMatchObject({ url: 'floor-care-wet', position: 1 });
  expect(await add('All')).toMatchObject({ url: 'all-2' });
  expect(await add('水水')).toMatchObject({ url: 'category' });
  expect((await list()).map(({ name, level }) => `${level} ${name}`)).toEqual([
    '1 All',
    '1 Floor Care',
    '2 Mops & Buckets',
    '3 Wet',
    '2 Wet',
    '1 Windows',
    '2 Wet',
    '1 水水',
  ]);
});

test('each change is recorded in the audit log', async () => {
  const top = await add('Audited');
  const one = await add('Below', top);
  expect(await lastAuditEntry()).toMatchObject({
    action: 'create',
    entity: 'category',
    entity_id: one.id,
    actor_name: 'Ngaio Bell',
    after: { name: 'Below', under: 'Audited', url: 'below' },
  });
  const renamed = await ask('PUT', path, { token, body: { id: one.id, name: 'Beneath', version: 1 } });
  expect([renamed.status, renamed.body]).toEqual([200, { ...one, name: 'Beneath', version: 2 }]); // its url does not change
  expect(await lastAuditEntry()).toMatchObject({
    action: 'update',
    before: { name: 'Below' },
    after: { name: 'Beneath' },
  });
  const moved = await ask('PATCH', `${path}/${one.id}/move`, { token, body: { parentId: null, position: 0 } });
  expect([moved.status, moved.body]).toMatchObject([200, { parentId: null, level: 1, position: 0, version: 3 }]);
  expect(await lastAuditEntry()).toMatchObject({
    action: 'move',
    before: { name: 'Beneath', under: 'Audited', place: 1 },
    after: { name: 'Beneath', under: null, place: 1 },
  });
  expect((await ask('DELETE', `${path}/${one.id}`, { token })).status).toBe(204);
  expect(await lastAuditEntry()).toMatchObject({
    action: 'delete',
    before: { name: 'Beneath', under: null, url: 'below' },
  });
  for (const [method, url, body] of [
    ['DELETE', `${path}/${one.id}`, {}],
    ['PUT', path, { id: one.id, name: 'Beneath' }],
    ['PATCH', `${path}/${one.id}/move`, { parentId: null, position: 0 }],
  ] as const) {
    const again = await ask(method, url, { token, body });
    expect([again.status, again.message]).toEqual([404, 'This category no longer exists.']);
  }
});

test.each([
  [{ name: ' ' }, [{ path: 'name', message: 'Category name is required.' }]],
  [{ name: 'x' }, [{ path: 'name', message: 'Category name is too short.' }]],
  [{ name: 'x'.repeat(151) }, [{ path: 'name', message: 'Category name is too long.' }]],
  [
    { parentId: 'floor-care' },
    [
      { path: 'name', message: 'Category name is required.' },
      { path: 'parentId', message: 'Not a valid id.' },
    ],
  ],
  [
    { name: 'Lost', parentId: '01990000-0000-7000-8000-000000000000' },
    [{ path: 'parentId', message: 'The parent category no longer exists.' }],
  ],
])('%j is refused and writes nothing', async (body, faults) => {
  const before = await list();
  const answer = await ask('POST', path, { token, body });
  expect([answer.status, answer.faults]).toEqual([400, faults]);
  expect(await list()).toEqual(before);
});

test('a fourth level is refused', async () => {
  const one = await add('Level one');
  const two = await add('Level two', one);
  const three = await add('Level three', two);
  const before = await list();
  const tooDeep = [{ path: 'parentId', message: 'Categories can be at most three levels deep.' }];
  const four = await ask('POST', path, { token, body: { name: 'Level four', parentId: three.id } });
  expect([four.status, four.faults]).toEqual([400, tooDeep]);
  const other = await add('Level one too');
  const below = await add('Has one below', other);
  const moved = await ask('PATCH', `${path}/${other.id}/move`, { token, body: { parentId: two.id, position: 0 } });
  expect([moved.status, moved.faults]).toEqual([400, tooDeep]);
  const put = await ask('PATCH', `${path}/${below.id}/move`, { token, body: { parentId: two.id, position: 0 } });
  expect([put.status, put.body]).toMatchObject([200, { level: 3, position: 0 }]);
  expect((await list()).filter(({ id }) => id !== below.id && id !== other.id)).toEqual(
    before.map((row) => (row.id === three.id ? { ...row, position: 1 } : row)),
  );
});

test('names are unique among siblings, ignoring case', async () => {
  const message = 'A category with this name already exists here.';
  const top = await add('Unique');
  const inner = await add('Unique', top);
  const other = await add('Other', top);
  const expected = [409, message, [{ path: 'name', message }]];
  const outcome = ({ status, message, faults }: Awaited<ReturnType<typeof ask>>) => [status, message, faults];
  expect(outcome(await ask('POST', path, { token, body: { name: 'UNIQUE' } }))).toEqual(expected);
  expect(outcome(await ask('PUT', path, { token, body: { id: other.id, name: 'unique' } }))).toEqual(expected);
  const move = { token, body: { parentId: null, position: 0 } };
  expect(outcome(await ask('PATCH', `${path}/${inner.id}/move`, move))).toEqual(expected);
  const atOnce = await Promise.all(
    ['a b', 'A b', 'a-b', 'a B'].map((name) => ask('POST', path, { token, body: { name } })),
  );
  expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
  expect(
    (await list())
      .filter(({ url }) => /^a-b(-\d)?$/.test(url))
      .map(({ url }) => url)
      .sort(),
  ).toEqual(['a-b', 'a-b-2']);
});

test('an older version is refused, and an update without a version overwrites', async () => {
  const { id } = await add('Versioned');
  const put = (name: string, version?: number | null) => ask('PUT', path, { token, body: { id, name, version } });
  expect((await put('Versioned one', 1)).status).toBe(200);
  const outdated = await put('Versioned two', 1);
  expect([outdated.status, outdated.message]).toEqual([409, 'Someone else has changed this in the meantime.']);
  expect((await put('Versioned three')).body).toMatchObject({ name: 'Versioned three', version: 3, url: 'versioned' });
  expect((await put('Versioned four', null)).body).toMatchObject({ version: 4 });
});

test('a category in use is not deleted, and the error says what uses it', async () => {
  const top = await makeCategory(db, 'In use');
  const refusal = async () => {
    const { status, message } = await ask('DELETE', `${path}/${top.id}`, { token });
    expect(status).toBe(409);
    return message;
  };
  const below = await makeCategory(db, 'Below', top);
  expect(await refusal()).toBe('This category has 1 sub-category.');
  await makeCategory(db, 'Below too', top);
  await makeProduct(db, { categories: [top] });
  expect(await refusal()).toBe('This category is used by 1 product and has 2 sub-categories.');
  await makeProduct(db, { categories: [top], isArchived: true });
  expect(await refusal()).toBe('This category is used by 1 product and 1 archived product and has 2 sub-categories.');
  const free = await ask('DELETE', `${path}/${below.id}`, { token });
  expect(free.status).toBe(204);
});

test('deleting a category while a product is added to it lets exactly one succeed', async () => {
  for (let round = 0; round < 8; round++) {
    const category = await makeCategory(db, `Contested ${round}`);
    const [gone, taken] = await Promise.all([
      ask('DELETE', `${path}/${category.id}`, { token }),
      makeProduct(db, { categories: [category] }).then(
        () => true,
        () => false,
      ),
    ]);
    expect([gone.status, taken]).toEqual(taken ? [409, true] : [204, false]);
    if (taken) expect(gone.message).toBe('This category is used by 1 product.');
  }
});

test('the list can be paged and searched', async () => {
  const all = await list();
  const paged = await ask('GET', `${path}?page=2&pageSize=3`, { token });
  expect([paged.body, paged.headers['x-total-count']]).toEqual([all.slice(3, 6), String(all.length)]);
  expect((await ask('GET', `${path}?page=1`, { token })).body).toEqual(all.slice(0, 10));
  expect((await list('?search=MOPS')).map(({ name }) => name)).toEqual(['Mops & Buckets']);
});
