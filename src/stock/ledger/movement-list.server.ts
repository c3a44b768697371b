import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import type { ListFile } from '#platform/list/list-export.server.ts';
import { type TableQuery, type RowsWithTotal, limitAndOffset } from '#platform/list/table-page.server.ts';
import { dayOf, endOf, startOf } from '#lib/day.ts';
import { cents } from '#lib/money.ts';
import { mostRows } from '#lib/table-limits.ts';
import { directionName, type LedgerFilter, type Movement } from './movement-list-contract.ts';
import { readStockRow } from './stock-row.server.ts';

/*
 * The stock after a movement is the current stock less all newer movements. So to show a page, only the movements since its
 * oldest row are summed up, by an index-only scan, however many older movements there are.
 */

interface StoredMovement extends Omit<Movement, 'at' | 'purchasePrice'> {
  at: Date;
  purchasePrice: number | null;
}

type Sql = RawBuilder<unknown>;

const newestFirst = sql`order by m.created_at desc, m.id desc`;
const signed = sql`case m.direction when 0 then m.quantity else -m.quantity end`;

function filterConditions(itemId: string, { direction, startDate, endDate }: LedgerFilter): Sql {
  const parts = [
    sql`m.item_id = ${itemId}`,
    direction !== undefined && sql`m.direction = ${direction}`,
    startDate && sql`m.created_at >= ${startOf(startDate)}`,
    endDate && sql`m.created_at < ${endOf(endDate)}`,
  ].filter((part) => typeof part === 'object');
  return sql.join(parts, sql` and `);
}

/** Movements with the stock on hand after each. `sums` is a statement like `sumsOfNewer`. */
const selectMovements = (itemId: string, sums: Sql) => sql<StoredMovement>`
  select m.id, m.created_at as at, m.direction, m.quantity, (i.on_hand - coalesce(w.newer, 0))::int as "onHandAfter",
    coalesce(m.reason, '') as reason, m.purchase_price_cents as "purchasePrice",
    coalesce(u.first_name || ' ' || u.last_name, '') as by, m.order_id as "orderId", coalesce(o.number, '') as "orderNumber"
  from (${sums}) w join stock_movements m on m.id = w.id join product_items i on i.id = ${itemId}
  left join users u on u.id = m.created_by left join orders o on o.id = m.order_id ${newestFirst}`;

/** The sum `newer` of all later movements, for each movement that meets `first`, a condition on its time and id. */
const sumsOfNewer = (itemId: string, first: Sql): Sql => sql`
  select m.id, sum(${signed}) over (${newestFirst} rows between unbounded preceding and 1 preceding) as newer
  from stock_movements m where m.item_id = ${itemId} and ${first}`;

/** A page of an item's movements, the newest first, with the stock on hand after each. Throws `Problem` 404. */
export async function readMovements(
  db: Db,
  itemId: string,
  { page, pageSize, ...filter }: TableQuery & LedgerFilter,
): Promise<RowsWithTotal<Movement>> {
  await readStockRow(db, itemId);
  const { limit, offset } = limitAndOffset({ page, pageSize });
  const where = filterConditions(itemId, filter);
  const counting = sql<{ total: number }>`
    select count(*)::int as total from (select from stock_movements m where ${where} limit ${mostRows + 1}) m`;
  const total = (await counting.execute(db)).rows[0]?.total ?? 0;
  if (offset >= Math.min(total, mostRows)) return { rows: [], total };
  const sinceLastShown = sql`(m.created_at, m.id) >= (
    select created_at, id from shown order by created_at, id limit 1)`;
  const { rows } = await sql<StoredMovement>`
    with shown as materialized (
      select m.created_at, m.id from stock_movements m where ${where} ${newestFirst} limit ${limit} offset ${offset})
    select * from (${selectMovements(itemId, sql`select s.* from (${sumsOfNewer(itemId, sinceLastShown)}) s join shown using (id)`)}) m
    order by at desc, id desc`.execute(db);
  return { rows: rows.map(asMovement), total };
}

const asMovement = ({ at, purchasePrice, ...rest }: StoredMovement): Movement => ({
  ...rest,
  at: at.toISOString(),
  purchasePrice: purchasePrice === null ? null : cents(purchasePrice),
});

/** An item's movements as a file, the newest first. Throws `Problem` 404. */
export async function movementsFile(db: Db, itemId: string, filter: LedgerFilter): Promise<ListFile<StoredMovement>> {
  const { productName, variation, productCode } = await readStockRow(db, itemId);
  const statement = selectMovements(
    itemId,
    sql`select s.* from (${sumsOfNewer(itemId, sql`true`)}) s join stock_movements m on m.id = s.id where ${filterConditions(itemId, filter)}`,
  );
  const item = [productName, variation].filter(Boolean).join(', ');
  return {
    name: 'Stock movements',
    query: { compile: () => statement.compile(db) },
    columns: [
      { header: 'Date', kind: 'date', of: ({ at }) => dayOf(at) },
      { header: 'Item', kind: 'text', width: 32, of: () => item },
      { header: 'Product Code', kind: 'text', of: () => productCode },
      { header: 'Direction', kind: 'text', of: ({ direction }) => directionName(direction) },
      { header: 'Quantity', kind: 'number', of: ({ direction, quantity }) => (direction === 0 ? quantity : -quantity) },
      { header: 'On hand after', kind: 'number', of: ({ onHandAfter }) => onHandAfter },
      { header: 'Reason', kind: 'text', width: 32, of: ({ reason }) => reason },
      { header: 'Purchase price', kind: 'money', of: ({ purchasePrice }) => purchasePrice },
      { header: 'By', kind: 'text', of: ({ by }) => by },
      { header: 'Order', kind: 'text', of: ({ orderNumber }) => orderNumber },
    ],
  };
}
