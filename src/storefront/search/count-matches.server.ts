import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import type { Interpretation } from './interpret-search.server.ts';
import { costOutsideName, costOf, matchConditions } from './match-conditions.server.ts';
import { type Candidate, isInVisibleFields } from './ranking.ts';

/** The number of matches in the whole catalogue, counted up to `most`. */
export async function countMatches(db: Db, interpretation: Interpretation, most: number): Promise<number> {
  const found = sql.join([sql`true`, ...matchConditions(interpretation)], sql` and `);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from listings where ${found} limit ${most}) l`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many matches are compared to find the best one. */
const mostSeen = 1_000;

/** The number of matches, counted up to a thousand, and the cost of the best one. */
export async function findBestMatch(db: Db, interpretation: Interpretation): Promise<{ count: number; cost: number }> {
  const found = sql.join([sql`true`, ...matchConditions(interpretation)], sql` and `);
  const { rows } = await sql<{ count: number; cost: number | null }>`
    select count(*)::int as count, min(cost)::int as cost
    from (select ${costOf(interpretation, '')} as cost from listings where ${found} limit ${mostSeen}) l`.execute(db);
  return { count: rows[0]?.count ?? 0, cost: rows[0]?.cost ?? 0 };
}

/** Whether any match has all words in its name. */
export async function hasMatchByName(db: Db, interpretation: Interpretation): Promise<boolean> {
  const { cost, count } = await findBestMatch(db, interpretation);
  return count > 0 && cost < costOutsideName;
}

/** Whether any match has every word in a field that lists show. Only for searches with few matches. */
export async function hasMatchInVisibleFields(db: Db, interpretation: Interpretation): Promise<boolean> {
  const { rows } = await sql<Candidate>`
    select p.name, p.short_description as "shortDescription", l.options, l.code_key as code, l.is_in_stock as "isInStock"
    from listings l join products p on p.id = l.product_id
    where l.product_id in (select product_id from listings where ${sql.join([sql`true`, ...matchConditions(interpretation)], sql` and `)})`.execute(
    db,
  );
  return rows.some((row) => isInVisibleFields(interpretation.slots, row));
}
