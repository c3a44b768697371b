import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#infra/db.server.ts';
import { endOf, startOf } from '#lib/day.ts';
import type { Period } from './period.ts';
import type { Breakdown, CategorySales, ProductSales, PromoSales } from './sales-contract.ts';
import { counted } from './sold.server.ts';
import { soldItems } from './sold-goods.server.ts';

const mostShown = 100;

/** GST out of an amount that includes it, as PostgreSQL rounds halves away from zero. */
const withoutGst = (amount: RawBuilder<unknown>) => sql`(${amount} - round(${amount} / 11.0))`;

/** Of products that are added up; amounts as they are told. */
const goods = (units: string, sales: string, cost: string) => sql`${sql.raw(units)}::int as units,
  ${sql.raw(sales)}::bigint as sales, round(${sql.raw(cost)})::bigint as cost,
  (${withoutGst(sql.raw(sales))} - round(${sql.raw(cost)}))::bigint as margin`;
const ofOne = goods('sold.units', 'sold.sales', 'sold.cost');
const ofAll = goods('sum(sold.units)', 'sum(sold.sales)', 'sum(sold.cost)');

/**
 * What was sold of each product: rows `(product_id, units, sales, cost)`. Of sales from before their cost was kept, the cost is
 * the item's of today.
 */
const soldProducts = (period: Period): RawBuilder<unknown> => sql`(
  select i.product_id, sum(s.units) as units, sum(s.sales) as sales,
    sum(s.cost + s.uncosted * i.average_cost_cents) as cost
  from ${soldItems(period)} s join product_items i on i.id = s.item_id group by i.product_id)`;

/** Those that sold most first; `sold` are rows of `soldProducts`. */
const byProduct = (sold: RawBuilder<unknown>): RawBuilder<ProductSales> => sql`
  select p.id, p.name, p.code, ${ofOne} from ${sold} sold join products p on p.id = sold.product_id
  order by sold.sales desc, p.id`;

/** A product counts in the first of its categories. */
const byCategory = (sold: RawBuilder<unknown>): RawBuilder<CategorySales> => sql`
  select c.id, coalesce((select string_agg(a.name, ' / ' order by a.level) from categories a where a.id = any(c.path)),
    'No category') as name, ${ofAll}
  from ${sold} sold
  left join lateral (select category_id from product_categories k where k.product_id = sold.product_id
    order by k.position, k.category_id limit 1) first on true
  left join categories c on c.id = first.category_id
  group by c.id order by sum(sold.sales) desc, c.id`;

export const productSales = (period: Period): RawBuilder<ProductSales> => byProduct(soldProducts(period));
export const categorySales = (period: Period): RawBuilder<CategorySales> => byCategory(soldProducts(period));

/** By promo, the orders without one last. */
export function promoSales({ startDate, endDate }: Period): RawBuilder<PromoSales> {
  const [start, end] = [startOf(startDate), endOf(endDate)];
  return sql`
    select p.id, coalesce(p.code, 'Without a promo') as code, sold.orders, sold.discounts, sold.sales from (
      select promo_id, count(*)::int as orders, sum(discount_cents)::bigint as discounts, sum(amount_paid_cents)::bigint as sales
      from orders o where ${counted(sql`o`)} and o.placed_at >= ${start} and o.placed_at < ${end} group by promo_id
    ) sold left join promos p on p.id = sold.promo_id
    order by p.id is null, sold.sales desc, p.id`;
}

type Goods = Pick<Breakdown, 'total' | 'productCount' | 'products' | 'categories'>;

/** The first hundred products, all categories and the sum, from one reading. */
async function goodsOf(db: Db, period: Period): Promise<Goods> {
  const first = sql`(select * from sold order by sales desc, product_id limit ${mostShown})`;
  const { rows } = await sql<Goods>`
    with sold as materialized ${soldProducts(period)},
      each as (select ${ofOne} from sold)
    select json_build_object('units', coalesce(sum(units), 0), 'sales', coalesce(sum(sales), 0),
        'cost', coalesce(sum(cost), 0), 'margin', coalesce(sum(margin), 0)) as total, count(*)::int as "productCount",
      (select coalesce(json_agg(p), '[]') from (${byProduct(first)}) p) as products,
      (select coalesce(json_agg(c), '[]') from (${byCategory(sql`sold`)}) c) as categories
    from each`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('A sum has no row.');
  return found;
}

/** What a period's sales were made of. */
export async function breakdownOf(db: Db, period: Period): Promise<Breakdown> {
  const [found, promos] = await Promise.all([goodsOf(db, period), promoSales(period).execute(db)]);
  return { ...found, promos: promos.rows };
}
