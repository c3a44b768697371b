import { type Kysely, sql } from 'kysely';

/** Backups of this installation, and restore drills. Both describe the place, not the shop, so no backup contains them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backups (
      id uuid primary key,
      kind text not null check (kind in ('scheduled', 'before_migration', 'manual')),
      started_at timestamptz not null,
      -- null while it is being made
      finished_at timestamptz,
      -- the last sign of life of the process that is making it
      beat_at timestamptz not null,
      step text,
      done bigint not null default 0,
      total bigint not null default 0,
      app_version text not null,
      -- the last migration
      schema text,
      db_bytes bigint,
      files_count integer,
      bytes bigint,
      sha256 text,
      -- a folder of the machine or the bucket
      place text not null check (place in ('folder', 'bucket')),
      file_name text not null,
      is_encrypted boolean not null,
      verified_at timestamptz,
      error text,
      created_by uuid references users
    );
    create unique index backups_one_at_a_time on backups ((true)) where finished_at is null;
    create index backups_started on backups (started_at desc, id desc);

    create table restore_drills (
      id uuid primary key,
      backup_id uuid references backups on delete set null,
      at timestamptz not null,
      -- null while it is running
      finished_at timestamptz,
      beat_at timestamptz not null,
      ok boolean,
      seconds real,
      checked jsonb,
      error text
    );
    create unique index restore_drills_one_at_a_time on restore_drills ((true)) where finished_at is null;
    create index restore_drills_at on restore_drills (at desc, id desc);
    create index restore_drills_backup on restore_drills (backup_id);
  `.execute(db);
}
