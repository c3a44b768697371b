import { type Kysely, sql } from 'kysely';

/** Types and functions that all tables use; settings, number counters, the audit log, and mails that have not been sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create extension if not exists pg_trgm;

    create domain cents as bigint;
    create domain business_day as date;

    -- The words of a text, split as in lib/text/search-words.ts: lower case, without accents, letters and digits only.
    create function search_words(texts text) returns tsvector language sql immutable parallel safe
      return to_tsvector('simple'::regconfig, regexp_replace(lower(regexp_replace(
        normalize(texts, NFKD), '[\u0300-\u036f]+', '', 'g')), '[^[:alnum:]]+', ' ', 'g'));

    -- A record's name from its audited fields, which differ between kinds of records.
    create function record_name(content jsonb) returns text language sql immutable parallel safe
      return coalesce(content->>'name', content->>'productName', content->>'formName', content->>'orderNumber',
        content->>'code', nullif(btrim(coalesce(content->>'firstName', content->>'first_name', '') || ' ' ||
          coalesce(content->>'lastName', content->>'last_name', '')), ''), content->>'email');

    create table settings (
      id smallint primary key default 1 check (id = 1),
      content jsonb not null,
      version integer not null default 1,
      updated_at timestamptz not null default now()
    );

    -- The last number given to each kind of document.
    create table counters (
      name text primary key,
      value bigint not null
    );

    insert into counters (name, value) values ('order', 100000), ('invoice', 100000), ('adjustment', 100000), ('purchase', 100000);

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
      request_id text,
      title text generated always as (coalesce(record_name(after), record_name(before))) stored
    );
    create index audit_log_at on audit_log (at, id);
    create index audit_log_record on audit_log (entity_id, entity, at, id);
    create index audit_log_entity on audit_log (entity, at, id);
    create index audit_log_action on audit_log (action, at, id);
    create index audit_log_entity_action on audit_log (entity, action, at, id);
    create index audit_log_actor on audit_log (actor_id, at, id);
    create index audit_log_actor_entity on audit_log (actor_id, entity, at, id);
    create index audit_log_words on audit_log using gin (search_words(actor_name || ' ' || coalesce(title, '')));

    -- What staff chose for a column header that the program did not recognise, or recognised wrongly; remembered for the next file.
    create table import_columns (
      list text not null check (list in ('products', 'stock-take', 'promos')),
      header text not null,
      -- null: ignored
      column_name text,
      chosen_at timestamptz not null,
      primary key (list, header)
    );

    create table unsent_mails (
      id uuid primary key,
      kind text not null,
      -- ids of records only: no addresses, no text
      data jsonb not null,
      area text not null check (area in ('orders', 'submissions', 'enquiries', 'accounts', 'purchasing')),
      -- the order, submission, enquiry, user or purchase order that it is about
      subject_id uuid,
      created_at timestamptz not null,
      attempts integer not null default 0,
      -- the last attempt is made at this time
      give_up_at timestamptz not null,
      -- null once no more attempts are made
      next_try_at timestamptz,
      failed_at timestamptz,
      -- a sentence about the last failed attempt
      reason text,
      check ((next_try_at is null) = (failed_at is not null))
    );
    create index unsent_mails_due on unsent_mails (next_try_at) where next_try_at is not null;
    create index unsent_mails_subject on unsent_mails (subject_id) where subject_id is not null;
    -- failed at least once: shown to staff
    create index unsent_mails_troubled on unsent_mails (area, created_at desc, id desc) where reason is not null;
    create index unsent_mails_newest on unsent_mails (created_at desc, id desc) where reason is not null;
  `.execute(db);
}
