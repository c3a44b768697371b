import { type Kysely, sql } from 'kysely';

/** Checkouts that came to nothing are found by time alone when they are swept away. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index checkout_attempts_refused on checkout_attempts (created_at) where order_id is null;
  `.execute(db);
}
