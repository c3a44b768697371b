import { type Kysely, sql } from 'kysely';

/** Stores the words of pictures, so that PostgreSQL has statistics on them and need not derive them for each row that it reads. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table site_pictures /* locks: a site has at most some ten thousand pictures */
      add column words tsvector not null generated always as (search_words(name || ' ' || alternative_text)) stored;
    create index site_pictures_stored_words on site_pictures /* locks: see above */
      using gin (words) where removed_at is null`.execute(db);
}
