import type { IconDeps } from '#company/brand-icons.server.ts';
import { paperLook, type Supplier } from '#company/letterhead.server.ts';
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { type Cents, cents, minus, zero } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { insertShares, type NoteShares, reversedShares, sharesOf } from './adjustment-note-shares.server.ts';
import type { AdjustedLine, AdjustmentData } from './adjustment-note-data.ts';
import { adjustmentPdf } from './adjustment-note-pdf.server.ts';
import type { InvoiceData } from './invoice-data.ts';
import { type DocumentFile, sellerOf } from './invoice.server.ts';
import { demandReadAccess, missingOrderProblem, type OrderReader } from '../stored/read-orders.server.ts';
import { isActiveNote } from '../stored/refund-states.server.ts';

export interface NewNote {
  id: string;
  refundId: string;
  supplier: Supplier;
  at: Date;
}

/**
 * Issues the adjustment note of a paid refund with the next number, without gaps. The counter's row is locked until the
 * transaction ends, so call this last. Returns the number.
 */
export async function issueAdjustmentNote(tx: Tx, newNote: NewNote): Promise<string> {
  const content = await contentOf(tx, newNote);
  const { amount, gst } = content;
  const shares = await sharesOf(tx, newNote.refundId);
  return insertNote(tx, newNote, { content, amount, gst, shares, cancelsId: null });
}

/** Issues a note that cancels the note of a refund that came back; the two notes add up to zero. Call this last. */
export async function cancelAdjustmentNote(tx: Tx, newNote: NewNote & { reason: string }): Promise<void> {
  const { refundId, supplier, at, reason } = newNote;
  const { id: cancelsId, content: cancelled, amount, gst, amountRefunded } = await readActiveNote(tx, refundId);
  const content = {
    ...cancelled,
    seller: sellerOf(supplier),
    issuedAt: at.toISOString(),
    reason,
    amountBefore: cents(amountRefunded + amount),
    cancels: { number: cancelled.number, issuedAt: cancelled.issuedAt },
  };
  const shares = await reversedShares(tx, cancelsId);
  await insertNote(tx, newNote, { content, amount: minus(zero, amount), gst: minus(zero, gst), shares, cancelsId });
}

interface NoteValues {
  content: Omit<AdjustmentData, 'number'>;
  /** Negative if it cancels another note. */
  amount: Cents;
  gst: Cents;
  shares: NoteShares;
  cancelsId: string | null;
}

async function insertNote(
  tx: Tx,
  { id, refundId, at }: NewNote,
  { content, amount, gst, shares, cancelsId }: NoteValues,
): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    with next as (
      update counters set value = value + 1 where name = 'adjustment' returning 'ADJ-' || value as number
    )
    insert into adjustment_notes (id, refund_id, number, issued_at, content, amount_cents, gst_cents, delivery_cents,
      cancels_id)
    select ${id}::uuid, ${refundId}::uuid, number, ${at}::timestamptz,
      ${JSON.stringify(content)}::jsonb || jsonb_build_object('number', number), ${amount}, ${gst}, ${shares.delivery},
      ${cancelsId}::uuid
    from next returning number`.execute(tx);
  const [note] = rows;
  if (!note) throw new Error('The counter for adjustment notes is missing.');
  await insertShares(tx, id, shares);
  return note.number;
}

interface ActiveNote {
  id: string;
  content: AdjustmentData;
  amount: Cents;
  gst: Cents;
  /** The order's refunded total, which no longer includes this note's amount. */
  amountRefunded: Cents;
}

/** The note to cancel: the active note of a refund that came back. */
async function readActiveNote(tx: Tx, refundId: string): Promise<ActiveNote> {
  const { rows } = await sql<ActiveNote>`
    select n.id, n.content, n.amount_cents as amount, n.gst_cents as gst, o.amount_refunded_cents as "amountRefunded"
    from adjustment_notes n join refunds r on r.id = n.refund_id join orders o on o.id = r.order_id
    where n.refund_id = ${refundId} and ${isActiveNote}`.execute(tx);
  const [note] = rows;
  if (!note) throw new Error('A paid refund has no adjustment note.');
  return note;
}

interface AdjustedRefund {
  amount: Cents;
  gst: Cents;
  shippingFee: Cents;
  reason: string;
  amountRefunded: Cents;
  invoice: InvoiceData;
  lines: AdjustedLine[];
}

async function contentOf(tx: Tx, { refundId, supplier, at }: NewNote): Promise<Omit<AdjustmentData, 'number'>> {
  const { rows } = await sql<AdjustedRefund>`
    select r.amount_cents as amount, r.gst_cents as gst, r.shipping_cents as "shippingFee", r.reason,
      o.amount_refunded_cents as "amountRefunded", t.content as invoice, (
      select coalesce(json_agg(json_build_object('code', i.product_code, 'name', i.product_name, 'label', i.label,
        'quantity', l.quantity, 'amount', l.amount_cents) order by i.position), '[]')
      from refund_lines l join order_items i on i.id = l.order_item_id where l.refund_id = r.id) as lines
    from refunds r join orders o on o.id = r.order_id join tax_invoices t on t.order_id = o.id
    where r.id = ${refundId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A refund has no invoice to adjust.');
  const { invoice, amountRefunded, ...refund } = row;
  return {
    ...refund,
    seller: sellerOf(supplier),
    issuedAt: at.toISOString(),
    invoice: {
      number: invoice.number,
      issuedAt: invoice.issuedAt,
      total: invoice.total,
      totalIncludedGst: invoice.totalIncludedGst,
    },
    orderNumber: invoice.orderNumber,
    buyer: invoice.buyer,
    amountBefore: minus(amountRefunded, refund.amount),
    payment: invoice.payment,
    ...(invoice.trade?.dueDay && { isOnAccount: true as const }),
  };
}

type NoteDeps = IconDeps;

/** An adjustment note as PDF, for readers who may see its order; see `demandReadAccess`. */
export async function openAdjustmentNote(deps: NoteDeps, noteId: string, reader: OrderReader): Promise<DocumentFile> {
  const row = await deps.db
    .selectFrom('adjustment_notes as n')
    .innerJoin('refunds as r', 'r.id', 'n.refund_id')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select(['o.id', 'o.user_id as userId'])
    .where('n.id', '=', noteId)
    .executeTakeFirstOrThrow(() => missingOrderProblem(reader));
  await demandReadAccess(deps, row, reader);
  return adjustmentNoteFile(deps, noteId);
}

const noteOf = (db: Db | Tx, id: string) =>
  db.selectFrom('adjustment_notes').select(['number', 'content', 'file_key as fileKey']).where('id', '=', id);

/**
 * A note as PDF. The file is created when it is first mailed or downloaded, and then stored. The note's row is locked
 * while the file is created, so that it is created only once.
 */
export async function adjustmentNoteFile(deps: NoteDeps, noteId: string): Promise<DocumentFile> {
  const { db, files } = deps;
  const storedFile = async (note: { number: string; fileKey: string | null }): Promise<DocumentFile | undefined> => {
    if (note.fileKey === null) return undefined;
    const bytes = await files.get(note.fileKey);
    if (!bytes) throw new Error(`The file of adjustment note ${note.number} is missing.`);
    return { name: `${note.number}.pdf`, bytes };
  };
  const existing = await storedFile(await noteOf(db, noteId).executeTakeFirstOrThrow());
  if (existing) return existing;
  const look = await paperLook(deps);
  return inTransaction(db, async (tx) => {
    const note = await noteOf(tx, noteId).forUpdate().executeTakeFirstOrThrow();
    const createdMeanwhile = await storedFile(note);
    if (createdMeanwhile) return createdMeanwhile;
    // `contentOf` made the content, and `insertNote` added the number.
    const bytes = await adjustmentPdf(note.content as unknown as AdjustmentData, look);
    const key = `adjustments/${note.number}-${newId()}.pdf`;
    await files.put(key, bytes, 'application/pdf');
    await tx.updateTable('adjustment_notes').set({ file_key: key }).where('id', '=', noteId).execute();
    return { name: `${note.number}.pdf`, bytes };
  });
}
