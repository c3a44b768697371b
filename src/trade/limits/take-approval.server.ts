import { sql } from 'kysely';
import { newId } from '#lib/uuid.ts';
import type { Tx } from '#platform/db/db.server.ts';

/** An approval as its approver has seen it. */
export interface TakenApproval {
  id: string;
  hash: string;
  /** The member who approves. */
  approverId: string;
}

/**
 * Uses an approval for its order; false if it has been decided already, is no longer what the approver has seen, or is their own. The
 * conditions are in the update, so of two approvers at the same moment one makes the order.
 */
export async function takeApproval(
  tx: Tx,
  { id, hash, approverId }: TakenApproval,
  { orderId, at }: { orderId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with taken as (
      update approvals set state = 'approved', order_id = ${orderId}, decided_at = ${at}
      where id = ${id} and state = 'open' and hash = ${hash} and member_id <> ${approverId} returning id
    )
    insert into approval_events (id, approval_id, kind, member_id, at)
    select ${newId(at.getTime())}::uuid, id, 'approved', ${approverId}::uuid, ${at}::timestamptz from taken returning 1`.execute(
    tx,
  );
  return rows.length === 1;
}
