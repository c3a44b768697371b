import { sql } from 'kysely';
import type { Db } from '#infra/db.server.ts';
import { dayOf } from '#lib/day.ts';

const shown = 4;
/** So many items of each month are looked at; several may be of one product, or out of stock. */
const looked = 60;

/** The answer of `popularProducts` as JSON text: what sold most in the month of `at` and the one before, and is in stock. */
export async function popularText(db: Db, at: Date): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    with months as (
      select (date_trunc('month', ${dayOf(at)}::timestamp) - back * interval '1 month')::date as month
      from generate_series(0, 1) back),
    sold as (
      select i.product_id, sum(s.units) as units from months m
        cross join lateral (
          select item_id, units from sold_months where month = m.month and units > 0 order by units desc limit ${looked}) s
        join product_items i on i.id = s.item_id
      group by i.product_id),
    best as (
      select l.product_id, s.units from sold s join listings l on l.product_id = s.product_id and l.is_in_stock
      order by s.units desc, l.product_id limit ${shown})
    select coalesce(string_agg('{' || c.brief || ',' || c.rest || '}', ',' order by b.units desc, b.product_id), '') as text
    from best b join product_cards c on c.product_id = b.product_id`.execute(db);
  return `[${rows[0]?.text ?? ''}]`;
}
