import { type Kysely, sql } from 'kysely';

/** Files of products that the back office sends: checked first, then imported, both by a job. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table product_imports (
      id uuid primary key,
      state text not null check (state in ('checking', 'checked', 'importing', 'done', 'failed')),
      file_name text not null,
      created_by uuid not null references users,
      created_at timestamptz not null,
      -- what the starter was allowed then; what is not allowed any more when the job runs is not done
      claims text[] not null,
      request_id text not null,
      -- how often a job has begun with what the state says
      attempts integer not null default 0,
      rows_done integer not null default 0,
      rows_total integer not null default 0,
      is_writing boolean not null default false,
      -- when the job last said that it goes on
      beat_at timestamptz not null,
      report jsonb,
      -- why it failed, where that is no fault of a row
      refusal text,
      is_put_away boolean not null default false
    );
    -- one at a time
    create unique index product_imports_running on product_imports ((true)) where state in ('checking', 'importing');
    create index product_imports_own on product_imports (created_by, beat_at desc, id desc) where not is_put_away;
    create index product_imports_created on product_imports (created_at);

    -- the file, 1 MB each
    create table product_import_parts (
      import_id uuid not null references product_imports on delete cascade,
      place integer not null,
      bytes bytea not null,
      primary key (import_id, place)
    );
  `.execute(db);
}
