import { type Kysely, sql } from 'kysely';

/** Blanket purchase orders: a customer's order number for a site that is good for many orders, up to an amount. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table blanket_pos (
      id uuid primary key,
      account_id uuid not null references trade_accounts,
      site_id uuid not null references trade_sites,
      number text not null,
      amount_cents cents not null check (amount_cents > 0),
      -- the last day; null until it is used up
      valid_to business_day,
      created_at timestamptz not null,
      ended_at timestamptz,
      version integer not null default 1
    );
    create unique index blanket_pos_number_key on blanket_pos (site_id, lower(number)) where ended_at is null;
    create index blanket_pos_account on blanket_pos (account_id);

    alter table trade_orders add column blanket_po_id uuid references blanket_pos;
  `.execute(db);
}
