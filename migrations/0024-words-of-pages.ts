import { type Kysely, sql } from 'kysely';

/** Finds the pages of the site by words of their titles and addresses. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index site_pages_words on site_pages /* locks: a site has at most some thousand pages */
      using gin (search_words(draft_title || ' ' || draft_path)) where removed_at is null`.execute(db);
}
