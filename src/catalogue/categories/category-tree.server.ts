import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { type RowsWithTotal, limitAndOffset } from '#platform/list/table-page.server.ts';
import { matches, parseSearch } from '#lib/text/search-words.ts';
import type { Category, listCategories } from './contract.ts';

/** Arbitrary key of the advisory lock that every change of the tree's shape takes, so that changes never overlap. */
const treeLock = 7_234_002;

/** Waits for other transactions that add, move or delete categories, and makes them wait until this one ends. */
export const lockTree = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${treeLock})`.execute(tx);
};

/** Sorts siblings `c` by position, or by name as long as nobody has moved any of them and all positions are 0. */
export const siblingOrder = sql`c.position, lower(c.name), c.id`;

/** The position of a new child of `parentId`: the last, or 0 while its siblings are sorted by name. */
export const newPosition = (parentId: string | null): RawBuilder<number> =>
  sql<number>`coalesce((select nullif(max(position), 0) + 1 from categories where parent_id is not distinct from ${parentId}), 0)`;

/** A category and its place in the tree. */
export interface PlacedCategory {
  id: string;
  name: string;
  url: string;
  parentId: string | null;
  level: number;
  version: number;
  /** The ids of its ancestors, top level first, then its own id. */
  path: string[];
  /** The names of its ancestors, top level first, then its own name. */
  names: string[];
}

/** Undefined if there is no such category. */
export async function readPlacedCategory(tx: Tx, id: string): Promise<PlacedCategory | undefined> {
  const { rows } = await sql<PlacedCategory>`
    select c.id, c.name, c.url, c.parent_id as "parentId", c.level, c.version, c.path,
      array(select a.name from categories a where a.id = any(c.path) order by a.level) as names
    from categories c where c.id = ${id}`.execute(tx);
  return rows[0];
}

/** The ancestors as the history shows them: `Floor Care > Mops`; null for a category at the top level. */
export const pathText = (names: readonly string[]): string | null => names.join(' > ') || null;

const columns = sql`c.id, c.name, c.parent_id as "parentId", c.level, c.url, o.position, c.version,
  coalesce((select sum(product_count) from listing_counts n where n.category_id = c.id and n.option = ''), 0)::int as "productCount"`;

const withPosition = sql`(select c.id, (row_number() over (partition by c.parent_id order by ${siblingOrder}) - 1)::int as position
  from categories c) o`;

/** One category, with the same fields as in the list. */
export async function readCategory(tx: Tx, id: string): Promise<Category> {
  const { rows } = await sql<Category>`
    select ${columns} from categories c join ${withPosition} on o.id = c.id where c.id = ${id}`.execute(tx);
  return rows[0] as Category; // the caller knows that it exists
}

/** A page of the categories, or all of them; parents come before their children. */
export async function readCategories(
  db: Db,
  { page, pageSize, search = '' }: z.output<(typeof listCategories)['shapes']['query']>,
): Promise<RowsWithTotal<Category>> {
  const { rows } = await sql<Category>`
    select ${columns} from categories c join ${withPosition} on o.id = c.id order by o.position`.execute(db);
  const children = Map.groupBy(rows, ({ parentId }) => parentId);
  const withDescendants = (category: Category): Category[] => [
    category,
    ...(children.get(category.id) ?? []).flatMap(withDescendants),
  ];
  const terms = parseSearch(search);
  const all = (children.get(null) ?? []).flatMap(withDescendants).filter(({ name }) => matches(terms, name));
  const { limit, offset } = limitAndOffset({ page, pageSize });
  return { rows: all.slice(offset, offset + limit), total: all.length };
}
