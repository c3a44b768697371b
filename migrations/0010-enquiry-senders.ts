import { type Kysely, sql } from 'kysely';

/** Acknowledgements to one address are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index enquiries_sender on enquiries (lower(email), created_at)`.execute(db);
}
