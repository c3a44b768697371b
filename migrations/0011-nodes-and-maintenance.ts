import { type Kysely, sql } from 'kysely';

/** Running processes, maintenance mode, and counts of requests that hold across processes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table nodes (
      id uuid primary key,
      version text not null,
      role text not null,
      schema_min text not null,
      schema_max text not null,
      started_at timestamptz not null,
      beat_at timestamptz not null
    );

    create table maintenance (
      id integer primary key default 1 check (id = 1),
      is_on boolean not null,
      reason text not null default '',
      since timestamptz not null,
      switched_by text not null
    );

    -- Unlogged, because losing it in a crash does no harm.
    create unlogged table request_counts (
      key text primary key,
      count integer not null,
      ends_at timestamptz not null
    );
    create index request_counts_ends on request_counts (ends_at);
  `.execute(db);

  // The first release reads its own record. With it, that release can start on this schema, during an upgrade or to go back by one.
  await sql`
    create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table if not exists kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
    insert into kysely_migration_lock (id) values ('migration_lock') on conflict do nothing;
    insert into kysely_migration (name, timestamp)
      select name, started_at::text from schema_migrations where name < '0011' on conflict do nothing;
  `.execute(db);
}
