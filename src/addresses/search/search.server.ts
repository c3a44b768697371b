import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { firstMeaningsOf, isCommon, meaningsOf } from '../address-words.ts';
import { meantBy } from './meant.server.ts';
import { mostSuggestions } from './provider.ts';
import type { Typed } from './typed.ts';

/** A street, and an address on it where a number was found. */
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
  /** 0 is just what was typed. */
  distance: number;
}

const parts = sql`s.name as street, s.locality, s.state`;

/**
 * What was typed, found as it is spelled, or else as it may have been meant. Streets alone where no number was typed, or
 * none has it.
 */
export async function search(db: Db, typed: Typed): Promise<AddressMatch[]> {
  if (typed.words.length === 0) return [];
  const spelled = await searchAmong(db, spelledLike(typed.words), typed);
  if (spelled.length > 0) return spelled;
  const telling = typed.words.filter((word) => !isCommon(word));
  const meant = await meantBy(db, telling);
  const first = telling.find((word) => (meant.get(word) ?? []).length > 0);
  return first === undefined ? [] : searchAmong(db, meantLike(typed.words, { meant, first }), typed);
}

async function searchAmong(db: Db, streets: Streets, typed: Typed): Promise<AddressMatch[]> {
  if (typed.first > 0) {
    const { rows } = await numbersOn(streets, typed).execute(db);
    if (rows.length > 0) return best(rows);
  }
  const { rows } = await sql<AddressMatch>`
    select s.pid, ${parts}, s.postcode, '' as number, '' as unit
    from (${streets.some(mostSuggestions)}) s order by ${streets.order}`.execute(db);
  return rows;
}

/** Streets that fit, as a query for at most so many of them, and their order. */
interface Streets {
  some(most: number | null): RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

const afterAll = '\u{10ffff}';

/** Streets whose names begin with the first word and which have the other words at the beginning of any of theirs. */
function spelledLike([first = '', ...others]: readonly string[]): Streets {
  const begins = firstMeaningsOf(first).map((word) => sql`(name_key >= ${word} and name_key < ${word + afterAll})`);
  const holds = others.map((word) => {
    const meanings = meaningsOf(word).map((meaning) => sql`words like ${`% ${meaning}%`}`);
    return sql`(${sql.join(meanings, sql` or `)})`;
  });
  const fits = sql.join([sql`(${sql.join(begins, sql` or `)})`, ...holds], sql` and `);
  const order = sql`s.name_key, s.address_count desc`;
  return {
    some: (most) => sql`select * from address_streets s where ${fits} order by ${order} limit ${most}`,
    order,
  };
}

const mostMeant = 40;

/** Streets with a word that the first telling one may mean; those that have more of the others first. */
function meantLike(
  words: readonly string[],
  { meant, first }: { meant: Map<string, string[]>; first: string },
): Streets {
  const kept = words.map((word) => {
    const patterns = (meant.get(word) ?? meaningsOf(word)).map((meaning) => `% ${meaning}%`);
    return sql`(words like any(${patterns}::text[]))::int * ${isCommon(word) ? 1 : 2}::int`;
  });
  const order = sql`s.kept desc, s.address_count desc`;
  return {
    some: (most) => sql`
      select *, ${sql.join(kept, sql` + `)} as kept from address_streets where telling && ${meant.get(first) ?? []}::text[]
      order by kept desc, address_count desc limit ${Math.min(most ?? mostMeant, mostMeant)}`,
    order,
  };
}

/** Numbers of a range are this far apart at most; farther ones are found by their first. */
const widestRange = 60;

/** The addresses of that number on each street, the nearest to what was typed first: several are units of one house. */
function numbersOn(streets: Streets, { unit, number, first }: Typed): RawBuilder<Hit> {
  const distance = sql`(unit_key <> ${unit})::int * 8 + (number_first <> ${first})::int * 4
    + (lower(number) <> ${number})::int * 2 + is_alias::int`;
  return sql<Hit>`
    select a.pid, ${parts}, a.postcode, a.number, a.unit, s.id as street_id, a.distance
    from (${streets.some(null)}) s cross join lateral (
      select pid, postcode, number, unit, unit_key, ${distance} as distance
      from addresses
      where street_id = s.id and number_first between ${first - widestRange} and ${first}
        and (number_first = ${first} or number_last >= ${first})
      order by distance, length(unit_key), unit_key limit ${mostSuggestions}
    ) a
    limit ${mostSuggestions * mostSuggestions}`;
}

/** One address of each street before a second of any; and of two that read alike, one. */
function best(hits: readonly Hit[]): AddressMatch[] {
  const turns = new Map<number, number>();
  const read = new Set<string>();
  return hits
    .map((hit, place) => {
      const turn = turns.get(hit.street_id) ?? 0;
      turns.set(hit.street_id, turn + 1);
      return { hit, place, turn };
    })
    .sort((a, b) => a.turn - b.turn || a.hit.distance - b.hit.distance || a.place - b.place)
    .map(({ hit }) => hit)
    .filter(({ street_id, number, unit, postcode }) => {
      const line = `${street_id} ${number} ${unit} ${postcode}`;
      return !read.has(line) && Boolean(read.add(line));
    })
    .slice(0, mostSuggestions);
}

/** An address or a street by its id in G-NAF. */
export async function findByPid(db: Db, pid: string): Promise<AddressMatch | undefined> {
  const { rows } = await sql<AddressMatch>`
    select a.pid, ${parts}, a.postcode, a.number, a.unit
      from addresses a join address_streets s on s.id = a.street_id where a.pid = ${pid}
    union all
    select s.pid, ${parts}, s.postcode, '', '' from address_streets s where s.pid = ${pid}
    limit 1`.execute(db);
  return rows[0];
}
