import { type Kysely, sql } from 'kysely';

/** What has run out is found by time alone when it is swept away. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index sessions_expiry on sessions (expires_at);
    create index sign_in_failures_time on sign_in_failures (failed_at);
  `.execute(db);
}
