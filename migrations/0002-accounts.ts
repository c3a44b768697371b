import { type Kysely, sql } from 'kysely';

/** Users, their sessions and mailed links, saved views of lists, and the secrets that sign webhook events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key,
      user_type smallint not null check (user_type in (1, 2, 3)),
      first_name text not null,
      last_name text not null,
      email text not null,
      pending_email text,
      mobile text not null,
      password_hash text not null,
      claims text[] not null default '{}',
      company_name text,
      unit_number text,
      street_number text,
      street_name text,
      city text,
      state text,
      postcode text,
      archived_at timestamptz,
      created_at timestamptz not null,
      version integer not null default 1,
      abn text check (abn ~ '^[0-9]{11}$')
    );
    create unique index users_email_key on users (lower(email));
    create index users_created on users (created_at, id) include (user_type) where archived_at is null;
    create index users_first_name on users (lower(first_name || ' ' || last_name), id) where archived_at is null;
    create index users_last_name on users (lower(last_name || ' ' || first_name), id) where archived_at is null;
    create index users_email on users (lower(email), id) where archived_at is null;
    create index users_mobile on users (mobile, id) where archived_at is null;
    create index users_type on users (user_type, id) where archived_at is null;
    create index users_type_created on users (user_type, created_at, id) where archived_at is null;
    create index users_words on users
      using gin (search_words(first_name || ' ' || last_name || ' ' || email || ' ' || mobile)) where archived_at is null;

    create table sessions (
      id uuid primary key,
      user_id uuid not null references users,
      created_at timestamptz not null,
      last_used_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      ip text,
      user_agent text
    );
    create index sessions_user on sessions (user_id) where ended_at is null;
    create index sessions_expiry on sessions (expires_at);

    create table refresh_tokens (
      hash bytea primary key,
      session_id uuid not null references sessions on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index refresh_tokens_session on refresh_tokens (session_id);

    create table sign_in_failures (
      subject text not null,
      failed_at timestamptz not null
    );
    create index sign_in_failures_subject on sign_in_failures (subject, failed_at);
    create index sign_in_failures_time on sign_in_failures (failed_at);

    create table mailed_links (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      kind text not null check (kind in ('reset-password', 'confirm-email', 'join-orders')),
      -- SHA-256 of the token
      hash bytea not null unique,
      -- where it was mailed to; for a new e-mail also the one that it replaces
      email text not null,
      previous_email text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      -- used, replaced or cancelled
      ended_at timestamptz
    );
    create unique index mailed_links_open on mailed_links (user_id, kind) where ended_at is null;
    create index mailed_links_user on mailed_links (user_id);
    create index mailed_links_expiry on mailed_links (expires_at);

    create table table_views (
      id uuid primary key,
      -- 'users', 'products'
      list text not null,
      owner_id uuid not null references users,
      name text not null,
      -- the query string of the list's URL
      query text not null,
      is_shared boolean not null default false,
      created_at timestamptz not null
    );
    create index table_views_list on table_views (list, owner_id);

    -- A replaced secret still signs until it expires.
    create table webhook_secrets (
      id uuid primary key,
      secret text not null,
      created_by uuid references users,
      created_at timestamptz not null,
      expires_at timestamptz
    );
  `.execute(db);
}
