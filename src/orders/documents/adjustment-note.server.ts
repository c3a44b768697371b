import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { type Cents, cents, minus, zero } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import type { Settings } from '#company/contract.ts';
import { insertShares, type NoteShares, reversedShares, sharesOf } from './note-shares.server.ts';
import type { AdjustedLine, AdjustmentData } from './adjustment-data.ts';
import { adjustmentPdf } from './adjustment-pdf.server.ts';
import type { InvoiceData } from './invoice-data.ts';
import { type InvoiceFile, sellerOf } from './invoice.server.ts';
import { demandReadAccess, missingFor, type OrderReader } from '../stored/orders.server.ts';
import { isActiveNote } from '../stored/refund-states.server.ts';

export interface NoteIssue {
  id: string;
  refundId: string;
  settings: Settings;
  at: Date;
}

/**
 * Issues the adjustment note of a paid refund with the next number, without gaps. The counter's row is locked until the
 * transaction ends, so call this last.
 */
export async function issueNote(tx: Tx, issuing: NoteIssue): Promise<void> {
  const content = await contentOf(tx, issuing);
  const { amount, gst } = content;
  const shares = await sharesOf(tx, issuing.refundId);
  await insertNote(tx, issuing, { content, amount, gst, shares, cancelsId: null });
}

/** Issues the note that cancels another one, whose refund came back; both add up to zero. Call this last. */
export async function cancelNote(tx: Tx, issuing: NoteIssue & { reason: string }): Promise<void> {
  const { refundId, settings, at, reason } = issuing;
  const { id: cancelsId, content: known, amount, gst, amountRefunded } = await readActiveNote(tx, refundId);
  const content = {
    ...known,
    seller: sellerOf(settings),
    issuedAt: at.toISOString(),
    reason,
    amountBefore: cents(amountRefunded + amount),
    cancels: { number: known.number, issuedAt: known.issuedAt },
  };
  const shares = await reversedShares(tx, cancelsId);
  await insertNote(tx, issuing, { content, amount: minus(zero, amount), gst: minus(zero, gst), shares, cancelsId });
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
  { id, refundId, at }: NoteIssue,
  { content, amount, gst, shares, cancelsId }: NoteValues,
): Promise<void> {
  const { numAffectedRows } = await sql`
    with next as (
      update counters set value = value + 1 where name = 'adjustment' returning 'ADJ-' || value as number
    )
    insert into adjustment_notes (id, refund_id, number, issued_at, content, amount_cents, gst_cents, delivery_cents,
      cancels_id)
    select ${id}::uuid, ${refundId}::uuid, number, ${at}::timestamptz,
      ${JSON.stringify(content)}::jsonb || jsonb_build_object('number', number), ${amount}, ${gst}, ${shares.delivery},
      ${cancelsId}::uuid
    from next`.execute(tx);
  if (numAffectedRows !== 1n) throw new Error('The counter for adjustment notes is missing.');
  await insertShares(tx, id, shares);
}

interface ActiveNote {
  id: string;
  content: AdjustmentData;
  amount: Cents;
  gst: Cents;
  /** Refunded total of the order, from which this note's amount is subtracted already. */
  amountRefunded: Cents;
}

/** The active note of a refund that came back. */
async function readActiveNote(tx: Tx, refundId: string): Promise<ActiveNote> {
  const { rows } = await sql<ActiveNote>`
    select n.id, n.content, n.amount_cents as amount, n.gst_cents as gst, o.amount_refunded_cents as "amountRefunded"
    from adjustment_notes n join refunds r on r.id = n.refund_id join orders o on o.id = r.order_id
    where n.refund_id = ${refundId} and ${isActiveNote}`.execute(tx);
  const [note] = rows;
  if (!note) throw new Error('A refund that is paid has no adjustment note.');
  return note;
}

interface RefundRow {
  amount: Cents;
  gst: Cents;
  shippingFee: Cents;
  reason: string;
  amountRefunded: Cents;
  invoice: InvoiceData;
  lines: AdjustedLine[];
}

async function contentOf(tx: Tx, { refundId, settings, at }: NoteIssue): Promise<Omit<AdjustmentData, 'number'>> {
  const { rows } = await sql<RefundRow>`
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
    seller: sellerOf(settings),
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
  };
}

type NoteDeps = Pick<Deps, 'db' | 'env' | 'files'>;

/** An adjustment note as PDF, for readers who may see its order; see `demandReadAccess`. */
export async function openNote(deps: NoteDeps, noteId: string, reader: OrderReader): Promise<InvoiceFile> {
  const row = await deps.db
    .selectFrom('adjustment_notes as n')
    .innerJoin('refunds as r', 'r.id', 'n.refund_id')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select(['o.id', 'o.user_id as userId'])
    .where('n.id', '=', noteId)
    .executeTakeFirstOrThrow(() => missingFor(reader));
  demandReadAccess(deps.env, row, reader);
  return noteFile(deps, noteId);
}

const noteOf = (db: Db | Tx, id: string) =>
  db.selectFrom('adjustment_notes').select(['number', 'content', 'file_key as fileKey']).where('id', '=', id);

/**
 * A note as PDF. It is created once, for its mail or its first reader, and stored; the row is locked meanwhile, so that
 * only one file is created.
 */
export async function noteFile({ db, files }: NoteDeps, noteId: string): Promise<InvoiceFile> {
  const storedFile = async (note: { number: string; fileKey: string | null }): Promise<InvoiceFile | undefined> => {
    if (note.fileKey === null) return undefined;
    const bytes = await files.get(note.fileKey);
    if (!bytes) throw new Error(`The file of adjustment note ${note.number} is missing.`);
    return { name: `${note.number}.pdf`, bytes };
  };
  const written = await storedFile(await noteOf(db, noteId).executeTakeFirstOrThrow());
  if (written) return written;
  return inTransaction(db, async (tx) => {
    const note = await noteOf(tx, noteId).forUpdate().executeTakeFirstOrThrow();
    const others = await storedFile(note);
    if (others) return others;
    // The content was written by `contentOf` and completed with its number.
    const bytes = await adjustmentPdf(note.content as unknown as AdjustmentData);
    const key = `adjustments/${note.number}-${newId()}.pdf`;
    await files.put(key, bytes, 'application/pdf');
    await tx.updateTable('adjustment_notes').set({ file_key: key }).where('id', '=', noteId).execute();
    return { name: `${note.number}.pdf`, bytes };
  });
}
