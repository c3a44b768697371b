import { type Kysely, sql } from 'kysely';

/** What the list of pages shows, without reading their content; who saved a draft, and who publishes it later. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table site_pages /* locks: a site has at most some thousand pages */
      add column draft_title text not null generated always as (draft ->> 'title') stored,
      add column draft_path text not null generated always as (draft ->> 'path') stored,
      add column is_changed boolean not null generated always as (published is not null and draft is distinct from published) stored,
      add column updated_by text not null default 'System',
      add column publish_by text,
      add constraint site_pages_publish_by check ((publish_at is null) or (publish_by is not null))`.execute(db);
}
