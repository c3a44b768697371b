import { type Kysely, sql } from 'kysely';

/** The request that each mail belongs to, and what the system noticed last: a mail sent, an update available. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- requestId and traceparent, for the log
    alter table unsent_mails add column trace jsonb;

    create table system_events (
      name text primary key,
      at timestamptz not null,
      details jsonb
    );`.execute(db);
}
