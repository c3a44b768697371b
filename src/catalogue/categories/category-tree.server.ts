import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { type RowsWithTotal, limitAndOffset } from '#platform/list/table-page.server.ts';
import { matches, parseSearch } from '#lib/text/search-words.ts';
import type { Category, listCategories } from './contract.ts';

/**
 * Arbitrary key of the advisory lock that every change of the tree's shape takes, so that what it read is still true
 * when it writes.
 */
const treeLock = 7_234_002;

/** Waits for other transactions that add, move or delete categories, and blocks them until this one ends. */
export const lockTree = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${treeLock})`.execute(tx);
};

/** The order of the children of `c.parent_id`: as arranged, else by name. */
export const siblingOrder = sql`c.position, lower(c.name), c.id`;

/** The position of a new child of `parentId`: last if the children were arranged; otherwise all are sorted by name. */
export const newPosition = (parentId: string | null): RawBuilder<number> =>
  sql<number>`coalesce((select nullif(max(position), 0) + 1 from categories where parent_id is not distinct from ${parentId}), 0)`;

export interface Place {
  id: string;
  name: string;
  url: string;
  parentId: string | null;
  level: number;
  version: number;
  /** The category's name and its ancestors' names, from the top. */
  path: string[];
  names: string[];
}

/** A category's place in the tree; undefined if there is no such category. */
export async function readPlace(tx: Tx, id: string): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select c.id, c.name, c.url, c.parent_id as "parentId", c.level, c.version, c.path,
      array(select a.name from categories a where a.id = any(c.path) order by a.level) as names
    from categories c where c.id = ${id}`.execute(tx);
  return rows[0];
}

/** The ancestors as the history shows them: `Floor Care > Mops`; null at the top. */
export const pathText = (names: readonly string[]): string | null => names.join(' > ') || null;

const columns = sql`c.id, c.name, c.parent_id as "parentId", c.level, c.url, o.position, c.version,
  coalesce((select sum(product_count) from listing_counts n where n.category_id = c.id and n.option = ''), 0)::int as "productCount"`;

const placed = sql`(select c.id, (row_number() over (partition by c.parent_id order by ${siblingOrder}) - 1)::int as position
  from categories c) o`;

/** One category as it is listed. It must exist. */
export async function readCategory(tx: Tx, id: string): Promise<Category> {
  const { rows } = await sql<Category>`
    select ${columns} from categories c join ${placed} on o.id = c.id where c.id = ${id}`.execute(tx);
  return rows[0] as Category; // it must exist
}

/** A page of the categories, or all of them, parents before their children. */
export async function readCategories(
  db: Db,
  { page, pageSize, search = '' }: z.output<(typeof listCategories)['shapes']['query']>,
): Promise<RowsWithTotal<Category>> {
  const { rows } = await sql<Category>`
    select ${columns} from categories c join ${placed} on o.id = c.id order by o.position`.execute(db);
  const below = Map.groupBy(rows, ({ parentId }) => parentId);
  const withBelow = (category: Category): Category[] => [
    category,
    ...(below.get(category.id) ?? []).flatMap(withBelow),
  ];
  const terms = parseSearch(search);
  const all = (below.get(null) ?? []).flatMap(withBelow).filter(({ name }) => matches(terms, name));
  const { limit, offset } = limitAndOffset({ page, pageSize });
  return { rows: all.slice(offset, offset + limit), total: all.length };
}
