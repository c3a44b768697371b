import { type Kysely, sql } from 'kysely';

/** Settings, accounts, audit log and the counters behind gapless numbers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create domain cents as bigint;
    create domain business_day as date;

    create table settings (
      id smallint primary key default 1 check (id = 1),
      content jsonb not null,
      version integer not null default 1,
      updated_at timestamptz not null default now()
    );

    create table counters (
      name text primary key,
      value bigint not null
    );
    insert into counters (name, value) values ('order', 100000), ('invoice', 100000);

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
      version integer not null default 1
    );
    create unique index users_email_key on users (lower(email));

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

    create table audit_log (
      id uuid primary key,
      at timestamptz not null,
      actor_id uuid,
      actor_name text not null,
      action text not null,
      entity text not null,
      entity_id text not null,
      before jsonb,
      after jsonb,
      request_id text
    );
    create index audit_log_entity on audit_log (entity, entity_id, at desc);
    create index audit_log_at on audit_log (at desc, id desc);
  `.execute(db);
}
