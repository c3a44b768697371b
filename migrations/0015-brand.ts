import { type Kysely, sql } from 'kysely';

/** What a company looks like and says of itself on every page; and the claim to change it. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table brand (
      id smallint primary key default 1 check (id = 1),
      content jsonb not null,
      version integer not null default 1,
      updated_at timestamptz not null default now()
    )`.execute(db);
  // Who may change the settings could change all that a company says of itself until now.
  await sql`
    update users set claims = array_append(claims, 'ManageSite')
    where 'ManageUserPermissions' = any(claims) and not 'ManageSite' = any(claims)`.execute(db);
}
