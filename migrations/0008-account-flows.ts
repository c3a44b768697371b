import { type Kysely, sql } from 'kysely';

/** Links that are mailed: to choose a new password, and to confirm a new e-mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mailed_links (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      kind text not null check (kind in ('reset-password', 'confirm-email')),
      -- SHA-256 of the token
      hash bytea not null unique,
      -- where it was mailed to, and for a new e-mail the one that it takes the place of
      email text not null,
      previous_email text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      -- used, replaced or called off
      ended_at timestamptz
    );
    create unique index mailed_links_open on mailed_links (user_id, kind) where ended_at is null;
    create index mailed_links_user on mailed_links (user_id);
    create index mailed_links_expiry on mailed_links (expires_at);
  `.execute(db);
}
