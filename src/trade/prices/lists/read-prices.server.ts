import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { limitAndOffset, type RowsWithTotal } from '#platform/list/table-page.server.ts';
import { notFound } from '#lib/api/problem.ts';
import type { Day } from '#lib/day.ts';
import type { Cents } from '#lib/money.ts';
import { mostRows } from '#lib/table-limits.ts';
import { allOf } from '#catalogue/products/listings/search-terms.server.ts';
import { conditions } from '#stock/stock-list-conditions.server.ts';
import { marginOf } from '../item-price.ts';
import { sentences } from './contract.ts';
import { always, type PriceRow, type PriceSort, type PricesQuery } from './prices-contract.ts';

type Sql = RawBuilder<unknown>;

/** The rows of a list (r): its prices, and items of which it names only the carton. */
const rowsOfList = (listId: string): Sql => sql`(
  select coalesce(l.item_id, m.item_id) as item_id, l.min_quantity, l.valid_from, l.valid_to, l.cents, m.units
  from (select * from list_prices where price_list_id = ${listId}) l
  full join (select * from order_multiples where price_list_id = ${listId}) m on m.item_id = l.item_id)`;

const sortKeys: Record<PriceSort, Sql> = {
  productName: sql`lower(p.name)`,
  code: sql`(coalesce(lower(i.code), '') collate "C")`,
  price: sql`coalesce(r.cents, -1)`,
};

/** An item's (i) average purchase price in whole cents, as staff see it; null if it is not known. */
export const costOfItem = sql<Cents | null>`nullif(round(i.average_cost_cents), 0)::bigint`;

/** As `marginOf` in `item-price.ts` is negative. */
const isBelowCost = sql`r.cents - round(r.cents / 11.0) < ${costOfItem}`;

/** Whether a file can name an item (i), by its code; archived items may share theirs with others. */
export const isNamedInFiles = sql<boolean>`(i.code is not null and i.archived_at is null and i.is_listed)`;

const columns = sql`r.item_id as "itemId", i.product_id as "productId", coalesce(i.code, '') as code, p.name as "productName",
  i.label as variation, (p.is_shown and i.archived_at is null and i.price_cents is not null) as "isSold",
  i.price_cents as "basePrice", ${costOfItem} as cost, r.min_quantity as "minQuantity",
  r.cents as price, nullif(r.valid_from, ${sql.lit(always)}::date) as "validFrom", r.valid_to as "validTo", r.units as multiple`;

export type StoredPrice = Omit<PriceRow, 'margin'>;

interface Asked extends Pick<PricesQuery, 'sort' | 'search' | 'show'> {
  today: Day;
  /** Only rows whose items a file can name. */
  isForFile?: boolean;
}

/** The rows of a list that match, in order, without a limit. */
export function matchingRows(
  listId: string,
  { sort = 'productName', search, show, today, isForFile = false }: Asked,
): RawBuilder<StoredPrice> {
  const words = conditions({ search });
  const parts = [
    ...words,
    ...(isForFile ? [isNamedInFiles] : []),
    ...(show === 'belowCost' ? [isBelowCost] : []),
    ...(show === 'later' ? [sql`r.valid_from > ${today}`] : []),
    ...(show === 'over' ? [sql`r.valid_to < ${today}`] : []),
  ];
  // Only a search needs the stored listing of products, whose terms are indexed; archived products are not in it.
  const listing = words.length > 0 ? sql`join managed_products m on m.product_id = i.product_id` : sql``;
  const key = sortKeys[sort.replace(/^-/, '') as PriceSort]; // the query's shape allows only these
  const way = sql.raw(sort.startsWith('-') ? 'desc' : 'asc');
  return sql<StoredPrice>`select ${columns} from ${rowsOfList(listId)} r join product_items i on i.id = r.item_id
    join products p on p.id = i.product_id ${listing} where ${allOf(parts)}
    order by ${key} ${way}, i.product_id, i.position, i.id, r.min_quantity, r.valid_from`;
}

/** A page of a list's prices, or the first 10,000. Throws `Problem` 404 for an unknown list. */
export async function readPrices(
  db: Db,
  listId: string,
  { today, ...query }: PricesQuery & { today: Day },
): Promise<RowsWithTotal<PriceRow>> {
  await requireList(db, listId);
  const { limit, offset } = limitAndOffset(query);
  const { rows } = await sql<StoredPrice & { total: number }>`
    with found as materialized (
      select rows.*, row_number() over () as place from (${matchingRows(listId, { ...query, today })}) rows)
    select counted.total, page.* from (select count(*)::int as total from found) counted
    left join (select * from found order by place limit ${limit} offset ${offset}) page on true order by page.place`.execute(
    db,
  );
  // For an empty page, the query returns one row that has only the total.
  const found = rows.filter(({ itemId }) => itemId !== null).map(({ total: _total, ...row }) => withMargin(row));
  return { rows: found, total: Math.min(rows[0]?.total ?? 0, mostRows + 1) };
}

const withMargin = (row: StoredPrice): PriceRow => ({
  ...row,
  margin: row.price === null || row.cost === null ? null : marginOf(row.price, row.cost),
});

/** Throws `Problem` 404 if there is no such list, archived or not. */
export async function requireList(db: Db, id: string): Promise<{ name: string }> {
  return db
    .selectFrom('price_lists')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound(sentences.notFound));
}

const mostFound = 20;

type FoundItem = Pick<PriceRow, 'itemId' | 'code' | 'productName' | 'variation' | 'basePrice' | 'cost' | 'multiple'> & {
  isListed: boolean;
};

/** Items that match a search by name or code, 20 at most; the one whose code it is comes first. */
export async function searchItems(db: Db, listId: string, search: string): Promise<FoundItem[]> {
  await requireList(db, listId);
  const words = conditions({ search });
  if (words.length === 0) return [];
  const exact = search.trim().toLowerCase();
  const { rows } = await sql<FoundItem>`
    with found as materialized (
      (select id from product_items where lower(code) = ${exact} and archived_at is null and is_listed)
      union (select i.id from managed_products m join product_items i on i.product_id = m.product_id and i.is_listed
        where ${allOf(words)} limit ${sql.lit(mostFound)}))
    select i.id as "itemId", coalesce(i.code, '') as code, p.name as "productName", i.label as variation, i.price_cents as "basePrice",
      ${costOfItem} as cost,
      (select o.units from order_multiples o where o.price_list_id = ${listId} and o.item_id = i.id) as multiple,
      (exists (select from list_prices l where l.price_list_id = ${listId} and l.item_id = i.id)
        or exists (select from order_multiples o where o.price_list_id = ${listId} and o.item_id = i.id)) as "isListed"
    from found join product_items i on i.id = found.id join products p on p.id = i.product_id
    order by lower(coalesce(i.code, '')) = ${exact} desc, p.name_key, p.id, i.position, i.id limit ${sql.lit(mostFound)}`.execute(
    db,
  );
  return rows;
}
