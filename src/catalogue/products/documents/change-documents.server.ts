import { sql } from 'kysely';
import { inTransaction } from '#platform/db/db.server.ts';
import { checkPdf } from '#platform/pdf/check-uploaded-pdf.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { dayOf } from '#lib/day.ts';
import { badInput, type Fault } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import type { ProductsDeps } from '../deps.server.ts';
import { bytesOfDataUrl, requireProduct } from '../records/read-product.server.ts';
import { changeProducts, lockProduct, type ProductTx } from '../records/change-products.server.ts';
import {
  documentSentences,
  mostDocuments,
  type NewDocument,
  type PlacedDocument,
  type ProductDocument,
} from './contract.ts';
import { storeDocument } from './document-file.server.ts';
import { readDocuments } from '../records/read-documents.server.ts';

const isFuture = (issuedOn: string | null | undefined, at: Date): boolean => Boolean(issuedOn && issuedOn > dayOf(at));

/**
 * Adds a document after the others, with its file unaltered. A new safety data sheet takes the place of the current one,
 * which becomes superseded. Throws `Problem` 400, 404, 413 or 415.
 */
export async function addDocument(
  deps: ProductsDeps,
  { id, data, ...about }: NewDocument & { id: string },
  context: ActionContext,
): Promise<ProductDocument & { version: number }> {
  await requireProduct(deps.db, id);
  if (isFuture(about.issuedOn, deps.clock.now()))
    throw badInput({ path: 'issuedOn', message: documentSentences.future });
  const bytes = bytesOfDataUrl(data);
  if (!bytes) throw badInput({ path: 'data', message: documentSentences.choose });
  checkPdf(bytes);
  const sha256 = await storeDocument(deps.files, bytes);
  const documentId = newId();
  const { documents, version } = await change(deps, { id, context }, async (tx, current) => {
    const replaced = about.kind === 'safetyDataSheet' ? current.find(({ kind }) => kind === about.kind) : undefined;
    if (current.length - (replaced ? 1 : 0) >= mostDocuments)
      throw badInput({ path: 'data', message: documentSentences.tooMany });
    if (replaced) await removeDocuments(tx, [replaced.id], 'superseded');
    const position = replaced ? current.indexOf(replaced) : current.length;
    await insertDocument(
      tx,
      { ...about, id: documentId, productId: id, sha256, size: bytes.length, position },
      deps.clock.now(),
    );
  });
  const added = documents.find((one) => one.id === documentId);
  if (!added) throw new Error('The document was removed while it was being added.');
  return { ...added, version };
}

/** Stores the order, kinds, titles and dates of the documents; documents that are left out are removed. */
export function arrangeDocuments(
  deps: ProductsDeps,
  { id, version, documents }: { id: string; version?: number | undefined; documents: PlacedDocument[] },
  context: ActionContext,
): Promise<{ version: number; documents: ProductDocument[] }> {
  return change(deps, { id, version, context }, async (tx, current) => {
    refuseInvalid(documents, current, deps.clock.now());
    await writeDocuments(tx, id, documents, current);
  });
}

async function writeDocuments(
  tx: ProductTx,
  id: string,
  documents: readonly PlacedDocument[],
  current: readonly ProductDocument[],
): Promise<void> {
  const placed = new Set(documents.map((one) => one.id));
  const leftOut = current.filter((one) => !placed.has(one.id)).map((one) => one.id);
  await removeDocuments(tx, leftOut, 'withdrawn');
  const rows = documents.map((one, position) => ({ ...one, issuedOn: one.issuedOn ?? null, position }));
  // An index allows one safety data sheet per product at any moment, so all documents first become `other`.
  await sql`update product_documents set kind = 'other' where product_id = ${id} and state = 'current'`.execute(tx);
  await sql`update product_documents d set kind = r.kind, title = r.title, issued_on = r."issuedOn", position = r.position
    from ${recordset(rows, 'id uuid, kind text, title text, "issuedOn" date, position int')}
    where d.id = r.id and d.product_id = ${id}`.execute(tx);
}

function refuseInvalid(documents: readonly PlacedDocument[], current: readonly ProductDocument[], at: Date): void {
  const known = new Set(current.map(({ id }) => id));
  const faults = documents.flatMap(({ id, issuedOn }, place): Fault[] => [
    ...(known.has(id) ? [] : [{ path: `documents.${place}.id`, message: documentSentences.gone }]),
    ...(isFuture(issuedOn, at) ? [{ path: `documents.${place}.issuedOn`, message: documentSentences.future }] : []),
  ]);
  if (new Set(documents.map(({ id }) => id)).size < documents.length)
    faults.push({ path: 'documents', message: documentSentences.twice });
  if (documents.filter(({ kind }) => kind === 'safetyDataSheet').length > 1)
    faults.push({ path: 'documents', message: documentSentences.oneSheet });
  if (faults.length > 0) throw badInput(...faults);
}

function change(
  { db, clock }: ProductsDeps,
  { id, version, context }: { id: string; version?: number | undefined; context: ActionContext },
  write: (tx: ProductTx, current: readonly ProductDocument[]) => Promise<void>,
): Promise<{ version: number; documents: ProductDocument[] }> {
  return inTransaction(db, async (tx) => {
    const product = await lockProduct(tx, id, version);
    const current = await readDocuments(tx, id);
    await changeProducts(tx, [id], { context, at: clock.now() }, (products) => write(products, current));
    return { version: product.version + 1, documents: await readDocuments(tx, id) };
  });
}

/** Removes documents from their products. The rows stay, so that links in earlier mails can still work. */
async function removeDocuments(
  tx: ProductTx,
  ids: readonly string[],
  state: 'superseded' | 'withdrawn',
): Promise<void> {
  await sql`update product_documents set state = ${state} where id = any(${[...ids]}::uuid[])`.execute(tx);
}

interface DocumentRow extends Omit<NewDocument, 'data'> {
  id: string;
  productId: string;
  sha256: string;
  size: number;
  position: number;
}

async function insertDocument(tx: ProductTx, row: DocumentRow, at: Date): Promise<void> {
  await sql`insert into product_documents (id, product_id, kind, title, issued_on, name, sha256, size, position, created_at)
    values (${row.id}, ${row.productId}, ${row.kind}, ${row.title}, ${row.issuedOn ?? null}, ${row.name}, ${row.sha256},
      ${row.size}, ${row.position}, ${at})`.execute(tx);
}
