import { type Kysely, sql } from 'kysely';

/** The newest of all areas: for who looks after several, the index by area sorts every mail that waits after a long outage. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index unsent_mails_newest on unsent_mails (created_at desc, id desc) where reason is not null`.execute(
    db,
  );
}
