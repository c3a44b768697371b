import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Files } from '#platform/storage/files.server.ts';
import { checkPdf } from '#platform/pdf/check-uploaded-pdf.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { newId } from '#lib/uuid.ts';
import type { ProductTx } from '../records/change-products.server.ts';
import { documentKey, hashOf, storeDocument } from '../documents/document-file.server.ts';
import type { StoredProduct } from '../records/read-catalogue-products.server.ts';
import type { CatalogueDocument } from '../catalogue-product.ts';
import type { Remark } from './file/columns.ts';
import type { FileProducts } from './file/file-products.server.ts';
import type { FileProduct } from './file/parse-product.ts';
import { findFiles, type FolderFiles } from './import-folder.server.ts';
import type { FileKeys, Step, StepWithIds } from './import-step.server.ts';

function* named(products: FileProducts): Generator<{ row: number; name: string }> {
  for (const { row, documents = [] } of products.each()) for (const { name } of documents) yield { row, name };
}

export const findDocuments = (products: FileProducts, folder: string): Promise<FolderFiles> =>
  findFiles(named(products), folder, {
    column: 'documents',
    keyOf: (bytes) => documentKey(hashOf(bytes)),
    check: checkPdf,
  });

export async function storeDocuments(files: Files, keys: FileKeys, folder: string): Promise<void> {
  for (const name of keys.keys()) await storeDocument(files, await readFile(join(folder, name)));
}

/** A document with the storage key of its file. */
export type KeyedDocument = CatalogueDocument & { key: string };

/**
 * A product's documents from the file. A document is left out if its PDF is neither in the folder nor already stored.
 * Undefined if the file has no such column.
 */
export function documentsOf(
  { documents }: Pick<FileProduct, 'documents'>,
  stored: StoredProduct | undefined,
  fileKeys: FileKeys | undefined,
): KeyedDocument[] | undefined {
  return documents?.flatMap((one) => {
    const place = stored?.documents.findIndex(({ name }) => name === one.name) ?? -1;
    const hash = stored?.documentHashes[place];
    const key = fileKeys?.get(one.name) ?? (hash === undefined ? undefined : documentKey(hash));
    return key === undefined ? [] : [{ ...one, key }];
  });
}

/** Faults for documents whose PDF is neither in the folder nor stored. */
export function missingDocuments({ file, stored }: Step, fileKeys: FileKeys | undefined): Remark[] {
  const known = new Set(documentsOf(file, stored, fileKeys)?.map(({ name }) => name));
  return (file.documents ?? [])
    .filter(({ name }) => !known.has(name))
    .map(({ name }) => ({
      row: file.row,
      column: 'documents',
      message: fileKeys ? `'${name}' is not in the folder.` : `'${name}' cannot be found: set --images to its folder.`,
    }));
}

const hashIn = (key: string): string => key.slice('documents/'.length, -'.pdf'.length);

/**
 * Writes the documents of products whose documents the file changes. A document with the same name and content stays; a
 * safety data sheet that a new one replaces becomes superseded.
 */
export async function applyDocuments(
  tx: ProductTx,
  steps: readonly StepWithIds[],
  {
    fileKeys,
    sizes,
    at,
  }: { fileKeys?: FileKeys | undefined; sizes?: ReadonlyMap<string, number> | undefined; at: Date },
): Promise<void> {
  const changed = steps.filter(
    ({ file, stored, changes }) => file.documents !== undefined && (!stored || changes.includes('documents')),
  );
  if (changed.length === 0) return;
  const rows = changed.flatMap(({ id: product, file, stored }) =>
    (documentsOf(file, stored, fileKeys) ?? []).map(({ key, kind, title, issuedOn, name }, position) => {
      const about = { kind, title, issuedOn, name, sha: hashIn(key), size: sizes?.get(key) ?? null };
      return { id: newId(at.getTime()), product, position, ...about };
    }),
  );
  const shape = `id uuid, product uuid, position int, kind text, title text, "issuedOn" date, name text, sha text, size int`;
  const given = recordset(rows, shape);
  const products = changed.map(({ id }) => id);
  // The kinds are written last, because an index allows one current safety data sheet per product at any moment.
  await sql`
    update product_documents d set state = case when d.kind = 'safetyDataSheet' and exists (
        select from ${given} where r.product = d.product_id and r.kind = d.kind) then 'superseded' else 'withdrawn' end
    where d.product_id = any(${products}::uuid[]) and d.state = 'current' and not exists (
      select from ${given} where r.product = d.product_id and r.name = d.name and r.sha = d.sha256)`.execute(tx);
  await sql`update product_documents set kind = 'other'
    where product_id = any(${products}::uuid[]) and state = 'current'`.execute(tx);
  await sql`
    insert into product_documents (id, product_id, kind, title, issued_on, name, sha256, size, position, created_at)
    select r.id, r.product, 'other', r.title, r."issuedOn", r.name, r.sha, r.size, r.position, ${at} from ${given}
    where not exists (select from product_documents d where d.product_id = r.product and d.state = 'current'
      and d.name = r.name and d.sha256 = r.sha)`.execute(tx);
  await sql`
    update product_documents d set kind = r.kind, title = r.title, issued_on = r."issuedOn", position = r.position
    from ${given} where d.product_id = r.product and d.state = 'current' and d.name = r.name
      and d.sha256 = r.sha`.execute(tx);
}
