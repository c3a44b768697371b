import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import type { ResolvedAddress, Suggestion } from '../contract.ts';
import { firstMeaningsOf, isCommon, meaningsOf } from '../address-words.ts';
import { candidateWords } from './spelling-candidates.server.ts';
import type { AddressQuery } from './parse-query.ts';

/** A source of suggestions: our own G-NAF tables, or Google. */
export interface AddressProvider {
  /** At most 8, the best first; empty if there are none or the provider does not answer. */
  suggest(text: string, session?: string): Promise<Suggestion[]>;
  /** Undefined if there is no such address. Throws `Problem` 503 if the provider does not answer. */
  find(id: string, session?: string): Promise<ResolvedAddress | undefined>;
}

export const maxSuggestions = 8;

/** A matching address, or a street without a number. */
export interface AddressMatch {
  pid: string;
  street: string;
  locality: string;
  state: string;
  postcode: number;
  number: string;
  unit: string;
}

interface Hit extends AddressMatch {
  street_id: number;
  /** 0 for an exact match. */
  distance: number;
}

const parts = sql`s.name as street, s.locality, s.state`;

/**
 * Addresses that match the query as spelled, or if there are none, with corrected spelling. If the query has no number, or
 * no street has that number, streets are returned instead.
 */
export async function search(db: Db, query: AddressQuery): Promise<AddressMatch[]> {
  if (query.words.length === 0) return [];
  const exact = await searchAmong(db, streetsAsSpelled(query.words), query);
  if (exact.length > 0) return exact;
  const distinctive = query.words.filter((word) => !isCommon(word));
  const candidates = await candidateWords(db, distinctive);
  const first = distinctive.find((word) => (candidates.get(word) ?? []).length > 0);
  return first === undefined ? [] : searchAmong(db, streetsAsMeant(query.words, { candidates, first }), query);
}

async function searchAmong(db: Db, streets: StreetQuery, query: AddressQuery): Promise<AddressMatch[]> {
  if (query.first > 0) {
    const { rows } = await addressesOn(streets, query).execute(db);
    if (rows.length > 0) return pickBest(rows);
  }
  const { rows } = await sql<AddressMatch>`
    select s.pid, ${parts}, s.postcode, '' as number, '' as unit
    from (${streets.some(maxSuggestions)}) s order by ${streets.order}`.execute(db);
  return rows;
}

/** A query for up to `most` matching streets, and their order. */
interface StreetQuery {
  some(most: number | null): RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

const highestCharacter = '\u{10ffff}';

/** Streets whose name starts with the first word and that have, for each of the other words, a word that starts with it. */
function streetsAsSpelled([first = '', ...others]: readonly string[]): StreetQuery {
  const nameConditions = firstMeaningsOf(first).map(
    (word) => sql`(name_key >= ${word} and name_key < ${word + highestCharacter})`,
  );
  const wordConditions = others.map((word) => {
    const meanings = meaningsOf(word).map((meaning) => sql`words like ${`% ${meaning}%`}`);
    return sql`(${sql.join(meanings, sql` or `)})`;
  });
  const condition = sql.join([sql`(${sql.join(nameConditions, sql` or `)})`, ...wordConditions], sql` and `);
  const order = sql`s.name_key, s.address_count desc`;
  return {
    some: (most) => sql`select * from address_streets s where ${condition} order by ${order} limit ${most}`,
    order,
  };
}

const maxCorrected = 40;

/** Streets with a candidate for the word `first`; the more of the other words a street matches, the earlier it comes. */
function streetsAsMeant(
  words: readonly string[],
  { candidates, first }: { candidates: Map<string, string[]>; first: string },
): StreetQuery {
  const matches = words.map((word) => {
    const patterns = (candidates.get(word) ?? meaningsOf(word)).map((meaning) => `% ${meaning}%`);
    return sql`(words like any(${patterns}::text[]))::int * ${isCommon(word) ? 1 : 2}::int`;
  });
  const order = sql`s.kept desc, s.address_count desc`;
  return {
    some: (most) => sql`
      select *, ${sql.join(matches, sql` + `)} as kept from address_streets where telling && ${candidates.get(first) ?? []}::text[]
      order by kept desc, address_count desc limit ${Math.min(most ?? maxCorrected, maxCorrected)}`,
    order,
  };
}

/** Street number ranges up to this width are found by any number within them; wider ranges may be found only by their first numbers. */
const maxRange = 60;

/** The addresses with the number on each street, those closest to the query first. Several may be units of one house. */
function addressesOn(streets: StreetQuery, { unit, number, first }: AddressQuery): RawBuilder<Hit> {
  const distance = sql`(unit_key <> ${unit})::int * 8 + (number_first <> ${first})::int * 4
    + (lower(number) <> ${number})::int * 2 + is_alias::int`;
  return sql<Hit>`
    select a.pid, ${parts}, a.postcode, a.number, a.unit, s.id as street_id, a.distance
    from (${streets.some(null)}) s cross join lateral (
      select pid, postcode, number, unit, unit_key, ${distance} as distance
      from addresses
      where street_id = s.id and number_first between ${first - maxRange} and ${first}
        and (number_first = ${first} or number_last >= ${first})
      order by distance, length(unit_key), unit_key limit ${maxSuggestions}
    ) a
    limit ${maxSuggestions * maxSuggestions}`;
}

/** Selects one address of each street before a second of any, and leaves out those with the same text. */
function pickBest(hits: readonly Hit[]): AddressMatch[] {
  const countByStreet = new Map<number, number>();
  const seen = new Set<string>();
  return hits
    .map((hit, index) => {
      const rank = countByStreet.get(hit.street_id) ?? 0;
      countByStreet.set(hit.street_id, rank + 1);
      return { hit, index, rank };
    })
    .sort((a, b) => a.rank - b.rank || a.hit.distance - b.hit.distance || a.index - b.index)
    .map(({ hit }) => hit)
    .filter(({ street_id, number, unit, postcode }) => {
      const line = `${street_id} ${number} ${unit} ${postcode}`;
      return !seen.has(line) && Boolean(seen.add(line));
    })
    .slice(0, maxSuggestions);
}

/** An address or a street by its G-NAF id. */
export async function findByPid(db: Db, pid: string): Promise<AddressMatch | undefined> {
  const { rows } = await sql<AddressMatch>`
    select a.pid, ${parts}, a.postcode, a.number, a.unit
      from addresses a join address_streets s on s.id = a.street_id where a.pid = ${pid}
    union all
    select s.pid, ${parts}, s.postcode, '', '' from address_streets s where s.pid = ${pid}
    limit 1`.execute(db);
  return rows[0];
}
