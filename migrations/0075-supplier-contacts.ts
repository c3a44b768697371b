import { type Kysely, sql } from 'kysely';

/** Who a supplier is reached through, and the purchase orders that were e-mailed to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table suppliers
      add column contact_name text not null default '',
      add column email text not null default '',
      -- digits, as they are dialled in Australia
      add column phone text not null default '',
      add column abn text not null default '',
      add column payment_terms text not null default '',
      add column notes text not null default '';

    drop index suppliers_words;
    create index suppliers_words on suppliers using gin (search_words(name || ' ' || contact_name || ' ' || email));

    create table purchase_order_mails (
      id uuid primary key,
      purchase_order_id uuid not null references purchase_orders on delete cascade,
      -- the address that was confirmed when it was asked for
      email text not null,
      asked_at timestamptz not null,
      asked_by text not null,
      sent_at timestamptz
    );
    create index purchase_order_mails_of on purchase_order_mails (purchase_order_id, asked_at);

    alter table unsent_mails drop constraint unsent_mails_area_check;
    alter table unsent_mails add constraint unsent_mails_area_check
      check (area in ('orders', 'submissions', 'enquiries', 'accounts', 'purchasing'));
  `.execute(db);
}
