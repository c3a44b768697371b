import { type Kysely, sql } from 'kysely';

/** Which records were made up for the demo, so that they can be removed and nothing else with them. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table demo_records (
      -- the table of the record
      kind text not null,
      id text not null,
      primary key (kind, id)
    )`.execute(db);
}
