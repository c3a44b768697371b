import { sql } from 'kysely';
import { type Day, dayOf } from '#lib/day.ts';
import { type Cents, cents } from '#lib/money.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { withSingleSpaces } from '../accounts/po-number.ts';
import { blanketPoSentences as sentences } from './sentences.ts';

/** What orders have used of the blanket PO `b`: what is paid or on account of them, without cancelled orders and refunds. */
export const usedOfBlanketPo = sql<Cents>`(
  select coalesce(sum(o.total_cents - o.amount_refunded_cents), 0)::bigint from trade_orders t join orders o on o.id = t.order_id
  where t.blanket_po_id = b.id and o.payment in ('paid', 'awaiting') and o.status <> 2)`;

interface OrderWithPo {
  siteId: string;
  poNumber: string;
  total: Cents;
  at: Date;
}

interface OpenBlanketPo {
  id: string;
  number: string;
  amount: Cents;
  validTo: Day | null;
}

/** The blanket PO of the site that an order's PO number names; undefined if it names none, or is empty. */
async function find(
  db: Db | Tx,
  { siteId, poNumber }: OrderWithPo,
  isLocked: boolean,
): Promise<OpenBlanketPo | undefined> {
  if (poNumber === '') return undefined;
  const { rows } = await sql<OpenBlanketPo>`
    select id, number, amount_cents as amount, valid_to as "validTo" from blanket_pos
    where site_id = ${siteId} and lower(number) = lower(${withSingleSpaces(poNumber)}) and ended_at is null ${isLocked ? sql`for update` : sql``}`.execute(
    db,
  );
  return rows[0];
}

async function faultOf(db: Db | Tx, named: OpenBlanketPo, { total, at }: OrderWithPo): Promise<string | undefined> {
  const { number, validTo } = named;
  return validTo !== null && validTo < dayOf(at) ? sentences.over(number, validTo) : amountFaultOf(db, named, total);
}

async function amountFaultOf(
  db: Db | Tx,
  { id, number, amount }: Omit<OpenBlanketPo, 'validTo'>,
  total: Cents,
): Promise<string | undefined> {
  const { rows } = await sql<{ used: Cents }>`
    select ${usedOfBlanketPo} as used from blanket_pos b where id = ${id}`.execute(db);
  const left = cents(amount - (rows[0]?.used ?? 0));
  return total > left ? sentences.tooLittle(number, { left, total }) : undefined;
}

/** Why an order cannot have its PO number now; undefined if it can. */
export async function blanketPoFault(db: Db | Tx, order: OrderWithPo): Promise<string | undefined> {
  const named = await find(db, order, false);
  return named && faultOf(db, named, order);
}

/**
 * Uses the blanket PO that an order's PO number names; does nothing for other numbers. Returns why it cannot be used instead; then the caller
 * must roll back. The blanket PO is locked, so that of two orders at the same moment the second sees the first.
 */
export async function takeBlanketPo(tx: Tx, order: OrderWithPo & { orderId: string }): Promise<string | undefined> {
  const named = await find(tx, order, true);
  if (!named) return undefined;
  const fault = await faultOf(tx, named, order);
  if (fault !== undefined) return fault;
  await tx.updateTable('trade_orders').set({ blanket_po_id: named.id }).where('order_id', '=', order.orderId).execute();
  return undefined;
}

/**
 * Why a cancelled order cannot use its blanket PO again; undefined if it can, or had none. The blanket PO is locked until the order uses it.
 * Its last day does not matter, as the order was placed before.
 */
export async function blanketPoFaultOfOrder(tx: Tx, orderId: string): Promise<string | undefined> {
  const { rows } = await sql<Omit<OpenBlanketPo, 'validTo'> & { total: Cents }>`
    select b.id, b.number, b.amount_cents as amount, o.total_cents as total
    from trade_orders t join orders o on o.id = t.order_id join blanket_pos b on b.id = t.blanket_po_id and b.ended_at is null
    where t.order_id = ${orderId} for update of b`.execute(tx);
  const [used] = rows;
  return used && amountFaultOf(tx, used, used.total);
}
