import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { wordsOf } from '#lib/text/search-words.ts';
import { phraseKeyOf } from './word-forms.ts';

/** The synonyms of a phrase, each as its words, by the phrase's `phraseKey`. */
export type Synonyms = ReadonlyMap<string, readonly string[][]>;

/** A synonym group: each phrase also finds `finds`, or if that is empty, all other phrases. */
export interface Group {
  phrases: readonly string[];
  finds: readonly string[];
}

export async function readSynonyms(db: Db): Promise<Synonyms> {
  const { rows } = await sql<Group>`select phrases, finds from search_synonyms order by created_at, id`.execute(db);
  return synonymsIn(rows);
}

export function synonymsIn(groups: readonly Group[]): Synonyms {
  const synonyms = new Map<string, string[][]>();
  for (const { phrases, finds } of groups) {
    for (const phrase of phrases) {
      const key = phraseKeyOf(phrase);
      const others = (finds.length > 0 ? finds : phrases).filter((other) => phraseKeyOf(other) !== key).map(wordsOf);
      if (key !== '') synonyms.set(key, [...(synonyms.get(key) ?? []), ...others.filter(({ length }) => length > 0)]);
    }
  }
  return synonyms;
}
