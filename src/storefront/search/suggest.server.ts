import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { parseSearch, type Search } from '#lib/text/search-words.ts';
import { mostLike } from './dictionary.server.ts';
import { costElsewhere, costOf, foundBy } from './matches.server.ts';
import { type Candidate, isNear } from './ranking.ts';
import { isFiller } from './word-forms.ts';
import { literally, tokensOf, type Understood, type ReadSearch } from './understand.server.ts';

/** The number of matches in the whole catalogue, counted up to `most`. */
export async function countUpTo(db: Db, understood: Understood, most: number): Promise<number> {
  const found = sql.join([sql`true`, ...foundBy(understood)], sql` and `);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from listings where ${found} limit ${most}) l`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The maximum number of products considered for the best match. */
const mostSeen = 1_000;

/** The number of matches, counted up to a thousand, and the cost of the best one. */
export async function foundBest(db: Db, understood: Understood): Promise<{ count: number; cost: number }> {
  const found = sql.join([sql`true`, ...foundBy(understood)], sql` and `);
  const { rows } = await sql<{ count: number; cost: number | null }>`
    select count(*)::int as count, min(cost)::int as cost
    from (select ${costOf(understood, '')} as cost from listings where ${found} limit ${mostSeen}) l`.execute(db);
  return { count: rows[0]?.count ?? 0, cost: rows[0]?.cost ?? 0 };
}

/** Whether any match has all words in its name. */
export async function isAnyNamed(db: Db, understood: Understood): Promise<boolean> {
  const { cost, count } = await foundBest(db, understood);
  return count > 0 && cost < costElsewhere;
}

/** Whether any of the few matches has every word in a visible field. */
export async function isAnyNear(db: Db, understood: Understood): Promise<boolean> {
  const { rows } = await sql<Candidate>`
    select p.name, p.short_description as "shortDescription", l.options, l.code_key as code, l.is_in_stock as "isInStock"
    from listings l join products p on p.id = l.product_id
    where l.product_id in (select product_id from listings where ${sql.join([sql`true`, ...foundBy(understood)], sql` and `)})`.execute(
    db,
  );
  return rows.some((row) => isNear(understood.slots, row));
}

/** The same search with typing errors corrected. */
export function didYouMean(search: Search, { meant }: Understood): { didYouMean?: string } {
  if (meant.size === 0) return {};
  return { didYouMean: written(search, (word) => meant.get(word) ?? word) };
}

const written = ({ phrases, ...search }: Search, replace: (word: string) => string | undefined): string =>
  [
    ...phrases.map((phrase) => `"${phrase.join(' ')}"`),
    ...tokensOf({ ...search, phrases }).flatMap((word) => replace(word) ?? []),
  ].join(' ');

const mostTried = 8;

/**
 * A similar search for one without results: with unknown words replaced by the most similar ones, then (if it may be
 * shorter) without them, then without one word, then a single word. Only searches with results are suggested.
 */
export async function suggest(
  db: Db,
  search: Search,
  { reader, mayBeShorter }: { reader: { read: ReadSearch }; mayBeShorter: boolean },
): Promise<string | undefined> {
  const { unknown } = await reader.read(search, literally);
  const like = new Map(
    await Promise.all(unknown.slice(0, mostTried).map(async (word) => [word, (await mostLike(db, word))[0]] as const)),
  );
  const tokens = tokensOf(search).filter((word) => !isFiller(word));
  const meant = tokens.flatMap((word) => (unknown.includes(word) ? (like.get(word) ?? []) : word));
  const longest = [...meant].sort((a, b) => b.length - a.length);
  const respelled = written(search, (word) => (unknown.includes(word) ? like.get(word) : word));
  if (!mayBeShorter && (like.size === 0 || [...like.values()].includes(undefined))) return undefined;
  const shorter = [
    meant.join(' '),
    ...longest.toReversed().map((left) => meant.filter((word) => word !== left).join(' ')),
    ...longest,
  ];
  const tried = [respelled, ...(mayBeShorter ? shorter : [])];
  for (const text of [...new Set(tried)].filter((one) => one !== '').slice(0, mostTried)) {
    const understood = await reader.read(parseSearch(text), literally);
    if (understood.slots.length + understood.phrases.length === 0) continue;
    if ((await countUpTo(db, understood, 1)) > 0) return text;
  }
  return undefined;
}
