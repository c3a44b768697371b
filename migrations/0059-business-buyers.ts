import { type Kysely, sql } from 'kysely';

/** Companies keep their ABN with their profile; orders are found by company, ABN and the buyer's own reference. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column abn text check (abn ~ '^[0-9]{11}$');

    -- as in 0022, with what a buyer gives of a business; earlier orders have none of it, so that their words stay true
    create or replace function order_words(which uuid) returns tsvector language sql stable
      return (select search_words(concat_ws(' ', o.first_name, o.last_name, o.shipping->>'firstName', o.shipping->>'lastName',
        o.billing->>'companyName', o.billing->>'abn', o.billing->>'purchaseOrder',
        split_part(o.email, '@', 1), split_part(split_part(o.email, '@', 2), '.', 1), o.billing->>'mobile', o.promo_code,
        (select string_agg(i.product_code || ' ' || i.product_name || ' ' || i.label, ' ' order by i.position)
          from order_items i where i.order_id = o.id))) from orders o where o.id = which);
  `.execute(db);
}
