import { sql } from 'kysely';
import type { z } from 'zod';
import { audit } from '#platform/db/audit.server.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';
import { type Order, type RowsWithTotal, tablePage } from '#platform/list/table-page.server.ts';
import { normaliseWords } from '#lib/text/search-words.ts';
import { conflict, notFound, requireVersion } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import {
  type groupInput,
  type listSynonyms,
  mostGroups,
  sentences,
  type SynonymGroup,
  type updateSynonyms as updateEndpoint,
} from './contract.ts';

export type SynonymsDeps = Pick<Deps, 'db' | 'clock'>;
type Input = z.output<typeof groupInput>;

const order: Order<'phrase' | 'createdDate'> = {
  columns: { phrase: sql`lower(phrases[1])`, createdDate: sql`created_at` },
  usual: 'phrase',
  key: sql`id`,
};

/** A page of the groups, or all of them. A search looks in all phrases of a group. */
export async function readGroups(
  db: Db,
  asked: z.output<(typeof listSynonyms)['shapes']['query']>,
): Promise<RowsWithTotal<SynonymGroup>> {
  const words = searchCondition(sql`search_words(array_to_string(phrases || finds, ' '))`, asked.search);
  const { rows, total } = await tablePage(db, words ? rowsOf(db).where(words) : rowsOf(db), { asked, order });
  return { rows: rows.map(groupOf), total };
}

const rowsOf = (db: Db | Tx) =>
  db.selectFrom('search_synonyms').select(['id', 'phrases', 'finds', 'version', 'created_at as createdAt']);

const groupOf = ({ createdAt, ...row }: Omit<SynonymGroup, 'createdDate'> & { createdAt: Date }): SynonymGroup => ({
  ...row,
  createdDate: createdAt.toISOString(),
});

async function readGroup(tx: Tx, id: string): Promise<SynonymGroup> {
  const row = await rowsOf(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound(sentences.notFound);
  return groupOf(row);
}

/** Unique phrases, ignoring case, accents and punctuation; the first of equal ones is taken. */
const distinct = (phrases: readonly string[]): string[] =>
  phrases.filter(
    (phrase, place) => phrases.findIndex((other) => normaliseWords(other) === normaliseWords(phrase)) === place,
  );

const tidied = ({ phrases, finds }: Input): Input => ({ phrases: distinct(phrases), finds: distinct(finds) });

/** Adds a group, which takes effect at once. Throws `Problem` 409 if there are 1,000 already. */
export function addGroup(
  { db, clock }: SynonymsDeps,
  input: Input,
  { actor, requestId }: ActionContext,
): Promise<SynonymGroup> {
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const id = newId(at.getTime());
    const values = tidied(input);
    const { count } = await tx
      .selectFrom('search_synonyms')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow();
    if (count >= mostGroups) throw conflict(sentences.tooMany);
    await tx
      .insertInto('search_synonyms')
      .values({ id, ...values, created_at: at })
      .execute();
    await forgetMisses(tx, values.phrases);
    await audit(tx, { actor, action: 'create', entity: 'synonyms', entityId: id, after: values, at, requestId });
    await publishChange(tx, 'catalogue');
    return readGroup(tx, id);
  });
}

/** Changes a group. Throws `Problem` 404, and 409 if `version` is outdated. */
export function updateGroup(
  { db, clock }: SynonymsDeps,
  { id, version, ...input }: z.output<(typeof updateEndpoint)['shapes']['body']>,
  { actor, requestId }: ActionContext,
): Promise<SynonymGroup> {
  return inTransaction(db, async (tx) => {
    const before = await readGroup(tx, id);
    requireVersion(version, before.version);
    const values = tidied(input);
    const stored = { phrases: before.phrases, finds: before.finds };
    if (JSON.stringify(values) === JSON.stringify(stored)) return before;
    const at = clock.now();
    await tx
      .updateTable('search_synonyms')
      .set({ ...values, version: before.version + 1 })
      .where('id', '=', id)
      .execute();
    await forgetMisses(tx, values.phrases);
    await audit(tx, {
      actor,
      action: 'update',
      entity: 'synonyms',
      entityId: id,
      before: stored,
      after: values,
      at,
      requestId,
    });
    await publishChange(tx, 'catalogue');
    return readGroup(tx, id);
  });
}

export function deleteGroup(
  { db, clock }: SynonymsDeps,
  id: string,
  { actor, requestId }: ActionContext,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { phrases, finds } = await readGroup(tx, id);
    await tx.deleteFrom('search_synonyms').where('id', '=', id).execute();
    const before = { phrases, finds };
    await audit(tx, { actor, action: 'delete', entity: 'synonyms', entityId: id, before, at: clock.now(), requestId });
    await publishChange(tx, 'catalogue');
  });
}

/** Removes phrases that now have a synonym from the searches without results. */
async function forgetMisses(tx: Tx, phrases: readonly string[]): Promise<void> {
  await sql`delete from search_misses where phrase = any(${phrases.map(normaliseWords)}::text[])`.execute(tx);
}
