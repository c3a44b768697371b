import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { type OrderNote, sentences } from './contract.ts';

type NotesDeps = Pick<Deps, 'db' | 'clock'>;

/** Adds a note to a paid order; 404 where there is none. */
export function addNote(
  { db, clock }: NotesDeps,
  { orderId, text }: { orderId: string; text: string },
  { actor, requestId }: ActionContext,
): Promise<OrderNote> {
  return inTransaction(db, async (tx) => {
    const { orderNumber } = await demandOrder(tx, orderId);
    const at = clock.now();
    const id = newId(at.getTime());
    const author_name = `${actor.firstName} ${actor.lastName}`;
    const row = { id, order_id: orderId, text, author_id: actor.id, author_name, created_at: at };
    await tx.insertInto('order_notes').values(row).execute();
    const told = { before: { orderNumber }, after: { orderNumber, note: text } };
    await audit(tx, { actor, action: 'note', entity: 'order', entityId: orderId, ...told, at, requestId });
    return noteOf(tx, orderId, id);
  });
}

export interface NoteChange {
  orderId: string;
  noteId: string;
  text: string;
  version?: number | undefined;
}

/** Changes a note, with its earlier text in the history. 404 for an unknown note, 409 for an outdated `version`. */
export function updateNote(
  { db, clock }: NotesDeps,
  { orderId, noteId, text, version }: NoteChange,
  { actor, requestId }: ActionContext,
): Promise<OrderNote> {
  return inTransaction(db, async (tx) => {
    const before = await tx
      .selectFrom('order_notes')
      .select(['text', 'version'])
      .where('id', '=', noteId)
      .where('order_id', '=', orderId)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw notFound(sentences.noteGone);
    if (version !== undefined && version !== before.version) throw conflict(changedBySomeoneElse);
    if (text !== before.text) {
      const at = clock.now();
      const changed = { text, edited_at: at, version: before.version + 1 };
      await tx.updateTable('order_notes').set(changed).where('id', '=', noteId).execute();
      const { orderNumber } = await demandOrder(tx, orderId);
      const told = { before: { orderNumber, note: before.text }, after: { orderNumber, note: text } };
      await audit(tx, { actor, action: 'note', entity: 'order', entityId: orderId, ...told, at, requestId });
    }
    return noteOf(tx, orderId, noteId);
  });
}

async function demandOrder(tx: Tx, id: string): Promise<{ orderNumber: string | null }> {
  const order = await tx
    .selectFrom('orders')
    .select('number as orderNumber')
    .where('id', '=', id)
    .where('payment', '=', 'paid')
    .executeTakeFirst();
  if (!order) throw notFound(sentences.gone);
  return order;
}

async function noteOf(tx: Tx, orderId: string, id: string): Promise<OrderNote> {
  const { createdAt, editedAt, ...note } = await tx
    .selectFrom('order_notes')
    .select(['id', 'text', 'author_id as authorId', 'author_name as authorName', 'version'])
    .select(['created_at as createdAt', 'edited_at as editedAt'])
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...note, createdAt: createdAt.toISOString(), editedAt: editedAt?.toISOString() ?? null };
}
