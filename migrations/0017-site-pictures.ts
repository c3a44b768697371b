import { type Kysely, sql } from 'kysely';

/** The library of pictures that pages of the site show. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site_pictures (
      id uuid primary key,
      -- a hash of the uploaded file
      file_key text not null,
      -- the file's name
      name text not null,
      kind text not null check (kind in ('jpeg', 'png', 'webp', 'avif', 'svg')),
      -- bytes
      size integer not null check (size > 0),
      -- pixels of the whole picture, upright
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      alternative_text text not null,
      is_decorative boolean not null default false,
      -- percent of the whole picture, from its upper left corner
      focus_x double precision not null default 50 check (focus_x between 0 and 100),
      focus_y double precision not null default 50 check (focus_y between 0 and 100),
      -- left, top, width and height in percent of the whole picture; null to show all of it
      crop jsonb,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      removed_at timestamptz,
      check (is_decorative = (alternative_text = ''))
    );
    create index site_pictures_created on site_pictures (created_at, id) where removed_at is null;
    create index site_pictures_name on site_pictures (lower(name), id) where removed_at is null;
    create index site_pictures_file on site_pictures (file_key) where removed_at is null;
    create index site_pictures_words on site_pictures using gin (search_words(name || ' ' || alternative_text))
      where removed_at is null`.execute(db);
}
