import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { foundBy, namedAsTyped } from './matches.server.ts';
import { exactly } from './meaning.ts';
import type { Understood } from './understand.server.ts';

/**
 * With this many exact matches in names, other forms and synonyms are not searched: they would all rank lower, and in a
 * catalogue of a million they are most of the work.
 */
export const plenty = 100;

/** Narrows a search to the words as typed if that has plenty of matches in names. */
export async function narrowed(db: Db, understood: Understood): Promise<Understood> {
  const { phrases, slots, unknown, meant } = understood;
  if (phrases.length > 0 || unknown.length > 0 || meant.size > 0) return understood;
  const exact = exactly(slots);
  if (!exact || exact.length === 0) return understood;
  const narrow = { ...understood, slots: exact };
  const found = sql.join([...foundBy(narrow), namedAsTyped(exact)], sql` and `);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from listings where ${found} limit ${plenty}) l`.execute(db);
  return (rows[0]?.count ?? 0) < plenty ? understood : narrow;
}
