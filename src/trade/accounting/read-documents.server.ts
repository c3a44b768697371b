import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import type { AdjustmentData } from '#orders/documents/adjustment-note-data.ts';
import type { InvoiceData, InvoicedTrade } from '#orders/documents/invoice-data.ts';
import { type AccountingDocument, invoiceDocument, noteDocument } from './accounting-document.ts';

interface StoredDocument {
  invoice: InvoiceData & { trade: InvoicedTrade };
  note: AdjustmentData | null;
}

const documentOf = ({ invoice, note }: StoredDocument): AccountingDocument =>
  note ? noteDocument(note, invoice) : invoiceDocument(invoice);

/** The documents of an export from one position to another, in its order. */
export async function exportedDocuments(
  db: Db,
  exportId: string,
  { from, to }: { from: number; to: number },
): Promise<AccountingDocument[]> {
  const { rows } = await sql<StoredDocument>`
    select t.content as invoice, n.content as note
    from accounting_export_documents d
    join account_entries e on e.id = d.entry_id
    join tax_invoices t on t.order_id = e.order_id
    left join adjustment_notes n on e.kind = 'adjustment' and n.number = e.document
    where d.export_id = ${exportId} and d.position between ${from} and ${to} order by d.position`.execute(db);
  return rows.map(documentOf);
}

/** A document with what decides who may read it, and the account's ABN now. */
export interface ReadDocument {
  document: AccountingDocument;
  accountId: string;
  siteId: string;
  abn: string;
}

/** The invoice of an order of a trade account; undefined for another order's. */
export const readInvoice = (db: Db, taxInvoiceId: string): Promise<ReadDocument | undefined> =>
  readOne(db, sql`from tax_invoices t left join adjustment_notes n on false`, sql`t.id = ${taxInvoiceId}`);

/** An adjustment note that lowers the price of an order of a trade account; undefined for another order's, and for one that cancels a note. */
export const readNote = (db: Db, noteId: string): Promise<ReadDocument | undefined> =>
  readOne(
    db,
    sql`from adjustment_notes n join refunds r on r.id = n.refund_id join tax_invoices t on t.order_id = r.order_id`,
    sql`n.id = ${noteId} and n.cancels_id is null`,
  );

async function readOne(
  db: Db,
  from: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): Promise<ReadDocument | undefined> {
  const { rows } = await sql<StoredDocument & Omit<ReadDocument, 'document'>>`
    select t.content as invoice, n.content as note, o.account_id as "accountId", o.site_id as "siteId", a.abn
    ${from} join trade_orders o on o.order_id = t.order_id join trade_accounts a on a.id = o.account_id
    where ${condition}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { invoice, note, ...rest } = row;
  return { ...rest, document: documentOf({ invoice, note }) };
}
