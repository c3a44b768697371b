import { type Kysely, sql } from 'kysely';

/**
 * Requests for approval keep only what rules said of them, as budgets and limits are read with them; why they were made goes into their
 * history.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update approval_events e set note = array_to_string(a.reasons, ' ') from approvals a
    where e.approval_id = a.id and e.kind = 'requested' and e.note = '';
    update approvals set reasons = array(
      select reason from unnest(reasons) with ordinality r(reason, place) where reason not like 'The order is above %' order by place)
    where exists (select from unnest(reasons) reason where reason like 'The order is above %');
  `.execute(db);
}
