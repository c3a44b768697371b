import { sql } from 'kysely';
import type { Day } from '#lib/day.ts';
import { notFound } from '#lib/api/problem.ts';
import type { Db } from '#platform/db/db.server.ts';
import { allOf } from '#catalogue/products/listings/search-terms.server.ts';
import { conditions } from '#stock/stock-list-conditions.server.ts';
import { readItems } from './quote-lines.server.ts';
import { figuresOf } from './read-quotes.server.ts';
import { sentences } from './shapes.ts';

const mostFound = 20;

/** Items that the shop sells, by name or code, at the prices of the quote's site; the one whose code it is comes first. Throws 404. */
export async function findQuoteItems(db: Db, { id, search, day }: { id: string; search: string; day: Day }) {
  const lists = await db
    .selectFrom('quotes as q')
    .innerJoin('trade_sites as s', 's.id', 'q.site_id')
    .innerJoin('trade_accounts as a', 'a.id', 'q.account_id')
    .select(['s.price_list_id as site', 'a.price_list_id as account'])
    .where('q.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound(sentences.notFound));
  const words = conditions({ search });
  if (words.length === 0) return [];
  const exact = search.trim().toLowerCase();
  const { rows } = await sql<{ id: string }>`
    with found as materialized (
      (select id from product_items where lower(code) = ${exact} and archived_at is null and is_listed)
      union (select i.id from managed_products m join product_items i on i.product_id = m.product_id and i.is_listed
        where ${allOf(words)} limit ${sql.lit(mostFound)}))
    select i.id from found join product_items i on i.id = found.id join products p on p.id = i.product_id
    order by lower(coalesce(i.code, '')) = ${exact} desc, p.name_key, p.id, i.position, i.id limit ${sql.lit(mostFound)}`.execute(
    db,
  );
  const items = await readItems(
    db,
    rows.map((row) => ({ itemId: row.id, quantity: 1 })),
    { lists, day },
  );
  return rows.flatMap((row) => {
    const item = items.get(row.id);
    if (!item) return [];
    const { itemId, name, code, listPrice } = item;
    return [{ itemId, name, code, price: listPrice, ...figuresOf({ ...item, price: listPrice }) }];
  });
}
