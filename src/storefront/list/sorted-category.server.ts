import { type RawBuilder, sql } from 'kysely';
import { type Db, planEachTime } from '#platform/db/db.server.ts';
import { optionNameTerm, optionTerm } from '#catalogue/products/listings/search-terms.ts';
import { type BlockCounts, countInBlocks } from './block-counts.server.ts';
import type { CountedFacets } from './facets.server.ts';
import { categoryId } from './list-request.server.ts';

/** A part of a category's products as the database sends it. A product's place is its position in the order of names. */
interface StoredPart {
  /** `ids` with 16 bytes for each place, `inStock` with one (1 or 0), and with 4 bytes each: `prices` in cents, and places by code, by price, or with an option. */
  kind: 'ids' | 'prices' | 'inStock' | 'byCode' | 'byPrice' | 'option';
  /** Empty for other kinds. */
  option: string;
  bytes: Buffer;
}

/**
 * The products of a category in memory, with what lists sort and filter by: 41 bytes for each product, and 4 for each of its
 * options.
 */
export interface SortedCategory {
  ids: Buffer;
  prices: Int32Array;
  inStock: Uint8Array;
  byName: SortedOrder;
  byCode: SortedOrder;
  byPrice: SortedOrder;
  options: { option: string; term: string; nameTerm: string; places: Int32Array }[];
  /** The facets without any filter, once they have been asked for. */
  facets?: CountedFacets;
}

/** One order of a category's products. */
interface SortedOrder {
  /** Undefined for the order of names, in which a place is its own position. */
  places?: Int32Array;
  /** By `keyOf`. */
  counts: BlockCounts;
}

/** More than any price in cents. */
export const outOfStock = 2 ** 30;

/** Prices of products in stock come before those of others. */
const keyOf = (price: number, isInStock: boolean): number => (isInStock ? price : outOfStock + price);

/** Bytes of memory for a product, without its options. */
export const productBytes = 41;

/** Bytes of memory. */
export const sizeOf = ({ inStock, options }: SortedCategory): number =>
  inStock.length * productBytes +
  options.reduce((sum, { term, places }) => sum + 6 * term.length + places.byteLength, 0);

/** Products in one row of the answer, so that no row of a large category takes many megabytes. */
const partSize = 65_536;

/** Reads a category, or the whole catalogue by `allProducts`. */
export async function readSortedCategory(db: Db, url: string): Promise<SortedCategory> {
  const { rows } = await sql<StoredPart>`
    with sorted as materialized (
      select product_id, price_cents::int as price, is_in_stock,
        row_number() over (order by name_key, product_id)::int - 1 as place,
        row_number() over (order by code_key, product_id) - 1 as code_place,
        row_number() over (order by price_cents, name_key, product_id) - 1 as price_place
      from category_listings where category_id = ${categoryId(url)})
    select * from (
      ${parts('ids', sql`uuid_send(product_id)`, sql`place`)} union all
      ${parts('prices', sql`int4send(price)`, sql`place`)} union all
      ${parts('inStock', sql`set_byte('\\x00', 0, is_in_stock::int)`, sql`place`)} union all
      ${parts('byCode', sql`int4send(place)`, sql`code_place`)} union all
      ${parts('byPrice', sql`int4send(place)`, sql`price_place`)} union all
      select 'option', o.option, place / ${sql.lit(partSize)}, string_agg(int4send(place), '' order by place)
      from sorted join listings l using (product_id) cross join unnest(l.options) o(option)
      where l.options <> '{}' group by 2, 3) parts
    order by kind, option, part ${sql.raw(planEachTime)}`.execute(db);
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  const bytesOf = (kind: StoredPart['kind']): Buffer => joined(byKind.get(kind));
  const numbersOf = (kind: StoredPart['kind']): Int32Array => numbersIn(bytesOf(kind));
  const byOption = Map.groupBy(byKind.get('option') ?? [], ({ option }) => option);
  return inOrders({
    ids: bytesOf('ids'),
    prices: numbersOf('prices'),
    inStock: bytesOf('inStock'),
    byCode: numbersOf('byCode'),
    byPrice: numbersOf('byPrice'),
    options: [...byOption].map(([option, own]) => ({ option, places: numbersIn(joined(own)) })),
  });
}

interface Columns extends Pick<SortedCategory, 'ids' | 'prices' | 'inStock'> {
  /** Places by code, and by price. */
  byCode: Int32Array;
  byPrice: Int32Array;
  options: { option: string; places: Int32Array }[];
}

/** A category of these products, which are in the order of their names. */
export async function inOrders({ byCode, byPrice, options, ...columns }: Columns): Promise<SortedCategory> {
  const { prices, inStock } = columns;
  const keyAt = (place: number): number => keyOf(prices[place] ?? 0, inStock[place] === 1);
  const ordered = async (places: Int32Array): Promise<SortedOrder> => ({
    places,
    counts: await countInBlocks(places.length, (position) => keyAt(places[position] ?? 0)),
  });
  return {
    ...columns,
    byName: { counts: await countInBlocks(prices.length, keyAt) },
    byCode: await ordered(byCode),
    byPrice: await ordered(byPrice),
    options: options.map((one) => ({ ...one, term: optionTerm(one.option), nameTerm: optionNameTerm(one.option) })),
  };
}

/** One value of each product in an order, in rows of `partSize` products. */
const parts = (kind: StoredPart['kind'], value: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
  select ${sql.lit(kind)} as kind, '' as option, ${order} / ${sql.lit(partSize)} as part, string_agg(${value}, '' order by ${order}) as bytes
  from sorted group by 3`;

const joined = (rows: readonly StoredPart[] = []): Buffer => Buffer.concat(rows.map(({ bytes }) => bytes));

/** PostgreSQL sends the most significant byte first. */
function numbersIn(bytes: Buffer): Int32Array {
  const own = Uint8Array.from(bytes); // aligned, as the array of numbers needs
  Buffer.from(own.buffer).swap32();
  return new Int32Array(own.buffer);
}
