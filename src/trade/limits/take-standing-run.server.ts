import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';

/** A day of a standing order that is being ordered. */
export interface TakenRun {
  id: string;
  /** The member who confirms it; null if it is ordered by itself. */
  memberId: string | null;
  /** What the order leaves out, and why. */
  leftOut: string;
}

/**
 * Uses a day of a standing order for its order; false if it has been ordered, skipped or missed. The condition is in the update, so that of
 * two who confirm or skip it at the same moment one counts.
 */
export async function takeStandingRun(
  tx: Tx,
  { id, memberId, leftOut }: TakenRun,
  { orderId, at }: { orderId: string; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update standing_order_runs set state = 'ordered', order_id = ${orderId}, member_id = ${memberId}, reason = ${leftOut}, decided_at = ${at}
    where id = ${id} and state = 'open'`.execute(tx);
  return numAffectedRows === 1n;
}
