import { type Kysely, sql } from 'kysely';

/** What menus and addresses need of published pages, without reading their content; why a page was not published; links to other sites. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table site_pages /* locks: a site has at most some thousand pages */
      add column published_title text generated always as (published ->> 'title') stored,
      add column published_path text generated always as (published ->> 'path') stored,
      add column published_parent text generated always as (published ->> 'parent') stored,
      add column is_listed boolean generated always as ((published -> 'isListed')::boolean) stored,
      -- the sentence why the draft was not published at its time
      add column publish_failed text`.execute(db);
  await sql`
    create table site_outside_links (
      url text primary key,
      checked_at timestamptz not null,
      -- since when it leads nowhere, and why; null while it leads somewhere
      dead_since timestamptz,
      reason text,
      -- where it stands: kind, id and title of each
      places jsonb not null,
      check ((dead_since is null) = (reason is null))
    )`.execute(db);
}
