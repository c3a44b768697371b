import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';
import { type Order, type RowsWithTotal, tablePage } from '#platform/list/table-page.server.ts';
import { addDays, dayOf } from '#lib/day.ts';
import { notFound } from '#lib/api/problem.ts';
import { type listPurchaseOrders, type PurchaseOrder, type PurchaseRow, sentences, type State } from './contract.ts';

type PurchaseOrdersQuery = z.output<(typeof listPurchaseOrders)['shapes']['query']>;

const order: Order<'createdDate'> = { columns: { createdDate: sql`created_at` }, usual: '-createdDate', key: sql`id` };

const rowsOf = (db: Db | Tx) =>
  db
    .selectFrom('purchase_orders')
    .select(['id', 'number', 'supplier_id as supplierId', 'supplier_name as supplier', 'state', 'note', 'version'])
    .select(['created_at as createdAt', 'closed_reason as closedReason']);

type StoredOrder = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

/** The purchase orders of one page, or all of them, newest first. */
export async function readPurchaseOrders(db: Db, query: PurchaseOrdersQuery): Promise<RowsWithTotal<PurchaseRow>> {
  let statement = rowsOf(db);
  const words = searchCondition(sql`search_words(number || ' ' || supplier_name)`, query.search);
  if (words) statement = statement.where(words);
  if (query.state) statement = statement.where('state', '=', query.state);
  if (query.supplier) statement = statement.where('supplier_id', '=', query.supplier);
  const { rows, total } = await tablePage(db, statement, { asked: query, order });
  return { rows: await withTotals(db, rows), total };
}

async function withTotals(
  db: Db | Tx,
  rows: StoredOrder[],
): Promise<(PurchaseRow & { note: string; closedReason: string | null })[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const sums = await db
    .selectFrom('purchase_order_lines')
    .select([
      'purchase_order_id as id',
      sql<number>`sum(quantity)::int`.as('units'),
      sql<number>`sum(received_quantity)::int`.as('received'),
      sql<PurchaseRow['total']>`sum(quantity * purchase_price_cents)::bigint`.as('total'),
    ])
    .where('purchase_order_id', 'in', ids)
    .groupBy('purchase_order_id')
    .execute();
  const known = new Map(sums.map((sum) => [sum.id, sum]));
  return rows.flatMap(({ createdAt, state, ...row }) => {
    const sum = known.get(row.id);
    return sum ? [{ ...row, ...sum, state: state as State, createdDate: createdAt.toISOString() }] : []; // the column has no other values
  });
}

/** One purchase order with all details. Throws `Problem` 404. */
export async function readPurchaseOrder(db: Db | Tx, id: string): Promise<PurchaseOrder> {
  const [row] = await withTotals(db, await rowsOf(db).where('id', '=', id).execute());
  if (!row) throw notFound(sentences.notFound);
  const [lines, receipts] = await Promise.all([
    db
      .selectFrom('purchase_order_lines')
      .select(['id', 'item_id as itemId', 'product_name as name', 'label as variation', 'code', 'quantity'])
      .select(['received_quantity as received', 'purchase_price_cents as purchasePrice'])
      .where('purchase_order_id', '=', id)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('purchase_receipts as r')
      .leftJoin('users as u', 'u.id', 'r.received_by')
      .select(['r.id', 'r.received_at as at', 'r.over_reason as overReason'])
      .select([sql<string>`coalesce(u.first_name || ' ' || u.last_name, '')`.as('by')])
      .select(sql<number>`(select sum((l ->> 'quantity')::int)::int from jsonb_array_elements(r.lines) l)`.as('units'))
      .where('r.purchase_order_id', '=', id)
      .orderBy('r.received_at')
      .orderBy('r.id')
      .execute(),
  ]);
  return {
    ...row,
    expectedDate: row.state === 'open' ? await expectedDateOf(db, row) : null,
    supplierContact: await readContact(db, row.supplierId),
    mails: await readMails(db, id),
    lines,
    receipts: receipts.map(({ at, ...receipt }) => ({ ...receipt, at: at.toISOString() })),
  };
}

/** The day on which delivery is expected; null if the supplier's lead time is not known. */
async function expectedDateOf(db: Db | Tx, { supplierId, createdDate }: PurchaseRow): Promise<string | null> {
  if (supplierId === null) return null;
  const terms = await db
    .selectFrom('reorder_terms')
    .select('lead_days as days')
    .where('supplier_id', '=', supplierId)
    .executeTakeFirst();
  return terms ? addDays(dayOf(new Date(createdDate)), terms.days) : null;
}

/** The current contact of a supplier; null if there is no such supplier. */
async function readContact(db: Db | Tx, supplierId: string | null) {
  if (supplierId === null) return null;
  const row = await db
    .selectFrom('suppliers')
    .select(['contact_name as contactName', 'email', 'phone', 'abn', 'payment_terms as paymentTerms'])
    .where('id', '=', supplierId)
    .executeTakeFirst();
  return row ?? null;
}

/** The mails of an order to its supplier, oldest first. */
async function readMails(db: Db | Tx, purchaseOrderId: string) {
  const rows = await db
    .selectFrom('purchase_order_mails')
    .select(['id', 'email', 'asked_at', 'asked_by', 'sent_at'])
    .where('purchase_order_id', '=', purchaseOrderId)
    .orderBy('asked_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, email, asked_at, asked_by, sent_at }) => ({
    id,
    email,
    askedAt: asked_at.toISOString(),
    askedBy: asked_by,
    sentAt: sent_at?.toISOString() ?? null,
  }));
}
