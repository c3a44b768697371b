import { type Kysely, sql } from 'kysely';

/** Order lists: what a site of a trade account buys again and again, with par levels. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_lists (
      id uuid primary key,
      account_id uuid not null references trade_accounts,
      site_id uuid not null references trade_sites,
      name text not null,
      position integer not null,
      created_at timestamptz not null,
      archived_at timestamptz,
      version integer not null default 1
    );
    create unique index order_lists_name_key on order_lists (site_id, lower(name)) where archived_at is null;
    create index order_lists_account on order_lists (account_id);

    create table order_list_items (
      list_id uuid not null references order_lists on delete cascade,
      item_id uuid not null references product_items on delete cascade,
      -- units that the site wants to have after an order; null for items that are ordered as needed
      par integer check (par between 1 and 999),
      -- units in a carton: the item is ordered in multiples of them
      multiple integer not null default 1 check (multiple between 1 and 999),
      position integer not null,
      note text not null default '',
      primary key (list_id, item_id)
    );
    create index order_list_items_item on order_list_items (item_id);
  `.execute(db);
}
