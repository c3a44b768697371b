import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { dayOf } from '#lib/day.ts';

const shown = 4;
/** How many items of a month are considered: more than shown, as several may be of one product or out of stock. */
const considered = 60;

/** The response of `popularProducts` as JSON text: bestsellers in stock since last month's start, without today. */
export async function popularText(db: Db, at: Date): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    with month as (select date_trunc('month', ${dayOf(at)}::timestamp)::date as first),
    sold as (
      select i.product_id, sum(s.units) as units from (
        (select item_id, units from sold_months where units > 0
          and month = (select (first - interval '1 month')::date from month) order by units desc limit ${considered})
        union all
        (select item_id, sum(units) as units from sold_goods where day >= (select first from month)
          group by item_id having sum(units) > 0 order by units desc limit ${considered})) s
        join product_items i on i.id = s.item_id
      group by i.product_id),
    best as (
      select l.product_id, s.units from sold s join listings l on l.product_id = s.product_id and l.is_in_stock
      order by s.units desc, l.product_id limit ${shown})
    select coalesce(string_agg('{' || c.brief || ',' || c.rest || '}', ',' order by b.units desc, b.product_id), '') as text
    from best b join product_cards c on c.product_id = b.product_id`.execute(db);
  return `[${rows[0]?.text ?? ''}]`;
}
