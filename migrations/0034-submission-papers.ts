import { type Kysely, sql } from 'kysely';

/** Who was mailed about a submission, and which events about them went to another system. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Somebody asked for a submission as PDF by mail
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
      -- the event's
      id uuid primary key,
      type text not null,
      submission_id uuid references form_submissions on delete cascade,
      data jsonb not null,
      -- where the last attempt went, or the first will
      url_host text not null,
      attempts integer not null default 0,
      -- before it is given up
      tries_left smallint not null,
      last_status integer,
      last_reason text,
      -- null once it is delivered or given up
      next_try_at timestamptz,
      delivered_at timestamptz,
      created_at timestamptz not null
    );
    create index webhook_deliveries_created on webhook_deliveries (created_at desc, id desc);
    create index webhook_deliveries_submission on webhook_deliveries (submission_id) where submission_id is not null;
  `.execute(db);
}
