import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { documentsJson } from '#catalogue/products/records/read-documents.server.ts';
import { productNotFound } from '../contract.ts';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const relatedCount = 4;

/** The response of `productDetails` as JSON text, by id, url or older url. Throws 404 for an unknown product. */
export async function detailText(db: Db, idOrUrl: string): Promise<string> {
  const own = uuidPattern.test(idOrUrl) ? sql`p.id = ${idOrUrl.toLowerCase()}::uuid` : sql`p.url = ${idOrUrl}`;
  const found = await detailWhere(db, own);
  if (found !== undefined) return found;
  const older = sql`p.id = (select product_id from product_redirects where old_url = ${idOrUrl})`;
  const moved = await detailWhere(db, older);
  if (moved !== undefined) return moved;
  throw notFound(productNotFound(idOrUrl));
}

async function detailWhere(db: Db, condition: RawBuilder<unknown>): Promise<string | undefined> {
  const { rows } = await sql<{ text: string }>`
    select '{' || c.brief || ',' || c.rest || ',' || c.detail || ',"categories":' || ${categories} ||
      ',"documents":' || ${documentsJson({ forStaff: false })} || ',"facts":' || p.facts || ',"lowStock":' || ${lowStock} ||
      ',"related":' || ${related} || ',"similar":' || ${similar} || '}' as text
    from products p join product_cards c on c.product_id = p.id join listings l on l.product_id = p.id
      left join lateral (
        select k.category_id from product_categories k where k.product_id = p.id order by k.position, k.category_id limit 1
      ) home on true
    where ${condition}`.execute(db);
  return rows[0]?.text;
}

const linkOf = (table: string): RawBuilder<unknown> =>
  sql`json_build_object('id', ${sql.ref(`${table}.id`)}, 'label', ${sql.ref(`${table}.name`)}, 'url', ${sql.ref(`${table}.url`)})`;

const categories = sql`coalesce((
  select json_agg(json_build_object('id', g.id, 'label', g.name, 'url', g.url, 'path', (
      select json_agg(${linkOf('a')} order by a.level) from categories a where a.id = any(g.path)))
    order by k.position, g.id)
  from product_categories k join categories g on g.id = k.category_id where k.product_id = p.id)::text, '[]')`;

/** Items with low stock, by the limit in the settings. Items that are sold without stock are left out. */
const lowStock = sql`coalesce((
  select json_agg(json_build_object('variationItemId', case when p.has_variations then i.id end, 'left', i.on_hand)
    order by i.position, i.id)
  from product_items i
  where i.product_id = p.id and i.archived_at is null and i.price_cents is not null and not p.allow_sale_without_stock
    and i.on_hand between 1 and (select coalesce((content->>'lowStockFrom')::int, 0) from settings))::text, '[]')`;

/** A JSON array of product cards, without those out of stock. `chosen` is a query of product ids and their `place`. */
const cards = (chosen: RawBuilder<unknown>): RawBuilder<unknown> => sql`('[' || array_to_string(array(
  select '{' || b.brief || '}' from (${chosen}) n join products q on q.id = n.id join product_cards b on b.product_id = q.id
  where not q.is_out_of_stock order by n.place limit ${sql.lit(relatedCount)}), ',') || ']')`;

/** How many of the latest orders with the product are considered. */
const latestOrders = 200;
/** How many of these orders must contain the other product too. */
const leastOrders = 2;

/** Products of other categories that are often ordered together with the product. */
const boughtTogether = sql`
  select t.product_id as id, t.orders from (
    select i.product_id, count(distinct i.order_id) as orders
    from (select k.order_id from order_items k where k.product_id = p.id order by k.order_id desc
        limit ${sql.lit(latestOrders)}) l
      join orders o on o.id = l.order_id and o.payment = 'paid' and o.status <> 2
      join order_items i on i.order_id = o.id and i.product_id <> p.id
    group by i.product_id having count(distinct i.order_id) >= ${sql.lit(leastOrders)}) t
  where not exists (select from product_categories own join product_categories its using (category_id)
    where own.product_id = p.id and its.product_id = t.product_id)`;

const related = cards(sql`
  select complement_id as id, position - 100 as place from product_complements where product_id = p.id
  union all
  select t.id, row_number() over (order by t.orders desc, t.id) as place from (${boughtTogether}) t
  where not exists (select from product_complements c where c.product_id = p.id and c.complement_id = t.id)`);

/** More neighbours are read than shown, since those out of stock are left out. */
const readNeighbours = 12;

const neighbours = (side: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select n.product_id, n.name_key from category_listings n
    where n.category_id = home.category_id and (n.name_key, n.product_id) ${side} (l.name_key, l.product_id)
    order by ${order} limit ${sql.lit(readNeighbours)})`;

/** The next products by name in the first category. After the last comes the first, so that every product is shown somewhere. */
const similar = cards(sql`
  select m.product_id as id, row_number() over (order by m.round, m.name_key, m.product_id) as place from (
    select *, 0 as round from ${neighbours(sql.raw('>'), sql`n.name_key, n.product_id`)} f union all
    select *, 1 as round from ${neighbours(sql.raw('<'), sql`n.name_key, n.product_id`)} b) m`);
