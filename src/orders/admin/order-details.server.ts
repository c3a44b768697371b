import { isoInstant } from '#platform/db/iso-instant.server.ts';
import { sql } from 'kysely';
import type { Actor } from '#platform/access/actor.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { unitsOut } from '../stored/order-lines.server.ts';
import { readOrder } from '../stored/read-orders.server.ts';
import { type ManagedOrder, sentences } from './contract.ts';

type RelatedDetails = Pick<
  ManagedOrder,
  'userId' | 'userName' | 'matchingAccount' | 'userOrders' | 'invoicedAt' | 'notes' | 'mails'
> & {
  lines: { id: string; productId: string; returnedQuantity: number; unitsOut: number }[];
};

/** A paid order with everything that its back-office page shows; throws 404 if the order does not exist. */
export async function orderDetails(
  { db, env }: { db: Db; env: Env },
  actor: Actor,
  orderId: string,
): Promise<ManagedOrder> {
  const [order, related] = await Promise.all([
    readOrder(db, orderId, { env, reader: { actor, key: undefined } }).catch(rethrowAsGone),
    readRelatedDetails(db, orderId),
  ]);
  const { lines, ...rest } = related;
  const lineById = new Map(lines.map(({ id, ...line }) => [id, line]));
  return {
    ...order,
    ...rest,
    orderItems: order.orderItems.map((item) => {
      const line = lineById.get(item.orderItemId);
      if (!line) throw new Error(`The order ${orderId} has lost its item ${item.orderItemId} between two queries.`);
      return { ...item, ...line };
    }),
  };
}

function rethrowAsGone(error: unknown): never {
  throw error instanceof Problem && error.status === 404 ? new Problem(404, sentences.gone) : error;
}

async function readRelatedDetails(db: Db, orderId: string): Promise<RelatedDetails> {
  const { rows } = await sql<RelatedDetails>`
    select o.user_id as "userId",
      (select u.first_name || ' ' || u.last_name from users u where u.id = o.user_id) as "userName",
      (select json_build_object('name', u.first_name || ' ' || u.last_name, 'email', u.email) from users u
        where o.user_id is null and lower(u.email) = lower(o.email) and u.archived_at is null) as "matchingAccount",
      ${isoInstant('t.issued_at')} as "invoicedAt",
      case when o.user_id is null then 0 else (select count(*)::int from (
        select from orders other where other.user_id = o.user_id and other.payment = 'paid' limit 1000) known) end as "userOrders",
      (select json_agg(json_build_object('id', i.id, 'productId', i.product_id, 'returnedQuantity', i.returned_quantity,
        'unitsOut', ${unitsOut}))
        from order_items i where i.order_id = o.id) as lines,
      (select coalesce(json_agg(json_build_object('id', n.id, 'text', n.text, 'authorId', n.author_id,
        'authorName', n.author_name, 'createdAt', ${isoInstant('n.created_at')}, 'editedAt', ${isoInstant('n.edited_at')},
        'version', n.version) order by n.created_at, n.id), '[]') from order_notes n where n.order_id = o.id) as notes,
      (select coalesce(json_agg(json_build_object('id', m.id, 'kind', m.kind, 'askedAt', ${isoInstant('m.asked_at')},
        'askedBy', m.asked_by, 'sentAt', ${isoInstant('m.sent_at')}) order by m.asked_at, m.id), '[]')
        from order_mails m where m.order_id = o.id) as mails
    from orders o left join tax_invoices t on t.order_id = o.id
    where o.id = ${orderId} and o.payment = 'paid'`.execute(db);
  const row = rows[0];
  if (!row) throw new Problem(404, sentences.gone);
  return row;
}
