import { CompiledQuery } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Day } from '#lib/day.ts';
import { chainOf, type ItemTerms, type ListsOfSite, type ListTerms, type OwnPrice } from './item-price.ts';

/** An item that can be sold, with what decides its price. */
export interface PricedItem extends ItemTerms {
  itemId: string;
  productId: string;
  /** Whether the item is one of several, which a cart names by their own id. */
  isVariation: boolean;
}

type Row = Omit<PricedItem, 'chain'> & { prices: OwnPrice[] | null; multiples: ItemTerms['multiples'] | null };

/**
 * One statement for any number of items and lists, by primary keys: the lists with their parents, then the rows of each item in these
 * lists. `union` without `all` ends at a list that was found before. The limit tells the planner to expect few rows, as in
 * `read-cart-lines.server.ts`.
 */
const statement = (items: string): string => `
  with recursive chain as (
    select l.id, l.parent_id, l.adjust_percent, l.valid_from, l.valid_to, l.archived_at from price_lists l where l.id = any($1::uuid[])
    union
    select l.id, l.parent_id, l.adjust_percent, l.valid_from, l.valid_to, l.archived_at from chain c join price_lists l on l.id = c.parent_id)
  select
    (select json_agg(json_build_object('id', id, 'parentId', parent_id, 'adjustBasisPoints', (adjust_percent * 100)::int,
      'validFrom', valid_from, 'validTo', valid_to, 'isArchived', archived_at is not null)) from chain) as lists,
    (select json_agg(json_build_object('itemId', i.id, 'productId', i.product_id, 'isVariation', p.has_variations, 'base', i.price_cents,
        'prices', (
          select json_agg(json_build_object('listId', l.price_list_id, 'minQuantity', l.min_quantity, 'validFrom', l.valid_from,
            'validTo', l.valid_to, 'cents', l.cents))
          from list_prices l where l.price_list_id = any(array(select id from chain)) and l.item_id = i.id
            and (l.valid_to is null or l.valid_to >= $3)),
        'multiples', (
          select json_agg(json_build_object('listId', m.price_list_id, 'units', m.units))
          from order_multiples m where m.price_list_id = any(array(select id from chain)) and m.item_id = i.id)))
      from (select * from unnest($2::uuid[]) limit $4) as w(id) ${items}
      where p.is_shown and i.archived_at is null and i.price_cents is not null) as items`;

const byItem = statement('join product_items i on i.id = w.id join products p on p.id = i.product_id');
const byProduct = statement('join products p on p.id = w.id join product_items i on i.product_id = p.id');

interface Asked {
  lists: ListsOfSite;
  /** Rows that end before this day are left out. */
  day: Day;
}

/** What decides the prices of items for a site, by the item's id. Items that the shop does not sell are left out. */
export async function readItemTerms(
  db: Db | Tx,
  itemIds: readonly string[],
  asked: Asked,
): Promise<Map<string, PricedItem>> {
  const items = itemIds.length === 0 ? [] : await read(db, byItem, itemIds, asked);
  return new Map(items.map((item) => [item.itemId, item]));
}

/** The same for all items of products. */
export const readTermsOfProducts = (db: Db | Tx, productIds: readonly string[], asked: Asked): Promise<PricedItem[]> =>
  read(db, byProduct, productIds, asked);

async function read(db: Db | Tx, text: string, ids: readonly string[], { lists, day }: Asked): Promise<PricedItem[]> {
  const named = [lists.site, lists.account].filter((id) => id !== null);
  const query = CompiledQuery.raw(text, [named, [...new Set(ids)], day, ids.length]);
  const { rows } = await db.executeQuery(query);
  const [found] = rows as { lists: ListTerms[] | null; items: Row[] | null }[]; // the statement's columns have these names
  const chain = chainOf(found?.lists ?? [], lists);
  return (found?.items ?? []).map((row) => ({
    ...row,
    chain,
    prices: row.prices ?? [],
    multiples: row.multiples ?? [],
  }));
}
