import { type Kysely, sql } from 'kysely';

/**
 * How far the site's set-up is. A shop that has taken an order is open, so its back office does not list what is missing before the
 * opening. Expands only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table setup (
      id smallint primary key default 1 check (id = 1),
      -- the token of the link is worked out from it and the session secret
      link_id uuid not null,
      -- what has been typed so far, as JSON; a text, because it may hold what jsonb cannot
      draft text,
      finished_at timestamptz
    )`.execute(db);
  await sql`
    insert into system_events (name, at) select 'opened', now() where exists (select from orders where payment = 'paid')`.execute(
    db,
  );
}
