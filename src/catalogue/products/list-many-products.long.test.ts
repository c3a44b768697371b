import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeCategory } from '../../../test/make.ts';
import { makeAdministrator } from '../../../test/people.ts';
import type { ProductRow } from './contract.ts';
import { managedTerms } from './listings/search-terms.ts';

/*
 * If more than 10,000 products match, the list walks along an index and reads rare matches separately. These 45,000 products
 * test both: names at either end of the list begin with the same word, every fourth name has another word, and all have 'mop'.
 */

const { ask, deps } = await testApp();
const { db } = deps;
const { token } = await makeAdministrator(deps, { userType: 3, claims: ['ManageCartProducts'] });
const count = 45_000;
const nameOf = (n: number) => {
  const first = n < 11_000 ? 'aster' : n >= 34_000 ? 'zinnia' : 'meadow';
  return `${first} ${String(n).padStart(5, '0')} ${n % 4 === 0 ? 'even ' : ''}${n === 20_000 ? 'zinnia ' : ''}mop`;
};

beforeAll(async () => {
  const shelf = await makeCategory(db, 'Everything');
  const products = Array.from({ length: count }, (_, n) => ({
    n,
    name: nameOf(n),
    words: managedTerms(nameOf(n), []),
  }));
  const numbered = sql`jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as r(n int, name text, words text[])`;
  const id = sql`('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  await sql`insert into products (id, url, name, name_key, created_at)
    select ${id}, 'long-' || n, name, name, now() + n * interval '1 ms' from ${numbered}`.execute(db);
  await sql`insert into search_terms (term) select distinct w from ${numbered}, unnest(words) w where w !~ '[#^]'`.execute(
    db,
  );
  await sql`insert into search_terms (term) values (${`@c:${shelf.id}`})`.execute(db);
  await sql`insert into managed_products
    select ${id}, name, 'c' || n, now() + n * interval '1 ms', '00000000-0000-0000-0000-000000000000', false, true, true,
      array(select s.id from search_terms s where s.term = any(words) or s.term = ${`@c:${shelf.id}`}) from ${numbered}`.execute(
    db,
  );
  await sql`analyze managed_products`.execute(db);
});

const names = Array.from({ length: count }, (_, n) => nameOf(n));
const list = async (query: string) => {
  const { status, body, headers } = await ask<ProductRow[]>('GET', `/v1/manage-products?${query}`, { token });
  expect(status).toBe(200);
  return { names: body.map(({ productName }) => productName), total: Number(headers['x-total-count']) };
};
const having = (word: string) => names.filter((name) => name.split(' ').includes(word));

test.each(['mop', 'aster', 'zinnia', 'even', 'zinnia mop', 'zin', 'mo'])(
  'a search for "%s" with more than 10,000 matches shows its first, last and later pages',
  async (search) => {
    const found = search === 'mo' ? names : having(search === 'zin' ? 'zinnia' : (search.split(' ')[0] ?? ''));
    for (const _again of [1, 2]) {
      expect(await list(`search=${search}&page=1&pageSize=10`)).toEqual({ names: found.slice(0, 10), total: 10_001 });
    }
    const last = await list(`search=${search}&sort=-productName&page=2&pageSize=10`);
    expect(last.names).toEqual(found.toReversed().slice(10, 20));
    expect((await list(`search=${search}&sort=createdDate&page=100&pageSize=10`)).names).toEqual(
      found.slice(990, 1000),
    );
    expect((await list(`search=${search}&sort=productSupplier&page=1&pageSize=10`)).names).toEqual(found.slice(0, 10));
    expect(await list(`search=${search}&page=1001&pageSize=10`)).toEqual({ names: [], total: 10_001 });
  },
);

test('up to 10,000 matches are counted exactly', async () => {
  await sql`update managed_products set is_active = false where name_key < 'aster 09999'`.execute(db);
  expect(await list('displayedOnline=false&search=aster&page=1&pageSize=10')).toEqual({
    names: names.slice(0, 10),
    total: 9_999,
  });
});

test('a list cached as long is read correctly after it has become short', async () => {
  expect((await list('outOfStock=true&page=1&pageSize=10')).total).toBe(10_001);
  await sql`update managed_products set is_out_of_stock = false where name_key > 'aster 00003'`.execute(db);
  expect(await list('outOfStock=true&page=1&pageSize=10')).toEqual({ names: names.slice(0, 3), total: 3 });
});

test('the total is cached until a product changes', async () => {
  await sql`update managed_products set has_variations = true where name_key < 'aster 06000'`.execute(db);
  const varied = 'hasVariations=true&page=1&pageSize=10';
  const [first] = names;
  for (const _again of [1, 2]) expect(await list(varied)).toEqual({ names: names.slice(0, 10), total: 6_000 });
  expect((await list('hasVariations=true&page=600&pageSize=10')).names).toEqual(names.slice(5_990, 6_000));
  expect((await list('hasVariations=true&page=601&pageSize=10')).names).toEqual([]);
  expect((await list('hasVariations=true&sort=-productName&page=1&pageSize=10')).names).toEqual(
    names.slice(5_990, 6_000).toReversed(),
  );
  const { body } = await ask<ProductRow[]>('GET', `/v1/manage-products?${varied}`, { token });
  expect(body[0]?.productName).toBe(first);
  await ask('DELETE', `/v1/manage-products/${body[0]?.id}`, { token });
  await expect.poll(async () => (await list(varied)).total).toBe(5_999);
});
