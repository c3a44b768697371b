import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { publishChange } from '#platform/db/changes.server.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import type { flatCategories, listProducts } from '#storefront/contract.ts';
import { shopRoutes } from '#storefront/routes.server.ts';
import { storedListings, rebuiltListings } from '../../../test/kept-listings.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { type MadeCategory, makeCategory, makeProduct } from '../../../test/make.ts';
import { slicesApp } from '../../../test/slices.ts';
import type { Category } from './contract.ts';
import { categoriesRoutes } from './routes.server.ts';

const { ask, deps } = await slicesApp([categoriesRoutes, shopRoutes]);
const { db } = deps;
const path = '/v1/manage-product-categories';
const { token } = await makeAdministrator(deps, { claims: ['ManageCartProducts'] });

beforeEach(async () => {
  await sql`delete from product_categories`.execute(db);
  await sql`delete from categories`.execute(db);
  await rebuiltListings(db);
  await publishChange(db, 'catalogue');
});

const move = (id: string, parentId: string | null, position = 0) =>
  ask('PATCH', `${path}/${id}/move`, { token, body: { parentId, position } });

/** The back office's tree, indented by level; expects the shop to have the same. */
async function tree(): Promise<string[]> {
  const own = (await ask('GET', path, { token })).body as Category[]; // the endpoint's shape
  const lines = own.map(({ name, level }) => `${'  '.repeat(level - 1)}${name}`);
  await expect
    .poll(async () => {
      const shop = (await ask('GET', '/v1/products/flat-categories')).body as ReplyOf<typeof flatCategories>; // the endpoint's shape
      return shop.map(({ label, level }) => `${'  '.repeat(level - 1)}${label}`);
    })
    .toEqual(lines);
  return lines;
}

test('categories are sorted by name until one of them is moved; after that, new ones come last', async () => {
  for (const name of ['Windows', 'floors', 'Bins']) await makeCategory(db, name);
  const add = (name: string) => ask('POST', path, { token, body: { name } });
  expect(await tree()).toEqual(['Bins', 'floors', 'Windows']);
  await add('Carpets');
  expect(await tree()).toEqual(['Bins', 'Carpets', 'floors', 'Windows']);
  const [bins, , , windows] = (await ask('GET', path, { token })).body as Category[]; // the endpoint's shape
  const moved = await move(windows?.id ?? '', null, 1);
  expect([moved.status, moved.body]).toMatchObject([200, { position: 1, version: 2 }]);
  expect(await tree()).toEqual(['Bins', 'Windows', 'Carpets', 'floors']);
  await add('Aprons');
  expect(await tree()).toEqual(['Bins', 'Windows', 'Carpets', 'floors', 'Aprons']);
  expect((await move(bins?.id ?? '', null, 99)).body).toMatchObject({ position: 4 });
  expect(await tree()).toEqual(['Windows', 'Carpets', 'floors', 'Aprons', 'Bins']);
  const again = await move(bins?.id ?? '', null, 4);
  expect([again.status, again.body]).toMatchObject([200, { position: 4, version: 2 }]);
});

test('a category moves with its descendants to the given position', async () => {
  const [a, b] = [await makeCategory(db, 'A'), await makeCategory(db, 'B')];
  const inner = await makeCategory(db, 'Inner', a);
  await makeCategory(db, 'Leaf', inner);
  await makeCategory(db, 'B one', b);
  await makeCategory(db, 'B two', b);
  expect((await move(inner.id, b.id, 1)).body).toMatchObject({ parentId: b.id, level: 2, position: 1 });
  expect(await tree()).toEqual(['A', 'B', '  B one', '  Inner', '    Leaf', '  B two']);
  expect((await move(inner.id, null, 0)).body).toMatchObject({ parentId: null, level: 1, position: 0 });
  expect(await tree()).toEqual(['Inner', '  Leaf', 'A', 'B', '  B one', '  B two']);
  const { rows } = await sql`select from categories c left join categories p on p.id = c.parent_id
    where c.path <> coalesce(p.path, '{}') || c.id or c.level <> cardinality(c.path)`.execute(db);
  expect(rows).toEqual([]);
});

test('a category cannot be moved into itself or its descendants', async () => {
  const top = await makeCategory(db, 'Top');
  const inner = await makeCategory(db, 'Inner', top);
  const before = await tree();
  for (const target of [top.id, inner.id]) {
    const { status, faults } = await move(top.id, target);
    expect([status, faults]).toEqual([
      400,
      [{ path: 'parentId', message: 'A category cannot be moved into itself or its own sub-categories.' }],
    ]);
  }
  const gone = await move(top.id, '01990000-0000-7000-8000-000000000000');
  expect(gone.faults).toEqual([{ path: 'parentId', message: 'The parent category no longer exists.' }]);
  for (const position of [-1, 1.5, '1', null]) {
    const wrong = await ask('PATCH', `${path}/${inner.id}/move`, { token, body: { parentId: null, position } });
    expect([wrong.status, wrong.faults[0]?.path]).toEqual([400, 'position']);
  }
  expect(await tree()).toEqual(before);
});

const listedNames = async ({ url }: MadeCategory) => {
  const { body } = await ask('GET', `/v1/products?category=${url}`);
  return (body as ReplyOf<typeof listProducts>).products.map(({ productName }) => productName); // the endpoint's shape
};

test('the shop lists products under the new parent of their category only', async () => {
  const [from, to] = [await makeCategory(db, 'From'), await makeCategory(db, 'To')];
  const inner = await makeCategory(db, 'Inner', from);
  const leaf = await makeCategory(db, 'Leaf', inner);
  await makeProduct(db, { name: 'Deep', categories: [leaf] });
  await makeProduct(db, { name: 'Hidden', categories: [leaf], isActive: false });
  await makeProduct(db, { name: 'Twice', categories: [inner, from], variations: ['Size'], items: [{ values: ['L'] }] });
  await makeProduct(db, { name: 'Stays', categories: [to] });
  expect(await listedNames(from)).toEqual(['Deep', 'Twice']);
  expect((await move(inner.id, to.id)).body).toMatchObject({ productCount: 2 });
  await expect.poll(() => listedNames(from)).toEqual(['Twice']);
  await expect.poll(() => listedNames(to)).toEqual(['Deep', 'Stays', 'Twice']);
  expect(await listedNames(leaf)).toEqual(['Deep']);
  const stored = await storedListings(db);
  expect(stored).toEqual(await rebuiltListings(db));
});

test('a product that is added to a category while it moves is listed under the new parent', async () => {
  for (let round = 0; round < 12; round++) {
    const [from, to] = [await makeCategory(db, `From ${round}`), await makeCategory(db, `To ${round}`)];
    const inner = await makeCategory(db, 'Inner', from);
    const [moved] = await Promise.all([
      move(inner.id, to.id),
      makeProduct(db, { categories: [inner] }),
      makeProduct(db, { categories: [inner] }),
    ]);
    expect(moved.status).toBe(200);
  }
  const stored = await storedListings(db);
  expect(stored).toEqual(await rebuiltListings(db));
});

test('simultaneous moves create no cycle and no fourth level', async () => {
  for (let round = 0; round < 12; round++) {
    const [a, b] = [await makeCategory(db, `A ${round}`), await makeCategory(db, `B ${round}`)];
    await makeCategory(db, 'Below', a);
    await makeCategory(db, 'Below', b);
    const answers = await Promise.all([move(a.id, b.id), move(b.id, a.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  }
  const { rows } = await sql<{ lost: number }>`
    with recursive reached(id, path) as (
      select id, array[id] from categories where parent_id is null
      union all select c.id, r.path || c.id from categories c join reached r on c.parent_id = r.id)
    select count(*)::int as lost from categories c left join reached r using (id)
    where r.path is distinct from c.path or c.level <> cardinality(c.path)`.execute(db);
  expect(rows).toEqual([{ lost: 0 }]);
});

test('a category that gets a child while it moves down stays within three levels', async () => {
  for (let round = 0; round < 12; round++) {
    const [a, b] = [await makeCategory(db, `A ${round}`), await makeCategory(db, `B ${round}`)];
    const below = await makeCategory(db, 'Below', b);
    const answers = await Promise.all([
      move(a.id, below.id),
      ask('POST', path, { token, body: { name: 'Child', parentId: a.id } }),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  }
});
