import { type Kysely, sql } from 'kysely';

/** Notes of the staff about trade accounts, and the figure by which the list is sorted by sales. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trade_account_notes (
      id uuid primary key,
      account_id uuid not null references trade_accounts on delete cascade,
      text text not null,
      author_id uuid references users on delete set null,
      -- the author's name at that time
      author_name text not null,
      created_at timestamptz not null,
      edited_at timestamptz,
      version integer not null default 1
    );
    create index trade_account_notes_account on trade_account_notes (account_id, created_at desc);
    create index trade_account_notes_author on trade_account_notes (author_id) where author_id is not null;

    -- What the orders of the last twelve months came to when it was counted last, which is once a day.
    alter table trade_accounts add column year_sales_cents cents not null default 0;
  `.execute(db);
}
