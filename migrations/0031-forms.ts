import { type Kysely, sql } from 'kysely';

/** Forms, each version for ever; what was submitted, bound to the version that it was filled in with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forms (
      id uuid primary key,
      url text not null,
      current_version integer not null,
      archived_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create unique index forms_url on forms (lower(url)) where archived_at is null;

    create table form_versions (
      form_id uuid not null references forms,
      version integer not null,
      form_name text not null,
      definition jsonb not null,
      created_at timestamptz not null,
      created_by uuid references users,
      primary key (form_id, version)
    );
    alter table forms add constraint forms_current_version
      foreign key (id, current_version) references form_versions deferrable initially deferred;

    create table form_submissions (
      id uuid primary key,
      form_id uuid not null,
      form_version integer not null,
      user_id uuid references users,
      -- 0 new, 1 in progress, 2 done
      status smallint not null default 0 check (status between 0 and 2),
      -- by the field's id, as they travel; nothing of fields that were hidden
      responses jsonb not null,
      version integer not null default 1,
      idempotency_key text,
      fingerprint bytea,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      foreign key (form_id, form_version) references form_versions
    );
    create unique index form_submissions_key on form_submissions (form_id, idempotency_key) where idempotency_key is not null;
    create index form_submissions_form on form_submissions (form_id, created_at desc, id desc);
    create index form_submissions_user on form_submissions (user_id, created_at desc, id desc) where user_id is not null;
  `.execute(db);
}
