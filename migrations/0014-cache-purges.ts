import { type Kysely, sql } from 'kysely';

/** Tags of changed pages, which shared caches have to drop. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cache_purges (
      id bigint generated always as identity primary key,
      tag text not null,
      created_at timestamptz not null default now(),
      -- when it was purged first; it is purged again, because a page begun before the change may have been stored after that
      purged_at timestamptz
    )`.execute(db);
}
