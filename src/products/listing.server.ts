import { sql } from 'kysely';
import { announce } from '#infra/changes.server.ts';
import type { Tx } from '#infra/db.server.ts';
import { recordset } from '#infra/recordset.server.ts';
import { deriveListing, type Kept, type Listing } from './listing-of.server.ts';
import { readSources } from './listing-source.server.ts';
import { writeManaged } from './managed.server.ts';

const chunkSize = 500;

/**
 * Writes anew whatever is kept of these products: their kept columns, their listings, cards and the counts of their
 * categories and options. Call it at the end of every transaction that changes what a shopper sees of them; what did not
 * change is not written. The products are locked, in id order.
 */
export async function relist(tx: Tx, productIds: readonly string[]): Promise<void> {
  const ids = [...new Set(productIds)].sort();
  for (let i = 0; i < ids.length; i += chunkSize) {
    const chunk = ids.slice(i, i + chunkSize);
    await sql`select id from products where id = any(${chunk}::uuid[]) order by id for no key update`.execute(tx);
    const derived = (await readSources(tx, chunk)).map(deriveListing);
    await counted(tx, chunk, async () => {
      await writeKept(
        tx,
        derived.map(({ kept }) => kept),
      );
      await writeListings(
        tx,
        chunk,
        derived.flatMap(({ listing }) => listing ?? []),
      );
    });
    await writeManaged(
      tx,
      chunk,
      derived.flatMap(({ managed }) => managed ?? []),
    );
  }
  if (ids.length > 0) await announce(tx, 'catalogue');
}

/** Takes products out of all listings and counts. Call it before their rows are deleted. */
export async function delist(tx: Tx, productIds: readonly string[]): Promise<void> {
  const ids = [...new Set(productIds)].sort();
  await sql`select id from products where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx);
  await counted(tx, ids, () => writeListings(tx, ids, []));
  await announce(tx, 'catalogue');
}

/** Whether a movement of stock changes what a shopper sees of an item. */
export const crossesZero = (before: number, after: number): boolean => before < 1 !== after < 1;

/**
 * Call it where items crossed between none and some on hand (`crossesZero`), as the last step of the transaction that
 * moved the stock. Products with such an item are listed anew, since their details show each item's stock.
 */
export async function relistItems(tx: Tx, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select distinct product_id as id from product_items where id = any(${[...itemIds]}::uuid[])`.execute(tx);
  await relist(
    tx,
    rows.map(({ id }) => id),
  );
}

async function writeKept(tx: Tx, kept: Kept[]): Promise<void> {
  const shape = `id uuid, "hasVariations" bool, "isShown" bool, "isOutOfStock" bool, code text, "priceCents" bigint,
    "highestPriceCents" bigint, "searchKey" text, "nameKey" text`;
  await sql`
    update products p set has_variations = r."hasVariations", is_shown = r."isShown", is_out_of_stock = r."isOutOfStock",
      code = r.code, price_cents = r."priceCents", highest_price_cents = r."highestPriceCents",
      search_key = r."searchKey", name_key = r."nameKey"
    from ${recordset(kept, shape)}
    where p.id = r.id and
      (p.has_variations, p.is_shown, p.is_out_of_stock, p.code, p.price_cents, p.highest_price_cents, p.search_key, p.name_key)
      is distinct from (r."hasVariations", r."isShown", r."isOutOfStock", r.code, r."priceCents", r."highestPriceCents",
        r."searchKey", r."nameKey")`.execute(tx);
}

async function writeListings(tx: Tx, productIds: readonly string[], listings: Listing[]): Promise<void> {
  const shown = new Set(listings.map(({ id }) => id));
  const hidden = productIds.filter((id) => !shown.has(id));
  if (hidden.length > 0) {
    for (const table of ['product_cards', 'listings', 'category_listings']) {
      await sql`delete from ${sql.table(table)} where product_id = any(${hidden}::uuid[])`.execute(tx);
    }
  }
  if (listings.length === 0) return;
  await writeCards(tx, listings);
  await writeSearch(tx, listings);
  await writePlaces(tx, listings);
}

async function writeCards(tx: Tx, listings: Listing[]): Promise<void> {
  const rows = listings.map(({ id, brief, rest, detail }) => ({ id, brief, rest, detail }));
  await sql`
    insert into product_cards as o (product_id, brief, rest, detail)
    select id, brief, rest, detail from ${recordset(rows, 'id uuid, brief text, rest text, detail text')}
    on conflict (product_id) do update set brief = excluded.brief, rest = excluded.rest, detail = excluded.detail
    where (o.brief, o.rest, o.detail) is distinct from (excluded.brief, excluded.rest, excluded.detail)`.execute(tx);
}

async function writeSearch(tx: Tx, listings: Listing[]): Promise<void> {
  const ids = await termIds(tx, [...new Set(listings.flatMap(({ terms }) => terms))].sort());
  const rows = listings.map(({ id, codeKey, nameKey, nameLength, priceCents, isInStock, options, terms }) => {
    const numbers = terms.flatMap((term) => ids.get(term) ?? []).sort((a, b) => a - b);
    return { id, codeKey, nameKey, nameLength, priceCents, isInStock, options, terms: numbers };
  });
  const shape = `id uuid, "codeKey" text, "nameKey" text, "priceCents" bigint, "isInStock" bool, "nameLength" smallint,
    options text[], terms int[]`;
  const { numAffectedRows } = await sql`
    insert into listings as o (product_id, code_key, name_key, price_cents, is_in_stock, name_length, options, terms)
    select id, "codeKey", "nameKey", "priceCents", "isInStock", "nameLength", options, terms from ${recordset(rows, shape)}
    on conflict (product_id) do update set code_key = excluded.code_key, name_key = excluded.name_key,
      price_cents = excluded.price_cents, is_in_stock = excluded.is_in_stock, name_length = excluded.name_length,
      options = excluded.options, terms = excluded.terms
    where (o.code_key, o.name_key, o.price_cents, o.is_in_stock, o.name_length, o.options, o.terms) is distinct from
      (excluded.code_key, excluded.name_key, excluded.price_cents, excluded.is_in_stock, excluded.name_length,
        excluded.options, excluded.terms)`.execute(tx);
  // Terms wait in a list that every search reads through, so that many products are taken in at once; not longer than that.
  if (numAffectedRows) await sql`select gin_clean_pending_list('listings_terms')`.execute(tx);
}

/** The terms' numbers; those that are new are given one. Two writers at once may give one each, and both count. */
async function termIds(tx: Tx, terms: string[]): Promise<Map<string, number>> {
  await sql`
    insert into search_terms (term) select t from unnest(${terms}::text[]) t
    where not exists (select from search_terms s where s.term = t)`.execute(tx);
  const { rows } = await sql<{ term: string; id: number }>`
    select term, min(id) as id from search_terms where term = any(${terms}::text[]) group by term`.execute(tx);
  return new Map(rows.map(({ term, id }) => [term, id]));
}

async function writePlaces(tx: Tx, listings: Listing[]): Promise<void> {
  const rows = listings.flatMap(({ withinIds, ...own }) => {
    const { id, codeKey, nameKey, priceCents, isInStock } = own;
    return withinIds.map((category) => ({ id, category, codeKey, nameKey, priceCents, isInStock }));
  });
  const shape = 'id uuid, category uuid, "codeKey" text, "nameKey" text, "priceCents" bigint, "isInStock" bool';
  await sql`
    delete from category_listings o where product_id = any(${listings.map(({ id }) => id)}::uuid[]) and not exists (
      select from ${recordset(
        rows.map(({ id, category }) => ({ id, category })),
        'id uuid, category uuid',
      )}
      where r.id = o.product_id and r.category = o.category_id)`.execute(tx);
  await sql`
    insert into category_listings as o (product_id, category_id, code_key, name_key, price_cents, is_in_stock)
    select id, category, "codeKey", "nameKey", "priceCents", "isInStock" from ${recordset(rows, shape)}
    on conflict (product_id, category_id) do update set code_key = excluded.code_key, name_key = excluded.name_key,
      price_cents = excluded.price_cents, is_in_stock = excluded.is_in_stock
    where (o.code_key, o.name_key, o.price_cents, o.is_in_stock) is distinct from
      (excluded.code_key, excluded.name_key, excluded.price_cents, excluded.is_in_stock)`.execute(tx);
}

interface Count {
  category: string;
  option: string;
  products: number;
  inStock: number;
}

/** Adds to the counts what `write` changes in them. */
async function counted(tx: Tx, productIds: readonly string[], write: () => Promise<void>): Promise<void> {
  const before = await countsOf(tx, productIds);
  await write();
  const after = await countsOf(tx, productIds);
  const changes = new Map(after.map((count) => [`${count.category} ${count.option}`, count]));
  for (const { category, option, products, inStock } of before) {
    const key = `${category} ${option}`;
    const now = changes.get(key);
    const change = {
      category,
      option,
      products: (now?.products ?? 0) - products,
      inStock: (now?.inStock ?? 0) - inStock,
    };
    if (change.products === 0 && change.inStock === 0) changes.delete(key);
    else changes.set(key, change);
  }
  if (changes.size > 0) await addCounts(tx, [...changes.values()]);
}

async function countsOf(tx: Tx, productIds: readonly string[]): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select c.category_id as category, o.option, count(*)::int as products, count(*) filter (where c.is_in_stock)::int as "inStock"
    from category_listings c join listings l on l.product_id = c.product_id
      cross join unnest(array_append(l.options, '')) as o(option)
    where c.product_id = any(${[...productIds]}::uuid[]) group by 1, 2`.execute(tx);
  return rows;
}

/** Chosen once: whoever holds it joins rows of counts; the others leave theirs beside them. */
const joiningLock = 7_234_001;

async function addCounts(tx: Tx, changes: Count[]): Promise<void> {
  const shape = 'category uuid, option text, products int, "inStock" int';
  await sql`
    insert into listing_counts (category_id, option, product_count, in_stock_count)
    select category, option, products, "inStock" from ${recordset(changes, shape)}`.execute(tx);
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${joiningLock}) as mine`.execute(tx);
  if (!rows[0]?.mine) return;
  await sql`
    with gone as (
      delete from listing_counts c using ${recordset(changes, 'category uuid, option text')}
      where c.category_id = r.category and c.option = r.option
      returning c.category_id, c.option, c.product_count, c.in_stock_count)
    insert into listing_counts (category_id, option, product_count, in_stock_count)
    select category_id, option, sum(product_count), sum(in_stock_count) from gone
    group by 1, 2 having sum(product_count) <> 0`.execute(tx);
}
