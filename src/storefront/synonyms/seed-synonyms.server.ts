import { z } from 'zod';
import type { Tx } from '#platform/db/db.server.ts';
import { newId } from '#lib/uuid.ts';
import { groupInput } from './contract.ts';

/** Writes the demo's synonyms. `content` is the parsed `demo/synonyms.json`; throws if its shape is invalid. */
export async function seedSynonyms(tx: Tx, content: unknown, at: Date): Promise<void> {
  const groups = z.array(groupInput).parse(content);
  if (groups.length === 0) return;
  await tx
    .insertInto('search_synonyms')
    .values(groups.map((group) => ({ id: newId(at.getTime()), ...group, created_at: at })))
    .execute();
}
