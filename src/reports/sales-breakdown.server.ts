import { type RawBuilder, sql } from 'kysely';
import { type Db, inSnapshot } from '#platform/db/db.server.ts';
import { endOf, startOf } from '#lib/day.ts';
import { minus } from '#lib/money.ts';
import type { Period } from './period.ts';
import type { Breakdown, CategorySales, ItemSales, ProductSales, PromoSales } from './sales-contract.ts';
import { figuresByDay } from './daily-sales.server.ts';
import { totalOf } from './sales-and-gst.server.ts';
import { countsAsSale, refundsPaid } from './counted-sales.server.ts';
import { soldItems } from './daily-item-sales.server.ts';

const mostShown = 100;

/** An amount without its GST. PostgreSQL rounds halves away from zero. */
const withoutGst = (amount: RawBuilder<unknown>) => sql`(${amount} - round(${amount} / 11.0))`;

/** The columns of sold goods, as in the response. `of` returns the SQL expression of a column. */
const goods = (of: (column: string) => string) => {
  const [units, sales, refunds, cost] = ['units', 'sales', 'refunds', 'cost'].map((column) => sql.raw(of(column)));
  const net = sql`(${sales} - ${refunds})`;
  return sql`${units}::int as units, ${sales}::bigint as sales, ${refunds}::bigint as refunds, ${net}::bigint as net,
    round(${cost})::bigint as cost, (${withoutGst(net)} - round(${cost}))::bigint as margin`;
};
const ofOne = goods((column) => `sold.${column}`);
const ofAll = goods((column) => `sum(sold.${column})`);

/** Rows `(item_id, product_id, units, sales, refunds, net, cost)`. Units without a stored cost count at the item's current cost. */
const costedItems = (period: Period): RawBuilder<unknown> => sql`(
  select s.item_id, i.product_id, s.units, s.sales, s.refunds, s.sales - s.refunds as net,
    s.cost + s.uncosted * i.average_cost_cents as cost
  from ${soldItems(period)} s join product_items i on i.id = s.item_id)`;

/** The rows of `costedItems` summed by product. */
const soldProducts = (items: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select product_id, sum(units) as units, sum(sales) as sales, sum(refunds) as refunds, sum(net) as net, sum(cost) as cost
  from ${items} items group by product_id)`;

/** Items with the highest net sales first. `sold` are rows of `costedItems`. */
const byItem = (sold: RawBuilder<unknown>): RawBuilder<ItemSales> => sql`
  select i.id, p.id as "productId", p.name, i.label as variation, coalesce(i.code, p.code) as code, ${ofOne}
  from ${sold} sold join product_items i on i.id = sold.item_id join products p on p.id = sold.product_id
  order by sold.net desc, i.id`;

/** Products with the highest net sales first. `sold` are rows of `soldProducts`. */
const byProduct = (sold: RawBuilder<unknown>): RawBuilder<ProductSales> => sql`
  select p.id, p.name, p.code, ${ofOne} from ${sold} sold join products p on p.id = sold.product_id
  order by sold.net desc, p.id`;

/** Categories with the highest net sales first. Each product counts only in its first category. */
const byCategory = (sold: RawBuilder<unknown>): RawBuilder<CategorySales> => sql`
  select c.id, coalesce((select string_agg(a.name, ' / ' order by a.level) from categories a where a.id = any(c.path)),
    'No category') as name, ${ofAll}
  from ${sold} sold
  left join lateral (select category_id from product_categories k where k.product_id = sold.product_id
    order by k.position, k.category_id limit 1) first on true
  left join categories c on c.id = first.category_id
  group by c.id order by sum(sold.net) desc, c.id`;

export const productSales = (period: Period): RawBuilder<ProductSales> => byProduct(soldProducts(costedItems(period)));
export const itemSales = (period: Period): RawBuilder<ItemSales> => byItem(costedItems(period));
export const categorySales = (period: Period): RawBuilder<CategorySales> =>
  byCategory(soldProducts(costedItems(period)));

/** Sales by promo, including delivery. Orders without a promo come last. */
export function promoSales({ startDate, endDate }: Period): RawBuilder<PromoSales> {
  const [start, end] = [startOf(startDate), endOf(endDate)];
  return sql`
    select p.id, coalesce(p.code, 'Without a promo') as code, sum(sold.orders)::int as orders,
      sum(sold.discounts)::bigint as discounts, sum(sold.sales)::bigint as sales, sum(sold.refunds)::bigint as refunds,
      sum(sold.sales - sold.refunds)::bigint as net
    from (
      select promo_id, count(*) as orders, sum(discount_cents) as discounts, sum(amount_paid_cents) as sales, 0 as refunds
      from orders o where ${countsAsSale(sql`o`)} and o.placed_at >= ${start} and o.placed_at < ${end} group by promo_id
      union all
      select promo_id, 0, 0, 0, sum(amount_cents) from ${refundsPaid} r where r.at >= ${start} and r.at < ${end} group by promo_id
    ) sold left join promos p on p.id = sold.promo_id
    group by p.id order by p.id is null, sum(sold.sales - sold.refunds) desc, p.id`;
}

type Goods = Pick<Breakdown, 'total' | 'productCount' | 'products' | 'itemCount' | 'items' | 'categories'>;

/** The hundred products and items with the highest net sales, all categories and the total, in one statement. */
async function goodsOf(db: Db, period: Period): Promise<Goods> {
  const first = sql`(select * from sold order by net desc, product_id limit ${mostShown})`;
  const firstItems = sql`(select * from items order by net desc, item_id limit ${mostShown})`;
  const { rows } = await sql<Goods>`
    with items as materialized ${costedItems(period)},
      sold as materialized ${soldProducts(sql`items`)},
      each as (select ${ofOne} from sold)
    select json_build_object('units', coalesce(sum(units), 0), 'sales', coalesce(sum(sales), 0),
        'refunds', coalesce(sum(refunds), 0), 'net', coalesce(sum(net), 0), 'cost', coalesce(sum(cost), 0), 'margin', coalesce(sum(margin), 0)) as total, count(*)::int as "productCount",
      (select coalesce(json_agg(p), '[]') from (${byProduct(first)}) p) as products,
      (select count(*)::int from items) as "itemCount",
      (select coalesce(json_agg(i), '[]') from (${byItem(firstItems)}) i) as items,
      (select coalesce(json_agg(c), '[]') from (${byCategory(sql`sold`)}) c) as categories
    from each`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('A sum has no row.');
  return found;
}

/** The total of a period, to which every table of the breakdown adds up, and the delivery in it. */
export async function totalsOf(db: Db, period: Period): Promise<Pick<Breakdown, 'all' | 'delivery'>> {
  const days = await figuresByDay(db, period);
  const { orders, discounts, sales, refunds, net, delivery, deliveryRefunded } = totalOf(days.values());
  return {
    all: { orders, discounts, sales, refunds, net },
    delivery: { sales: delivery, refunds: deliveryRefunded, net: minus(delivery, deliveryRefunded) },
  };
}

/** The breakdown of a period's sales, from one snapshot. */
export const breakdownOf = (db: Db, period: Period): Promise<Breakdown> =>
  inSnapshot(db, async (tx) => {
    const goods = await goodsOf(tx, period);
    const { rows: promos } = await promoSales(period).execute(tx);
    return { ...goods, promos, ...(await totalsOf(tx, period)) };
  });
