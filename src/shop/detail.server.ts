import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#infra/db.server.ts';
import { notFound } from '#lib/problem.ts';
import { productNotFound } from './contract.ts';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const relatedCount = 4;

/**
 * The answer of `productDetails` as JSON text, for an id, a url or an older url. Throws `Problem` 404 with the
 * specification's sentence where no such product is shown.
 */
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
      ',"related":[' || ${related} || ']}' as text
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

const neighbours = (side: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select n.product_id from category_listings n
    where n.category_id = home.category_id and (n.name_key, n.product_id) ${side} (l.name_key, l.product_id)
    order by ${order} limit ${sql.lit(relatedCount)})`;

/** The next in the product's first category by name, and from its start again: every product is some other's neighbour. */
const related = sql`array_to_string(array(
  select (select '{' || b.brief || '}' from product_cards b where b.product_id = n.product_id)
  from (${neighbours(sql.raw('>'), sql`n.name_key, n.product_id`)} union all
    ${neighbours(sql.raw('<'), sql`n.name_key, n.product_id`)}) n limit ${sql.lit(relatedCount)}), ',')`;
