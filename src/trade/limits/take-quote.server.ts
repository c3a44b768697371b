import { sql } from 'kysely';
import { dayOf } from '#lib/day.ts';
import { newId } from '#lib/uuid.ts';
import type { Tx } from '#platform/db/db.server.ts';

/** A quote that is being accepted. */
export interface TakenQuote {
  id: string;
  /** Who accepts it: a person of the account, or somebody of the company on behalf of it. */
  by: { memberId: string } | { staffId: string };
  /** What staff note about an order on behalf. */
  text?: string;
  poNumber: string;
  /** Whether budgets and limits do not hold it up, because an approver accepts what somebody else has asked for. */
  isApproved: boolean;
}

/**
 * Uses a quote for its order; false if it has been answered, replaced, or is past its last day. The conditions are in the update, so that
 * of two who accept, decline or revise it at the same moment one counts.
 */
export async function takeQuote(
  tx: Tx,
  { id, by, text = '', poNumber }: TakenQuote,
  { orderId, at }: { orderId: string; at: Date },
): Promise<boolean> {
  const [memberId, staffId] = 'memberId' in by ? [by.memberId, null] : [null, by.staffId];
  const { rows } = await sql`
    with taken as (
      update quotes set state = 'ordered', order_id = ${orderId}, po_number = ${poNumber}, decided_at = ${at}, version = version + 1
      where id = ${id} and state = 'sent' and valid_until >= ${dayOf(at)} returning id
    )
    insert into quote_messages (id, quote_id, kind, member_id, staff_id, text, at)
    select ${newId(at.getTime())}::uuid, id, 'ordered', ${memberId}::uuid, ${staffId}::uuid, ${text}, ${at}::timestamptz from taken
    returning 1`.execute(tx);
  return rows.length === 1;
}
