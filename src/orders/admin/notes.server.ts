import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { notFound, requireVersion } from '#lib/api/problem.ts';
import type { StaffNote } from '#lib/api/staff-note.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { changeOrder } from '../stored/change-order.server.ts';
import { personName } from '../stored/read-orders.server.ts';
import { sentences } from './contract.ts';

type NotesDeps = Pick<Deps, 'db' | 'clock'>;

/** Adds a note to a paid order; throws 404 if the order does not exist. */
export function addNote(
  { db, clock }: NotesDeps,
  { orderId, text }: { orderId: string; text: string },
  context: ActionContext,
): Promise<StaffNote> {
  return inTransaction(db, async (tx) => {
    const id = newId(clock.now().getTime());
    await changeOrder(tx, orderId, { clock, ...context, gone: sentences.gone }, async (_order, at) => {
      const author = { author_id: context.actor.id, author_name: personName(context.actor) };
      await tx
        .insertInto('order_notes')
        .values({ id, order_id: orderId, text, ...author, created_at: at })
        .execute();
      return { action: 'note', before: {}, after: { note: text } };
    });
    return noteOf(tx, orderId, id);
  });
}

/** Changes a note and records its earlier text in the history. Throws 404 for an unknown note, 409 for an outdated `version`. */
export function updateNote(
  { db, clock }: NotesDeps,
  { orderId, noteId, text, version }: { orderId: string; noteId: string; text: string; version?: number | undefined },
  context: ActionContext,
): Promise<StaffNote> {
  return inTransaction(db, async (tx) => {
    await changeOrder(tx, orderId, { clock, ...context, gone: sentences.noteGone }, async (_order, at) => {
      const before = await tx
        .selectFrom('order_notes')
        .select(['text', 'version'])
        .where('id', '=', noteId)
        .where('order_id', '=', orderId)
        .executeTakeFirstOrThrow(() => notFound(sentences.noteGone));
      requireVersion(version, before.version);
      if (text === before.text) return undefined;
      const changed = { text, edited_at: at, version: before.version + 1 };
      await tx.updateTable('order_notes').set(changed).where('id', '=', noteId).execute();
      return { action: 'note', before: { note: before.text }, after: { note: text } };
    });
    return noteOf(tx, orderId, noteId);
  });
}

async function noteOf(tx: Tx, orderId: string, id: string): Promise<StaffNote> {
  const { createdAt, editedAt, ...note } = await tx
    .selectFrom('order_notes')
    .select(['id', 'text', 'author_id as authorId', 'author_name as authorName', 'version'])
    .select(['created_at as createdAt', 'edited_at as editedAt'])
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...note, createdAt: createdAt.toISOString(), editedAt: editedAt?.toISOString() ?? null };
}
