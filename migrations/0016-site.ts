import { type Kysely, sql } from 'kysely';

/** Pages made of blocks, their versions and former addresses; and what several pages list. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site_pages (
      id uuid primary key,
      -- the published address without capitals and slashes at its ends; null while the page is not published
      path_key text,
      -- what the editor shows, and what visitors see
      draft jsonb not null,
      published jsonb,
      version integer not null default 1,
      published_at timestamptz,
      publish_at timestamptz,
      removed_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check ((published is null) = (path_key is null))
    )`.execute(db);
  await sql`create unique index site_pages_path on site_pages (path_key) where removed_at is null`.execute(db);
  await sql`create index site_pages_due on site_pages (publish_at) where publish_at is not null`.execute(db);
  await sql`
    create table site_page_versions (
      page_id uuid not null references site_pages on delete cascade,
      number integer not null,
      content jsonb not null,
      published_at timestamptz not null,
      author text not null,
      primary key (page_id, number)
    )`.execute(db);
  await sql`
    create table site_redirects (
      path_key text primary key,
      page_id uuid not null references site_pages on delete cascade
    )`.execute(db);
  await sql`create index site_redirects_page on site_redirects (page_id)`.execute(db);
  await sql`
    create table site_records (
      id uuid primary key,
      kind text not null check (kind in ('service', 'position', 'question', 'partner')),
      position integer not null,
      content jsonb not null,
      version integer not null default 1,
      removed_at timestamptz,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`
    create table site_menus (
      id smallint primary key default 1 check (id = 1),
      content jsonb not null,
      version integer not null default 1,
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index site_records_listed on site_records (kind, position, id) where removed_at is null`.execute(db);
}
