import { type Kysely, sql } from 'kysely';

/** What each past month sold of each item, so that a year is not added up from its days; see 'reports/sold-goods.server.ts'. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sold_months (
      -- its first day
      month business_day not null,
      item_id uuid not null references product_items on delete cascade,
      units integer not null,
      sales_cents cents not null,
      refunds_cents cents not null,
      cost_cents numeric(20, 4) not null,
      units_uncosted integer not null,
      primary key (month, item_id)
    );
    create index sold_months_item on sold_months (item_id);

    -- false from when goods of one of its days were added up until the month is too
    create table sold_months_kept (
      month business_day primary key,
      is_kept boolean not null
    );
    insert into sold_months_kept (month, is_kept) select distinct date_trunc('month', day::timestamp)::date, false from sold_goods;
  `.execute(db);
}
