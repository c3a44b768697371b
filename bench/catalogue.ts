import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { rebuildListings } from '#catalogue/products/listings/rebuild-listings.server.ts';
import { brands, colours, describing, nouns, qualities, sizes } from './words.ts';

const tops = 10;
const middles = 5;
const leaves = 5;
const batchSize = 5_000;

/**
 * Fills a migrated, empty database with `count` products: 310 categories on three levels, 15 % with variations, one in
 * twelve out of stock. Always the same products. Listings are built by `rebuildListings`, as in the shop.
 */
export async function makeCatalogue(db: Db, count: number, tell: (line: string) => void): Promise<void> {
  const begun = performance.now();
  await makeTools(db);
  await makeCategories(db);
  const indexes = await sql<{
    name: string;
    definition: string;
  }>`select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'category_listings' and indexdef not like 'CREATE UNIQUE%'`.execute(db);
  for (const { name } of indexes.rows) await sql`drop index ${sql.ref(name)}`.execute(db); // made again below, which is faster
  for (let from = 0; from < count; from += batchSize) {
    const to = Math.min(from + batchSize, count);
    await db.transaction().execute(async (tx) => {
      await makeProducts(tx, from, to);
      const { rows } = await sql<{
        id: string;
      }>`select bench.product_id(n) as id from generate_series(${from}::int, ${to - 1}) n`.execute(tx);
      await rebuildListings(
        tx,
        rows.map(({ id }) => id),
      );
    });
    tell(`${to} of ${count} products, ${Math.round((performance.now() - begun) / 1000)} s`);
  }
  for (const { definition } of indexes.rows) await sql.raw(definition).execute(db);
  tell(`indexes, ${Math.round((performance.now() - begun) / 1000)} s`);
  await sql`vacuum (analyze)`.execute(db);
}

async function makeTools(db: Db): Promise<void> {
  await sql`
    create schema bench;
    create function bench.product_id(n int) returns uuid immutable language sql
      return ('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid;
    create function bench.id_of(kind text, n int, place int) returns uuid immutable language sql
      return md5(kind || ' ' || n || ' ' || place)::uuid;
    -- 0 to 1, always the same for the same product and purpose
    create function bench.chance(n int, salt int) returns float immutable language sql
      return (hashint4extended(n, salt) & 1048575) / 1048576.0;
    -- the higher the skew, the more often the first of the list
    create function bench.pick(list text[], n int, salt int, skew float) returns text immutable language sql
      return list[1 + floor(cardinality(list) * power(bench.chance(n, salt), skew))::int];
    create table bench.words (name text primary key, list text[] not null)`.execute(db);
  for (const [name, list] of Object.entries({ brands, qualities, nouns, sizes, colours, describing })) {
    await sql`insert into bench.words values (${name}, ${list})`.execute(db);
  }
}

async function makeCategories(db: Db): Promise<void> {
  await sql`
    with recursive places(id, parent_id, path, level, name, number) as (
      select bench.id_of('category', t, 0), null::uuid, array[bench.id_of('category', t, 0)], 1, nouns[t] || ' Range', t
      from generate_series(1, ${tops}::int) t, ${list('nouns')}
      union all
      select bench.id_of('category', p.number * 100 + k, p.level), p.id, p.path || bench.id_of('category', p.number * 100 + k, p.level),
        p.level + 1, nouns[1 + (p.number * 7 + k * 3) % cardinality(nouns)] || ' ' || k, p.number * 100 + k
      from places p, generate_series(1, case p.level when 1 then ${middles}::int else ${leaves}::int end) k, ${list('nouns')}
      where p.level < 3)
    insert into categories (id, parent_id, path, level, name, url, created_at)
    select id, parent_id, path, level, name, 'range-' || number, now() from places`.execute(db);
}

const list = (name: string) =>
  sql`(select list from bench.words where name = ${name}) as ${sql.raw(name)}_(${sql.raw(name)})`;

async function makeProducts(db: Db, from: number, to: number): Promise<void> {
  const range = sql`generate_series(${from}::int, ${to - 1}::int) n`;
  await sql`
    insert into products (id, url, name, short_description, long_description, created_at)
    select bench.product_id(n), 'product-' || n,
      bench.pick(brands, n, 1, 1.3) || ' ' || bench.pick(qualities, n, 2, 1.6) || ' ' || bench.pick(nouns, n, 3, 1.6)
        || ' ' || bench.pick(sizes, n, 4, 1),
      (select string_agg(bench.pick(describing, n, 100 + k, 1.4), ' ') from generate_series(1, 12) k),
      '<p>' || (select string_agg(bench.pick(describing, n, 200 + k, 1.4), ' ') from generate_series(1, 45) k) || '.</p>',
      now()
    from ${range}, ${list('brands')}, ${list('qualities')}, ${list('nouns')}, ${list('sizes')}, ${list('describing')}`.execute(
    db,
  );
  await sql`
    insert into product_categories (product_id, category_id, position)
    select distinct on (1, 2) bench.product_id(n), c.ids[1 + floor(cardinality(c.ids) * power(bench.chance(n, 10 + place), 1.5))::int], place
    from ${range}, (select array_agg(id order by url) from categories where level = 3) c(ids),
      generate_series(0, case when bench.chance(n, 5) < 0.3 then 1 else 0 end) place`.execute(db);
  await sql`
    insert into product_images (id, product_id, name, file_key, size, is_primary, position)
    select bench.id_of('image', n, place), bench.product_id(n), 'picture-' || place || '.png', 'products/' || md5((n % 72)::text), 40000,
      place = 0, place
    from ${range}, generate_series(0, n % 3) place`.execute(db);
  await makeItems(db, from, to);
}

const hasVariations = sql`bench.chance(n, 6) < 0.15`;
const hasColours = sql`bench.chance(n, 7) < 0.5`;

async function makeItems(db: Db, from: number, to: number): Promise<void> {
  const varied = sql`(select n from generate_series(${from}::int, ${to - 1}::int) n where ${hasVariations}) v(n)`;
  const kinds = sql`generate_series(0, case when ${hasColours} then 1 else 0 end) kind`;
  await sql`
    insert into variations (id, product_id, name, position)
    select bench.id_of('variation', n, kind), bench.product_id(n), case kind when 0 then 'Size' else 'Colour' end, kind
    from ${varied}, ${kinds}`.execute(db);
  await sql`
    insert into variation_options (id, variation_id, label, position)
    select bench.id_of('option', n, kind * 10 + k), bench.id_of('variation', n, kind),
      case kind when 0 then sizes[1 + (n + k * 2) % cardinality(sizes)] else colours[1 + (n + k * 3) % cardinality(colours)] end, k
    from ${varied}, ${kinds}, generate_series(0, case kind when 0 then 2 else 1 end) k, ${list('sizes')}, ${list('colours')}`.execute(
    db,
  );
  await sql`
    insert into product_items (id, product_id, code, price_cents, on_hand, average_cost_cents, label, position, created_at)
    select bench.id_of('item', n, place), bench.product_id(n), 'B' || lpad(n::text, 7, '0') || case when place > 0 then '-' || place else '' end,
      195 + floor(20000 * power(bench.chance(n, 8), 3))::int * 5 + place * 400,
      case when bench.chance(n, 9) < 0.08 then 0 else 1000000 end, 100, '', place, now()
    from generate_series(${from}::int, ${to - 1}::int) n,
      generate_series(0, case when not ${hasVariations} then 0 when ${hasColours} then 5 else 2 end) place`.execute(db);
  await sql`
    insert into item_options (item_id, variation_id, option_id)
    select bench.id_of('item', n, place), bench.id_of('variation', n, kind),
      bench.id_of('option', n, kind * 10 + case kind when 0 then place % 3 else place / 3 end)
    from ${varied}, ${kinds}, generate_series(0, case when ${hasColours} then 5 else 2 end) place`.execute(db);
}
