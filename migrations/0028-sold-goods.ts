import { type Kysely, sql } from 'kysely';

/** What each past day sold of each item, for reports of what a period's sales were made of; see 'reports/sold-goods.server.ts'. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sold_goods (
      day business_day not null,
      item_id uuid not null references product_items on delete cascade,
      units integer not null,
      -- net of discounts
      sales_cents cents not null,
      -- by the ledger's average purchase price at the time of the sale
      cost_cents numeric(20, 4) not null,
      -- of the units, those that were sold before the ledger kept that price
      units_uncosted integer not null,
      primary key (item_id, day)
    );
    create index sold_goods_day on sold_goods (day);

    -- false from when the day changed until its goods are added up too
    alter table sales_days add column are_goods_kept boolean not null default false;
  `.execute(db);
}
