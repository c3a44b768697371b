import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { dayOf } from '#lib/day.ts';
import { normaliseWords } from '#lib/text/search-words.ts';
import type { SearchMiss } from './contract.ts';

/** How many searches are stored. Beyond that, the oldest are deleted; of the same day, the rarest first. */
const mostKept = 500;
const mostShown = 50;
const longest = 60;

/** Whether a search may be personal data: an e-mail address, a telephone or card number, a whole sentence. */
const mayBePersonal = (text: string): boolean =>
  text.length > longest ||
  text.includes('@') ||
  (text.match(/\p{N}/gu)?.length ?? 0) > 5 ||
  text.split(/\s+/).length > 6;

/** Counts a search without results in the whole catalogue, anonymously. */
export async function noteMiss(db: Db, text: string, at: Date): Promise<void> {
  const phrase = normaliseWords(text);
  if (phrase.length < 3 || mayBePersonal(text)) return;
  await sql`
    insert into search_misses as m (phrase, times, last_day) values (${phrase}, 1, ${dayOf(at)})
    on conflict (phrase) do update set times = m.times + 1, last_day = excluded.last_day`.execute(db);
  await sql`
    delete from search_misses where phrase in (
      select phrase from search_misses order by last_day desc, times desc, phrase offset ${mostKept})`.execute(db);
}

/** Searches without results, most frequent first. */
export async function readMisses(db: Db): Promise<SearchMiss[]> {
  const { rows } = await sql<SearchMiss>`
    select phrase, times, last_day as "lastDay" from search_misses order by times desc, phrase limit ${mostShown}`.execute(
    db,
  );
  return rows;
}

export async function dismissMiss(db: Db, phrase: string): Promise<void> {
  await sql`delete from search_misses where phrase = ${normaliseWords(phrase)}`.execute(db);
}
