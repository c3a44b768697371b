import { type Kysely, sql } from 'kysely';

/** Exports of invoices and adjustment notes to accounting programs. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounting_exports (
      id uuid primary key,
      -- 1 and up
      number integer not null unique,
      program text not null check (program in ('xero', 'myob')),
      -- whether the amounts in its files include GST
      amounts text not null check (amounts in ('inclusive', 'exclusive')),
      -- the sales account in the accounting program; empty for a program that needs none
      account_code text not null,
      start_day business_day not null,
      -- the last day
      end_day business_day not null,
      document_count integer not null,
      -- of all documents, less the notes
      total_cents cents not null,
      gst_cents cents not null,
      made_by uuid not null references users,
      made_at timestamptz not null
    );
    insert into counters (name, value) values ('accounting export', 0);

    create table accounting_export_documents (
      export_id uuid not null references accounting_exports,
      -- 1 and up, in the order of the file
      position integer not null,
      entry_id uuid not null references account_entries,
      -- asked for although it had been exported before
      is_again boolean not null,
      primary key (export_id, position)
    );
    -- A document is exported once, unless somebody asks for it again.
    create unique index accounting_export_documents_once on accounting_export_documents (entry_id) where not is_again;
  `.execute(db);
}
