import { type Kysely, sql } from 'kysely';

/** Whether an entry that takes money back is a payment that bounced; false in all former ones. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account_entries add column is_bounced boolean not null default false`.execute(db);
}
