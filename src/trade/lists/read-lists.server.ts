import { sql } from 'kysely';
import { notFound } from '#lib/api/problem.ts';
import type { Db } from '#platform/db/db.server.ts';
import type { ListFile } from '#platform/list/list-export.server.ts';
import type { ListItem, OrderList } from './contract.ts';
import { asOrderItems, type Buyer, itemColumns, type StoredItem } from './order-items.server.ts';
import { lastOrders } from './ordered-items.server.ts';
import { listSentences as sentences } from './sentences.ts';

/** The lists of a site that are not archived, in their order. */
export async function readLists(db: Db, buyer: Buyer): Promise<OrderList[]> {
  const { rows: lists } = await sql<Omit<OrderList, 'items'>>`
    select id, name, version from order_lists where site_id = ${buyer.site.id} and archived_at is null
    order by position, id`.execute(db);
  if (lists.length === 0) return [];
  const last = await lastOrders(db, buyer.site.id);
  const { rows } = await sql<StoredItem & { listId: string; par: number | null; multiple: number; note: string }>`
    select l.list_id as "listId", l.par, l.multiple, l.note, ${itemColumns} from order_list_items l
    join product_items i on i.id = l.item_id join products p on p.id = i.product_id
    where l.list_id = any(${lists.map(({ id }) => id)}::uuid[]) order by l.position, i.id`.execute(db);
  const items = await asOrderItems(db, buyer, rows);
  return lists.map((list) => ({
    ...list,
    items: items
      .filter(({ listId }) => listId === list.id)
      .map(({ listId: _, ...item }) => ({ ...item, last: last.get(item.itemId) ?? null })),
  }));
}

/** One list of a site. Throws 404, also for a list of another site. */
export async function readList(db: Db, buyer: Buyer, listId: string): Promise<OrderList> {
  const list = (await readLists(db, buyer)).find(({ id }) => id === listId);
  if (!list) throw notFound(sentences.notFound);
  return list;
}

type Columns = ListFile<ListItem>['columns'];

/** The columns of a list as a file; its codes, par levels, cartons and notes can be uploaded again. */
export const listColumns: Columns = [
  { header: 'Code', kind: 'text', width: 16, of: ({ code }) => code },
  { header: 'Item', kind: 'text', width: 48, of: ({ name }) => name },
  { header: 'Par level', kind: 'number', width: 10, of: ({ par }) => par },
  { header: 'Units in a carton', kind: 'number', width: 16, of: ({ multiple }) => multiple },
  { header: 'Note', kind: 'text', width: 32, of: ({ note }) => note },
  { header: 'Last ordered', kind: 'text', width: 14, of: ({ last }) => last?.day ?? null },
  { header: 'Last order', kind: 'number', width: 12, of: ({ last }) => last?.quantity ?? null },
  { header: 'Sold', kind: 'text', width: 8, of: ({ isSold }) => (isSold ? 'Yes' : 'No') },
];
