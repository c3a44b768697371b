import { type Kysely, sql } from 'kysely';

/** How many submissions of a form nobody has looked at yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index form_submissions_new on form_submissions (form_id) where status = 0`.execute(db);
}
