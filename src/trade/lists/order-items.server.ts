import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { picturePath } from '#lib/picture-path.ts';
import { itemName } from '#lib/text/item-name.ts';
import { isBlank, parseSearch } from '#lib/text/search-words.ts';
import { conditions } from '#stock/stock-list-conditions.server.ts';
import type { Day } from '#lib/day.ts';
import { listsOf, multipleOf } from '../prices/item-price.ts';
import { readItemTerms } from '../prices/read-item-terms.server.ts';
import type { SiteAccess } from '../accounts/site-access.server.ts';
import type { OrderItem } from './contract.ts';

/** Who orders, and the day whose price lists decide the cartons. */
export type Buyer = Pick<SiteAccess, 'site' | 'account'> & { day: Day };

/** An item as `itemColumns` reads it. */
export type StoredItem = Omit<OrderItem, 'name' | 'image' | 'carton'> & {
  productName: string;
  label: string;
  imageKey: string | null;
};

/** Whether an item (i) of a product (p) can be put into a cart. */
export const isSold = sql<boolean>`(p.is_shown and i.archived_at is null and i.price_cents is not null)`;

/** The columns of `StoredItem`, for an item (i) and its product (p). */
export const itemColumns = sql`
  i.id as "itemId", p.id as "productId", case when p.has_variations then i.id end as "variationItemId", p.name as "productName", i.label,
  coalesce(i.code, '') as code, p.url, ${isSold} as "isSold",
  (not p.allow_sale_without_stock and i.on_hand < 1) as "isOutOfStock",
  (select m.file_key from product_images m where m.product_id = p.id order by m.is_primary desc, m.position, m.id limit 1) as "imageKey"`;

/** Items as they are sent, with the cartons of the site's price lists; columns beside those of `StoredItem` stay. */
export async function asOrderItems<Row extends StoredItem>(db: Db | Tx, buyer: Buyer, rows: readonly Row[]) {
  const { day } = buyer;
  const ids = rows.map(({ itemId }) => itemId);
  const terms = await readItemTerms(db, ids, { lists: listsOf(buyer), day });
  return rows.map(({ productName, label, imageKey, ...row }) => {
    const sold = terms.get(row.itemId);
    const image = imageKey === null ? '' : picturePath(imageKey);
    return { ...row, name: itemName(productName, label), image, carton: sold ? multipleOf(sold, day) : 1 };
  });
}

/** Items by any condition on item (i) and product (p). */
export async function readItems(
  db: Db | Tx,
  buyer: Buyer,
  { from, orderBy }: { from: RawBuilder<unknown>; orderBy: RawBuilder<unknown> },
): Promise<OrderItem[]> {
  const { rows } = await sql<StoredItem>`
    select ${itemColumns} from (${from}) w join product_items i on i.id = w.id join products p on p.id = i.product_id
    order by ${orderBy}`.execute(db);
  return asOrderItems(db, buyer, rows);
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

/**
 * An item by its code as typed, whether it is still sold or not. Of products that the shop does not show, only those that the site has on
 * a list or has ordered before.
 */
export async function itemsByCode(db: Db, buyer: Buyer, codes: readonly string[]): Promise<Map<string, OrderItem>> {
  const items = await readItems(db, buyer, {
    from: sql`
      select i.id from product_items i join products p on p.id = i.product_id
      where lower(i.code) = any(${codes}::text[]) and i.archived_at is null and (p.is_shown
        or exists (select from order_list_items l join order_lists o on o.id = l.list_id where l.item_id = i.id and o.site_id = ${buyer.site.id})
        or exists (select from order_items l join trade_orders t on t.order_id = l.order_id where l.item_id = i.id and t.site_id = ${buyer.site.id}))`,
    orderBy: sql`i.id`,
  });
  return new Map(items.map((item) => [item.code.toLowerCase(), item]));
}
