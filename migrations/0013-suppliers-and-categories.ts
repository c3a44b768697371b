import { type Kysely, sql } from 'kysely';

/** The order of categories among their siblings, and what the lists of suppliers and categories look at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- 0 for all children of a category that nobody has put in order: those lie by name
    alter table categories add column position integer not null default 0;
    create index suppliers_created on suppliers (created_at, id);
    create index suppliers_words on suppliers using gin (search_words(name));
  `.execute(db);
}
