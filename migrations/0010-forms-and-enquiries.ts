import { type Kysely, sql } from 'kysely';

/** Forms with every version, submissions with their files, drafts and mails, webhook deliveries, and enquiries from the contact page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forms (
      id uuid primary key,
      url text not null,
      current_version integer not null,
      archived_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      closed_at timestamptz
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
      -- by field id, as in JSON; without fields that were hidden
      responses jsonb not null,
      version integer not null default 1,
      idempotency_key text,
      fingerprint bytea,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      sender_name text not null default '',
      sender_email text not null default '',
      words tsvector,
      -- raised by status changes, which do not raise the version: they do not conflict with a sender who is changing answers
      status_version integer not null default 0,
      foreign key (form_id, form_version) references form_versions
    );
    create unique index form_submissions_key on form_submissions (form_id, idempotency_key) where idempotency_key is not null;
    create index form_submissions_form on form_submissions (form_id, created_at desc, id desc);
    create index form_submissions_user on form_submissions (user_id, created_at desc, id desc) where user_id is not null;
    create index form_submissions_created on form_submissions (created_at, id);
    create index form_submissions_by_status on form_submissions (status, id);
    create index form_submissions_of_status on form_submissions (status, created_at, id);
    create index form_submissions_of_form_status on form_submissions (form_id, status, created_at, id);
    create index form_submissions_by_sender on form_submissions
      (lower(coalesce(nullif(sender_name, ''), sender_email)), id);
    create index form_submissions_words on form_submissions using gin (words) with (fastupdate = off);
    create index form_submissions_new on form_submissions (form_id) where status = 0;

    create table form_files (
      -- random, not ordered by time: knowing it is the permission to attach a guest's file
      id uuid primary key,
      form_id uuid not null references forms,
      field_id uuid not null,
      -- null until submitted; files without a submission are deleted after a while
      submission_id uuid references form_submissions on delete set null,
      -- null for guests
      user_id uuid references users,
      name text not null,
      size integer not null check (size > 0),
      content_type text not null,
      file_key text not null,
      created_at timestamptz not null,
      claimed_at timestamptz,
      -- hash of the sender's network; null for members and once submitted
      sent_from text
    );
    create index form_files_submission on form_files (submission_id) where submission_id is not null;
    create index form_files_unclaimed on form_files (created_at) where submission_id is null;
    create index form_files_form on form_files (form_id);
    create index form_files_user on form_files (user_id) where user_id is not null;
    create index form_files_sent_from on form_files (sent_from) include (size) where sent_from is not null;
    create index form_files_waiting on form_files (user_id) include (size) where submission_id is null and user_id is not null;

    create table form_drafts (
      user_id uuid not null references users,
      form_id uuid not null references forms,
      responses jsonb not null,
      updated_at timestamptz not null,
      primary key (user_id, form_id)
    );
    create index form_drafts_updated on form_drafts (updated_at);

    -- Requests for a submission as a PDF by mail.
    create table submission_pdf_mails (
      id uuid primary key,
      submission_id uuid not null references form_submissions on delete cascade,
      asked_by uuid references users,
      asked_at timestamptz not null
    );
    create index submission_pdf_mails_submission on submission_pdf_mails (submission_id, asked_at desc);

    create table submission_acknowledgements (
      submission_id uuid primary key references form_submissions on delete cascade,
      -- lower case
      email text not null,
      created_at timestamptz not null
    );
    create index submission_acknowledgements_email on submission_acknowledgements (email, created_at desc);

    create table webhook_deliveries (
      -- id of the event
      id uuid primary key,
      type text not null,
      submission_id uuid references form_submissions on delete cascade,
      data jsonb not null,
      -- host of the last or first attempt
      url_host text not null,
      attempts integer not null default 0,
      -- attempts left
      tries_left smallint not null,
      last_status integer,
      last_reason text,
      -- null once delivered or given up
      next_try_at timestamptz,
      delivered_at timestamptz,
      created_at timestamptz not null
    );
    create index webhook_deliveries_created on webhook_deliveries (created_at desc, id desc);
    create index webhook_deliveries_submission on webhook_deliveries (submission_id) where submission_id is not null;

    create table enquiries (
      id uuid primary key,
      company text not null,
      name text not null,
      email text not null,
      phone text not null,
      mobile text not null,
      message text not null,
      user_id uuid references users,
      is_suspected_spam boolean not null default false,
      created_at timestamptz not null,
      -- 0 new, 1 in progress, 2 done
      status smallint not null default 0 check (status between 0 and 2),
      version integer not null default 1,
      words tsvector generated always as
        (search_words(company || ' ' || name || ' ' || email || ' ' || phone || ' ' || mobile || ' ' || message)) stored
    );
    create index enquiries_created on enquiries (created_at desc, id desc);
    create index enquiries_user on enquiries (user_id);
    create index enquiries_sender on enquiries (lower(email), created_at);
    create index enquiries_by_name on enquiries (lower(name), id);
    create index enquiries_by_company on enquiries (lower(company), id);
    create index enquiries_by_status on enquiries (status, id);
    create index enquiries_of_status on enquiries (status, created_at, id);
    create index enquiries_of_spam on enquiries (is_suspected_spam, status, created_at, id);
    create index enquiries_words on enquiries using gin (words) with (fastupdate = off);
  `.execute(db);
}
