import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { picturePath } from '#lib/picture-path.ts';
import { itemName } from '#lib/text/item-name.ts';
import { isBlank, parseSearch } from '#lib/text/search-words.ts';
import { conditions } from '#stock/stock-list-conditions.server.ts';
import type { SiteAccess } from '../accounts/site-access.server.ts';
import type { OrderItem } from './contract.ts';

/** Whose prices decide the cartons. */
export type Buyer = Pick<SiteAccess, 'site' | 'account'>;

export type StoredItem = Omit<OrderItem, 'name' | 'image'> & {
  productName: string;
  label: string;
  imageKey: string | null;
};

/** Whether an item (i) of a product (p) can be put into a cart. */
export const isSold = sql<boolean>`(p.is_shown and i.archived_at is null and i.price_cents is not null)`;

/** The columns of `StoredItem`, for an item (i) and its product (p). */
export const itemColumns = ({ site, account }: Buyer): RawBuilder<unknown> => sql`
  i.id as "itemId", p.id as "productId", case when p.has_variations then i.id end as "variationItemId", p.name as "productName", i.label,
  coalesce(i.code, '') as code, p.url, ${isSold} as "isSold",
  (not p.allow_sale_without_stock and i.on_hand < 1) as "isOutOfStock",
  coalesce((select m.units from order_multiples m
    where m.item_id = i.id and m.price_list_id = ${site.priceListId ?? account.priceListId}::uuid), 1) as carton,
  (select m.file_key from product_images m where m.product_id = p.id order by m.is_primary desc, m.position, m.id limit 1) as "imageKey"`;

/** An item as it is sent; columns beside those of `StoredItem` stay. */
export function asOrderItem<Row extends StoredItem>({ productName, label, imageKey, ...row }: Row) {
  const image = imageKey === null ? '' : picturePath(imageKey);
  return { ...row, name: itemName(productName, label), image };
}

/** Items by any condition on item (i) and product (p). */
export async function readItems(
  db: Db | Tx,
  buyer: Buyer,
  { from, orderBy }: { from: RawBuilder<unknown>; orderBy: RawBuilder<unknown> },
): Promise<OrderItem[]> {
  const { rows } = await sql<StoredItem>`
    select ${itemColumns(buyer)} from (${from}) w join product_items i on i.id = w.id join products p on p.id = i.product_id
    order by ${orderBy}`.execute(db);
  return rows.map(asOrderItem);
}

const mostFound = 8;
/** A search for a common word stops after so many matches, as it is repeated while somebody types. */
const mostGathered = 300;

/** Items that are sold: those whose code begins with the text first, then those with its words, by name. */
export async function findItems(db: Db, buyer: Buyer, search: string, most = mostFound): Promise<OrderItem[]> {
  const parsed = parseSearch(search);
  const code = search.trim().toLowerCase();
  if (code.length < 2 || isBlank(parsed)) return [];
  const byWords = conditions({ search });
  return readItems(db, buyer, {
    from: sql`select id from (
      (select i.id, 0 as rank, ${codeKey} as key from product_items i join products p on p.id = i.product_id
        where i.is_listed and ${codeKey} >= ${code} and ${codeKey} < ${`${code}\u{10FFFF}`} and ${isSold}
        order by ${codeKey}, i.id limit ${most})
      union all
      select id, 1, key from (
        select i.id, m.name_key as key from managed_products m join product_items i on i.product_id = m.product_id and i.is_listed
          join products p on p.id = i.product_id
        where ${sql.join(byWords, sql` and `)} and ${isSold} limit ${mostGathered}) g
      ) f group by id order by min(rank), min(key), id limit ${most}`,
    orderBy: sql`lower(coalesce(i.code, '')) not like ${`${code.replace(/[\\%_]/g, '\\$&')}%`}, p.name_key, p.id, i.position`,
  });
}

/** The expression of the index product_items_listed_code. */
export const codeKey = sql`(coalesce(lower(i.code), '') collate "C")`;

/** An item by its code as typed, whether it is still sold or not. */
export async function itemsByCode(db: Db, buyer: Buyer, codes: readonly string[]): Promise<Map<string, OrderItem>> {
  const items = await readItems(db, buyer, {
    from: sql`select id from product_items where lower(code) = any(${codes}::text[]) and archived_at is null`,
    orderBy: sql`i.id`,
  });
  return new Map(items.map((item) => [item.code.toLowerCase(), item]));
}
