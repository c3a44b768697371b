import { type RawBuilder, sql } from 'kysely';
import { productTag } from '#lib/api/cache-tags.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { type ListingKeys, updateCounts } from './listing-counts.server.ts';
import { deriveListing, type DerivedColumns, type Listing } from './derive-listing.server.ts';
import { readListingKeys, writeCategoryListings } from './category-listings.server.ts';
import { readListingInputs } from './listing-input.server.ts';
import { writeManaged, writeStockListFlags } from './managed-products.server.ts';
import { type Numbered, numberTerms } from './search-terms.server.ts';

const chunkSize = 500;

/**
 * Rebuilds everything that is derived from these products: columns, listings, cards, and the counts of their categories and
 * options. Call it at the end of every transaction that changes what shoppers see of these products. Locks the products in
 * id order. Unchanged rows are not written.
 */
export async function rebuildListings(tx: Tx, productIds: readonly string[]): Promise<void> {
  const ids = [...new Set(productIds)].sort();
  if (ids.length === 0) return;
  const affected = nothingAffected();
  let hasNewTerms = false;
  for (let i = 0; i < ids.length; i += chunkSize) {
    const chunk = ids.slice(i, i + chunkSize);
    await sql`select id from products where id = any(${chunk}::uuid[]) order by id for no key update`.execute(tx);
    const derived = (await readListingInputs(tx, chunk)).map(deriveListing);
    const columns = derived.map((one) => one.columns);
    await writeColumns(tx, columns);
    const listings = derived.flatMap(({ listing }) => listing ?? []);
    const managed = derived.map((one) => one.managed);
    const terms = [...listings, ...managed].flatMap((one) => one.terms);
    const numbered = await numberTerms(tx, terms);
    if (await writeListings(tx, chunk, listings.map(numbered), affected)) hasNewTerms = true;
    await writeManaged(tx, managed.map(numbered));
    await writeStockListFlags(tx, chunk);
  }
  // PostgreSQL collects new entries of this index in a list. That makes inserts fast, but every search must scan the list,
  // so it is merged into the index at the end.
  if (hasNewTerms) await sql`select gin_clean_pending_list('listings_terms')`.execute(tx);
  await publishChange(tx, 'catalogue', tagsOf(ids, affected));
}

/** Removes products from all listings and counts. Call it before the products are deleted. */
export async function removeListings(tx: Tx, productIds: readonly string[]): Promise<void> {
  const ids = [...new Set(productIds)].sort();
  await sql`select id from products where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx);
  const affected = nothingAffected();
  await writeListings(tx, ids, [], affected);
  await publishChange(tx, 'catalogue', tagsOf(ids, affected));
}

/** Whether a stock movement makes an item available or unavailable. */
export const crossesZero = (before: number, after: number): boolean => before < 1 !== after < 1;

/** An item's units on hand before and after a stock movement. */
export interface StockMove {
  itemId: string;
  before: number;
  after: number;
}

/** The highest value of the setting for “Only 3 left” notes in the shop. */
export const mostLeft = 10;

/**
 * Call it as the last step of a transaction that moves stock. Rebuilds the listings of products with items that went out of
 * stock or came back into stock. If few units are left, drops the cached pages of these products, because they show the
 * number.
 */
export async function showStock(tx: Tx, moves: readonly StockMove[]): Promise<void> {
  const itemsOf = (some: readonly StockMove[]) => some.map(({ itemId }) => itemId);
  const crossed = moves.filter(({ before, after }) => crossesZero(before, after));
  const low = moves.filter(({ before, after }) => before !== after && Math.min(before, after) <= mostLeft);
  if (crossed.length > 0) await rebuildListingsOfItems(tx, itemsOf(crossed));
  if (low.length > crossed.length) {
    const items = itemsOf(low);
    const tags = sql`select distinct 'product-' || product_id from product_items where id = any(${items}::uuid[])`;
    await publishChange(tx, 'catalogue', tags);
  }
}

/** What a rebuild has changed besides the products themselves. */
interface Affected {
  /** The ids of categories that listed any of the products before the rebuild or list any now. */
  categories: Set<string>;
  /** Whether a count in the category tree may have changed. */
  tree: boolean;
}

const nothingAffected = (): Affected => ({ categories: new Set(), tree: false });

/** If a rebuild concerns more products than this, everything that is made from the catalogue is purged. */
const mostPurged = 100;

/** A query for the tags of pages that show these products or would show them if they were in stock. */
function tagsOf(productIds: readonly string[], { categories, tree }: Affected): RawBuilder<unknown> {
  if (productIds.length > mostPurged) return sql`select 'catalogue'`;
  const tags = ['products', ...productIds.map(productTag), ...(tree ? ['categories'] : [])];
  return sql`select unnest(${tags}::text[])
    union all select 'category-' || url from categories where id = any(${[...categories]}::uuid[])
    union all select 'product-' || product_id from product_complements where complement_id = any(${[...productIds]}::uuid[])`;
}

export async function rebuildListingsOfItems(tx: Tx, itemIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct product_id as id from product_items where id = any(${[...itemIds]}::uuid[])`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await rebuildListings(tx, ids);
}

async function writeColumns(tx: Tx, columns: DerivedColumns[]): Promise<void> {
  const shape = `id uuid, "hasVariations" bool, "isShown" bool, "isOutOfStock" bool, code text, "priceCents" bigint,
    "highestPriceCents" bigint, "searchKey" text, "nameKey" text`;
  await sql`
    update products p set has_variations = r."hasVariations", is_shown = r."isShown", is_out_of_stock = r."isOutOfStock",
      code = r.code, price_cents = r."priceCents", highest_price_cents = r."highestPriceCents",
      search_key = r."searchKey", name_key = r."nameKey"
    from ${recordset(columns, shape)}
    where p.id = r.id and
      (p.has_variations, p.is_shown, p.is_out_of_stock, p.code, p.price_cents, p.highest_price_cents, p.search_key, p.name_key)
      is distinct from (r."hasVariations", r."isShown", r."isOutOfStock", r.code, r."priceCents", r."highestPriceCents",
        r."searchKey", r."nameKey")`.execute(tx);
}

/** Returns whether any listing was written, which may add search terms; notes other changes in `affected`. */
async function writeListings(
  tx: Tx,
  productIds: readonly string[],
  listings: Numbered<Listing>[],
  affected: Affected,
): Promise<boolean> {
  const before = await readListingKeys(tx, productIds);
  noteAffected(affected, before, listings);
  const shown = new Set(listings.map(({ id }) => id));
  const hidden = productIds.filter((id) => !shown.has(id));
  if (hidden.length > 0) {
    for (const table of ['product_cards', 'listings', 'category_listings']) {
      await sql`delete from ${sql.table(table)} where product_id = any(${hidden}::uuid[])`.execute(tx);
    }
  }
  await updateCounts(tx, before, listings);
  if (listings.length === 0) return false;
  await writeCards(tx, listings);
  await writeCategoryListings(tx, before, listings);
  return writeListingRows(tx, listings);
}

function noteAffected(
  affected: Affected,
  before: ReadonlyMap<string, ListingKeys>,
  after: readonly ListingKeys[],
): void {
  const now = new Map(after.map((listing) => [listing.id, listing.withinIds]));
  for (const id of new Set([...before.keys(), ...now.keys()])) {
    const was = before.get(id)?.withinIds ?? [];
    const is = now.get(id) ?? [];
    for (const category of [...was, ...is]) affected.categories.add(category);
    if (was.length !== is.length || was.some((category) => !is.includes(category))) affected.tree = true;
  }
}

async function writeCards(tx: Tx, listings: Numbered<Listing>[]): Promise<void> {
  const rows = listings.map(({ id, brief, rest, detail }) => ({ id, brief, rest, detail }));
  await sql`
    insert into product_cards as o (product_id, brief, rest, detail)
    select id, brief, rest, detail from ${recordset(rows, 'id uuid, brief text, rest text, detail text')}
    on conflict (product_id) do update set brief = excluded.brief, rest = excluded.rest, detail = excluded.detail
    where (o.brief, o.rest, o.detail) is distinct from (excluded.brief, excluded.rest, excluded.detail)`.execute(tx);
}

async function writeListingRows(tx: Tx, listings: Numbered<Listing>[]): Promise<boolean> {
  const rows = listings.map(({ id, codeKey, nameKey, nameLength, priceCents, isInStock, options, terms }) => {
    return { id, codeKey, nameKey, nameLength, priceCents, isInStock, options, terms };
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
  return Boolean(numAffectedRows);
}
