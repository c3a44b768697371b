import { type Kysely, sql } from 'kysely';

/** What the ledger of trade accounts needs beside its entries: card payments under way, imported bank lines, sent reminders. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The entry's own day, so that an ageing as at an earlier day need not read the entries. Every new row has its own.
    alter table open_entries add column on_day business_day not null default '2000-01-01';

    -- A payment of invoices by card, from before the charge until it is decided.
    create table account_card_payments (
      id uuid primary key,
      -- the Idempotency-Key of the request and of the charge
      key text not null,
      fingerprint bytea not null,
      account_id uuid not null references trade_accounts,
      user_id uuid not null references users,
      provider text not null,
      state text not null default 'awaiting' check (state in ('awaiting', 'paid', 'declined')),
      -- why it is declined
      reason text not null default '',
      cents cents not null check (cents > 0),
      -- the invoices that were chosen
      entry_ids uuid[] not null,
      entry_id uuid references account_entries,
      created_at timestamptz not null,
      settled_at timestamptz
    );
    create unique index account_card_payments_key on account_card_payments (key);
    create index account_card_payments_awaiting on account_card_payments (created_at) where state = 'awaiting';
    create index account_card_payments_account on account_card_payments (account_id);

    -- The lines of bank files that have become payments, so that no line is taken twice.
    create table bank_lines (
      -- a hash of day, amount, description, and the how manieth such line of its file it is
      hash bytea primary key,
      on_day business_day not null,
      cents cents not null,
      description text not null,
      entry_id uuid not null references account_entries,
      imported_at timestamptz not null
    );
    create index bank_lines_entry on bank_lines (entry_id);

    create table account_reminders (
      id uuid primary key,
      account_id uuid not null references trade_accounts,
      email text not null,
      -- null for the weekly job
      asked_by uuid references users,
      asked_at timestamptz not null,
      sent_at timestamptz
    );
    create index account_reminders_account on account_reminders (account_id, asked_at desc);
  `.execute(db);
}
