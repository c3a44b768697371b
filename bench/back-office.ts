import { sql } from 'kysely';
import { startSession } from '#accounts/sign-in/sessions.server.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { readEnv } from '#platform/process/env.server.ts';
import { claims } from '#lib/api/endpoint.ts';
import { editRows } from './edits.ts';
import type { BenchRequest } from './load.ts';
import type { Row } from './rows.ts';
import { salesRows } from './sales-rows.ts';
import { sessionSecret } from './secret.ts';
import { brands, nouns, qualities } from './words.ts';

export const administrator = '01990000-0000-7000-8000-00000000ad11';
const people = (count: number): number => Math.ceil(count / 10);
const suppliers = (count: number): number => Math.max(10, Math.ceil(count / 2_000));
const firstNames = [
  'Aroha',
  'Bao',
  'Chloe',
  'Dimitri',
  'Esra',
  'Farid',
  'Grace',
  'Hemi',
  'Ines',
  'Jarrah',
  'Kiri',
  'Linh',
];
const lastNames = [
  'Adler',
  'Bell',
  'Castellan',
  'Doyle',
  'Emery',
  'Farrant',
  'Greer',
  'Holloway',
  'Iverson',
  'Juniper',
];

const idOf = (kind: string) => sql`bench.id_of(${sql.lit(kind)}, n, 0)`;

/** Adds the other records of the back office to a generated catalogue: suppliers of its products, users, changes. Once. */
export async function makeBackOffice(db: Db, count: number, tell: (line: string) => void): Promise<void> {
  const there = await db.selectFrom('users').select('id').where('id', '=', administrator).executeTakeFirst();
  if (there) return;
  await db.transaction().execute(async (tx) => {
    await makeSuppliers(tx, count);
    await makeUsers(tx, people(count));
    await makeChanges(tx, people(count));
  });
  await sql`vacuum (full) managed_products`.execute(db); // each of its rows was written twice
  await sql`vacuum (analyze) products, managed_products, suppliers, users, audit_log`.execute(db);
  tell(`${suppliers(count)} suppliers, ${people(count)} users and as many changes`);
}

async function makeSuppliers(tx: Tx, count: number): Promise<void> {
  await sql`
    insert into suppliers (id, name, created_at)
    select ${idOf('supplier')}, (${brands}::text[])[1 + n % ${brands.length}::int] || ' Supply ' || n,
      now() - n * interval '1 hour'
    from generate_series(1, ${suppliers(count)}::int) n`.execute(tx);
  await sql`
    create temporary table supplied on commit drop as
    select bench.product_id(p) as product_id, ${idOf('supplier')} as supplier_id
    from (select p, 1 + floor(power(bench.chance(p, 32), 2) * ${suppliers(count)}::int)::int as n
      from generate_series(0, ${count - 1}::int) p) chosen`.execute(tx);
  await sql`update products p set supplier_id = s.supplier_id from supplied s where p.id = s.product_id`.execute(tx);
  await sql`
    update managed_products m set supplier_id = s.supplier_id from supplied s where m.product_id = s.product_id`.execute(
    tx,
  );
}

/** One in fifty is an administrator, one in ten a company. */
async function makeUsers(tx: Tx, count: number): Promise<void> {
  const pick = (names: string[], salt: number) =>
    sql`(${names}::text[])[1 + floor(bench.chance(n, ${salt}::int) * ${names.length}::int)::int]`;
  await sql`
    insert into users (id, user_type, first_name, last_name, email, mobile, password_hash, created_at)
    select ${idOf('user')}, case when n % 50 = 0 then 3 when n % 10 = 0 then 2 else 1 end, ${pick(firstNames, 41)},
      ${pick(lastNames, 42)}, 'user.' || n || '@example.com', '0491570156', '', now() - bench.chance(n, 43) * interval '500 days'
    from generate_series(1, ${count}::int) n`.execute(tx);
  const name = { first_name: 'Bench', last_name: 'Administrator', email: 'bench@example.com', mobile: '0491570157' };
  await tx
    .insertInto('users')
    .values({
      id: administrator,
      user_type: 3,
      ...name,
      password_hash: '',
      claims: [...claims],
      created_at: new Date(),
    })
    .execute();
}

const makeChanges = (tx: Tx, count: number) =>
  sql`
    insert into audit_log (id, at, actor_id, actor_name, action, entity, entity_id, before, after)
    select ${idOf('change')}, now() - n * interval '1 minute', ${administrator}, 'Bench Administrator',
      (array['update', 'create', 'archive'])[1 + n % 3], (array['product', 'user', 'supplier', 'category'])[1 + n % 4],
      ${idOf('record')}::text, jsonb_build_object('name', 'Thing ' || n), jsonb_build_object('name', 'Other ' || n)
    from generate_series(1, ${count}::int) n`.execute(tx);

const hours = 12;

/** A token of the bench's administrator that outlives the run: its clock is ahead. */
export async function tokenOf(db: Db): Promise<string> {
  const env = readEnv({ SESSION_SECRET: sessionSecret });
  const clock = { now: () => new Date(Date.now() + hours * 3_600_000) };
  const caller = { userId: administrator, ip: '127.0.0.1', userAgent: undefined };
  return (await startSession({ env, clock }, db, caller)).access_token ?? '';
}

type Headers = Record<string, string>;
type Query = Record<string, string>;

/**
 * Every list of the back office: its first page, its sorts, its filters, a search. 60 ms are allowed, 19 times out of 20. Last
 * come edits, since they leave lines in the audit log.
 */
export async function backOfficeRows(db: Db): Promise<Row[]> {
  const headers = { authorization: `Bearer ${await tokenOf(db)}` };
  return [
    ...(await catalogueRows(db, headers)),
    ...userRows(headers),
    ...auditRows(headers),
    ...(await salesRows(db, headers)),
    ...(await editRows(db, headers)),
  ];
}

const row = (name: string, asks: BenchRequest[]): Row => ({
  name: `admin ${name}`,
  server: 'cached',
  asks: () => asks,
  connections: 8,
  allowedMs: 60,
});

/** One row for each kind of query of a list. */
function listRows(
  list: string,
  { path, headers, ...kinds }: { path: string; headers: Headers } & Record<Kind, Query[]>,
): Row[] {
  const all = { 'first page': [{}], ...kinds };
  return Object.entries(all)
    .filter(([, queries]) => queries.length > 0)
    .map(([kind, queries]) => {
      const asks = queries.map((query) => ({ path: `${path}?${pageOf(query)}`, headers }));
      return row(`${list}, ${kind}`, asks);
    });
}

type Kind = 'sort' | 'filter' | 'search';
const pageOf = (query: Query): URLSearchParams => new URLSearchParams({ page: '1', pageSize: '10', ...query });

/** Filters by some suppliers and categories. */
async function places(db: Db): Promise<Query[]> {
  const some = async (table: 'suppliers' | 'categories') =>
    (await sql<{ id: string }>`select id from ${sql.table(table)} order by md5(id::text) limit 200`.execute(db)).rows;
  const suppliersThere = await some('suppliers');
  const categoriesThere = await some('categories');
  return [
    ...suppliersThere.map(({ id }) => ({ supplier: id })),
    ...categoriesThere.map(({ id }) => ({ category: id })),
  ];
}

async function catalogueRows(db: Db, headers: Headers): Promise<Row[]> {
  const categories = '/v1/manage-product-categories';
  return [
    ...listRows('products', {
      path: '/v1/manage-products',
      headers,
      sort: bothWays(
        'productName',
        'productCode',
        'createdDate',
        'hasVariations',
        'productSupplier',
        'displayedOnline',
      ),
      filter: [
        ...(await places(db)),
        { displayedOnline: 'false' },
        { hasVariations: 'true', outOfStock: 'true' },
        { archived: 'true' },
      ],
      search: qualities.map((quality, i) => ({ search: `${quality} ${nouns[(i * 7) % nouns.length]}` })),
    }),
    oneWordSearches(headers),
    ...listRows('suppliers', {
      path: '/v1/manage-product-suppliers',
      headers,
      sort: bothWays('name', 'createdDate'),
      filter: [],
      search: brands.map((search) => ({ search })),
    }),
    row('categories, whole', [{ path: categories, headers }]),
    row(
      'categories, search',
      nouns.map((search) => ({ path: `${categories}?${pageOf({ search })}`, headers })),
    ),
  ];
}

/** Names begin with brands, so that all products of a brand are adjacent in the list, up to its far end. */
const oneWordSearches = (headers: Headers): Row =>
  row(
    'products, search of one word',
    [...brands, ...nouns, 'w', 'cl', 'b0181'].map((search) => ({
      path: `/v1/manage-products?${pageOf({ search })}`,
      headers,
    })),
  );

const auditRows = (headers: Headers): Row[] =>
  listRows('audit', {
    path: '/v1/audit',
    headers,
    sort: bothWays('at'),
    filter: [{ entity: 'supplier' }, { action: 'create' }, { entity: 'user', action: 'update' }],
    search: [{ search: 'other 7' }, { search: 'bench' }],
  });

const bothWays = (...names: string[]): Query[] => names.flatMap((sort) => [{ sort }, { sort: `-${sort}` }]);

function userRows(headers: Headers): Row[] {
  const today = new Date().toISOString().slice(0, 10);
  const lastYear = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
  const filter = (query: Query, userTypes = [1, 2, 3]): BenchRequest => ({
    path: `/v1/users/filter?${pageOf(query)}`,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ startDate: lastYear, endDate: today, userTypes }),
  });
  const sorts = bothWays('registationDate', 'firstName', 'lastName', 'email', 'mobile', 'userType');
  return [
    row('users, first page', [filter({})]),
    row(
      'users, sort',
      sorts.map((sort) => filter(sort)),
    ),
    row('users, filter', [filter({}, [3]), filter({}, [1, 2]), filter({}, [2])]),
    row(
      'users, search',
      firstNames.flatMap((first, i) => [
        filter({ search: first }),
        filter({ search: `${first} ${lastNames[i % 10]}` }),
      ]),
    ),
  ];
}
