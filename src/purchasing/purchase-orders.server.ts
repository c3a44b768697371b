import { sql } from 'kysely';
import type { z } from 'zod';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';
import { type Order, type RowsWithTotal, tablePage } from '#platform/list/table-page.server.ts';
import { addDays, dayOf } from '#lib/day.ts';
import type { Cents } from '#lib/money.ts';
import { badInput, conflict, notFound, requireVersion } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import {
  type listPurchaseOrders,
  type PurchaseInput,
  type PurchaseOrder,
  type PurchaseRow,
  sentences,
  type State,
} from './contract.ts';

export type PurchasingDeps = Pick<Deps, 'db' | 'clock'>;

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

/** Takes the next number, without gaps: the counter stays locked until the transaction ends. */
async function nextNumber(tx: Tx): Promise<string> {
  const { rows } = await sql<{ value: number }>`
    update counters set value = value + 1 where name = 'purchase' returning value`.execute(tx);
  return `PO-${rows[0]?.value}`;
}

/** Creates an order of a supplier's items. Throws `Problem` 404 or 400 if the supplier or an item no longer exists. */
export function createPurchaseOrder(
  { db, clock }: PurchasingDeps,
  { supplierId, note = '', lines }: PurchaseInput,
  { actor, requestId }: ActionContext,
): Promise<PurchaseOrder> {
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const id = newId(at.getTime());
    const supplier = await tx.selectFrom('suppliers').select('name').where('id', '=', supplierId).executeTakeFirst();
    if (!supplier) throw notFound(sentences.supplierGone);
    const number = await nextNumber(tx);
    const head = { id, number, supplier_id: supplierId, supplier_name: supplier.name, note };
    await tx
      .insertInto('purchase_orders')
      .values({ ...head, created_by: actor.id, created_at: at })
      .execute();
    await addLines(tx, { orderId: id, supplierId, lines, at });
    const after = { name: number, supplier: supplier.name, lines: lines.length };
    await audit(tx, { actor, action: 'create', entity: 'purchase-order', entityId: id, after, at, requestId });
    return readPurchaseOrder(tx, id);
  });
}

interface NewLines {
  orderId: string;
  supplierId: string;
  /** `place` is the line's index in the request, which its fault refers to. */
  lines: readonly { itemId: string; quantity: number; purchasePrice: Cents; place?: number }[];
  at: Date;
}

/**
 * Adds lines after the existing ones, with the current names of their items. Throws `Problem` 400 for items that no
 * longer exist.
 */
export async function addLines(tx: Tx, { orderId, supplierId, lines, at }: NewLines): Promise<void> {
  const items = await itemsOf(tx, supplierId, lines);
  const { first } = await tx
    .selectFrom('purchase_order_lines')
    .select(sql<number>`coalesce(max(position) + 1, 0)`.as('first'))
    .where('purchase_order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const rows = items.map(({ itemId, quantity, purchasePrice, product_name, label, code }, place) => ({
    id: newId(at.getTime()),
    purchase_order_id: orderId,
    position: first + place,
    item_id: itemId,
    quantity,
    purchase_price_cents: purchasePrice,
    product_name,
    label,
    code,
  }));
  await tx.insertInto('purchase_order_lines').values(rows).execute();
}

/** The lines with their items. Throws 400 for archived items and items of other suppliers. */
async function itemsOf(tx: Tx, supplierId: string, lines: NewLines['lines']) {
  const ids = lines.map(({ itemId }) => itemId);
  const rows = await tx
    .selectFrom('product_items as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .select(['i.id', 'p.name as product_name', 'i.label', sql<string>`coalesce(i.code, '')`.as('code')])
    .where('i.id', 'in', ids)
    .where('p.supplier_id', '=', supplierId)
    .where('i.archived_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .execute();
  const known = new Map(rows.map(({ id, ...item }) => [id, item]));
  const faults = lines.flatMap(({ itemId, place }, i) =>
    known.has(itemId) ? [] : [{ path: `lines.${place ?? i}.itemId`, message: sentences.itemGone }],
  );
  if (faults.length > 0) throw badInput(...faults);
  return lines.flatMap((line) => {
    const item = known.get(line.itemId);
    return item ? [{ ...line, ...item }] : [];
  });
}

/** Locks an order, so that it can't be received, changed or cancelled meanwhile. */
export async function lockPurchaseOrder(
  tx: Tx,
  id: string,
): Promise<{ number: string; state: State; version: number }> {
  const row = await tx
    .selectFrom('purchase_orders')
    .select(['number', 'state', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound(sentences.notFound));
  return { ...row, state: row.state as State }; // the column has no other values
}

/**
 * Cancels an open order, or closes it short: received goods stay in stock, outstanding goods are no longer expected. 409
 * if the order is not open, `version` is outdated, or nothing has been received of an order that is to be closed.
 */
export function endPurchaseOrder(
  { db, clock }: PurchasingDeps,
  finalState: 'cancelled' | 'closed',
  { id, version, reason = null }: { id: string; version?: number | undefined; reason?: string | null },
  context: ActionContext,
): Promise<PurchaseOrder> {
  return inTransaction(db, async (tx) => {
    const { number, state, version: storedVersion } = await lockPurchaseOrder(tx, id);
    requireVersion(version, storedVersion);
    if (state !== 'open') throw conflict(sentences.notOpen);
    if (finalState === 'closed' && (await readPurchaseOrder(tx, id)).received === 0)
      throw conflict(sentences.nothingReceivedYet);
    await tx
      .updateTable('purchase_orders')
      .set({ state: finalState, closed_reason: reason, version: storedVersion + 1 })
      .where('id', '=', id)
      .execute();
    const after = { name: number, state: finalState, ...(reason && { reason }) };
    const change = { action: finalState === 'closed' ? 'close' : 'cancel', before: { name: number, state }, after };
    await audit(tx, { ...context, entity: 'purchase-order', entityId: id, ...change, at: clock.now() });
    return readPurchaseOrder(tx, id);
  });
}
