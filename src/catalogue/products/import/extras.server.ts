import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Files } from '#platform/storage/files.server.ts';
import { checkPdf } from '#platform/pdf/check-uploaded-pdf.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import type { Tables } from '#platform/db/tables.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ProductTx } from '../stored/change.server.ts';
import { documentKey, hashOf, storeDocument } from '../documents/document-file.server.ts';
import type { StoredProduct } from '../stored/stored.server.ts';
import type { CatalogueDocument } from '../whole-product.ts';
import type { Remark } from './file/catalogue.ts';
import type { FileProduct } from './file/rows.ts';
import type { Pictures, Step, StepWithIds } from './step.server.ts';

interface DocumentFiles {
  /** Keys by file name; a key identifies the content. */
  keys: Map<string, string>;
  /** Bytes by key. */
  sizes: Map<string, number>;
  faults: Remark[];
}

/** Finds the documents that the file names in `folder` and checks each by its content. Nothing is written. */
export async function findDocuments(products: readonly FileProduct[], folder: string): Promise<DocumentFiles> {
  const files: DocumentFiles = { keys: new Map(), sizes: new Map(), faults: [] };
  const named = products.flatMap(({ row, documents }) => (documents ?? []).map(({ name }) => ({ row, name })));
  for (const { row, name } of named) {
    if (files.keys.has(name)) continue;
    const path = join(folder, name);
    if (!(await stat(path).catch(() => undefined))?.isFile()) continue;
    const bytes = await readFile(path);
    const key = documentKey(hashOf(bytes));
    files.keys.set(name, key);
    files.sizes.set(key, bytes.length);
    try {
      checkPdf(bytes);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      files.faults.push({ row, column: 'documents', message: `'${name}': ${error.message}` });
    }
  }
  return files;
}

export async function storeDocuments(files: Files, keys: ReadonlyMap<string, string>, folder: string): Promise<void> {
  for (const name of keys.keys()) await storeDocument(files, await readFile(join(folder, name)));
}

/** A document with the key of its file: the one in the folder, else the stored one of the same name. */
export type KeyedDocument = CatalogueDocument & { key: string };

/** The documents that a file names, with their keys where known; undefined if it has no such column. */
export function documentsOf(
  { documents }: Pick<FileProduct, 'documents'>,
  stored: StoredProduct | undefined,
  folder: Pictures | undefined,
): KeyedDocument[] | undefined {
  return documents?.flatMap((one) => {
    const place = stored?.documents.findIndex(({ name }) => name === one.name) ?? -1;
    const hash = stored?.documentHashes[place];
    const key = folder?.get(one.name) ?? (hash === undefined ? undefined : documentKey(hash));
    return key === undefined ? [] : [{ ...one, key }];
  });
}

/** Faults of documents that are neither in the folder nor stored. */
export function missingDocuments({ file, stored }: Step, folder: Pictures | undefined): Remark[] {
  const known = new Set(documentsOf(file, stored, folder)?.map(({ name }) => name));
  return (file.documents ?? [])
    .filter(({ name }) => !known.has(name))
    .map(({ name }) => ({
      row: file.row,
      column: 'documents',
      message: folder ? `'${name}' is not in the folder.` : `'${name}' needs --images with its folder.`,
    }));
}

/** Faults of options and pictures in `image_options` that the product does not have. */
export function unknownOptions({ file, stored, items }: Step): Remark[] {
  const labels = new Set([...items.map((item) => item.file), ...(stored?.items ?? [])].flatMap(({ values }) => values));
  const names = new Set(file.images ?? stored?.images);
  return (file.imageOptions ?? [])
    .filter(({ name, option }) => !labels.has(option) || !names.has(name))
    .map(({ name, option }) => ({
      row: file.row,
      column: 'image_options',
      message: names.has(name) ? `There is no option '${option}'.` : `'${name}' is not one of the images.`,
    }));
}

/** Faults of urls in `goes_with` that neither the file nor the shop has. */
export async function unknownUrls(db: Kysely<Tables>, products: readonly FileProduct[]): Promise<Remark[]> {
  const own = new Set(products.map(({ url }) => url));
  const named = products.flatMap(({ row, goesWith = [] }) => goesWith.map((url) => ({ row, url })));
  const urls = [...new Set(named.map(({ url }) => url).filter((url) => !own.has(url)))];
  if (urls.length === 0) return [];
  const { rows } = await sql<{ url: string }>`select url from products where url = any(${urls})`.execute(db);
  for (const { url } of rows) own.add(url);
  return named
    .filter(({ url }) => !own.has(url))
    .map(({ row, url }) => ({ row, column: 'goes_with', message: `There is no product '${url}'.` }));
}

const changes = ({ stored, changes: columns }: Step, column: 'documents' | 'goes_with'): boolean =>
  !stored || columns.includes(column);

interface Writing {
  pictures?: Pictures | undefined;
  sizes?: ReadonlyMap<string, number> | undefined;
  at: Date;
}

const hashIn = (key: string): string => key.slice('documents/'.length, -'.pdf'.length);

/**
 * Writes the documents of these products. Documents of the same name and content stay; a sheet replaced by a new one is
 * superseded.
 */
export async function applyDocuments(
  tx: ProductTx,
  steps: readonly StepWithIds[],
  { pictures, sizes, at }: Writing,
): Promise<void> {
  const changed = steps.filter((step) => step.file.documents !== undefined && changes(step, 'documents'));
  if (changed.length === 0) return;
  const rows = changed.flatMap(({ id: product, file, stored }) =>
    (documentsOf(file, stored, pictures) ?? []).map(({ key, kind, title, issuedOn, name }, position) => {
      const about = { kind, title, issuedOn, name, sha: hashIn(key), size: sizes?.get(key) ?? null };
      return { id: newId(at.getTime()), product, position, ...about };
    }),
  );
  const shape = `id uuid, product uuid, position int, kind text, title text, "issuedOn" date, name text, sha text, size int`;
  const given = recordset(rows, shape);
  const products = changed.map(({ id }) => id);
  // The kinds are written last, because an index allows only one current sheet per product at any moment.
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

/** Links pictures to the options that they show; the pictures may just have been rewritten. */
export async function applyImageOptions(tx: ProductTx, steps: readonly StepWithIds[]): Promise<void> {
  const changed = steps.filter(
    ({ file, stored, changes: columns }) =>
      file.imageOptions !== undefined &&
      (!stored || columns.some((column) => ['image_options', 'images', 'value_1', 'variation_1'].includes(column))),
  );
  if (changed.length === 0) return;
  const rows = changed.flatMap(({ id, file }) => (file.imageOptions ?? []).map((one) => ({ product: id, ...one })));
  await sql`update product_images set option_id = null
    where product_id = any(${changed.map(({ id }) => id)}::uuid[])`.execute(tx);
  await sql`update product_images i set option_id = o.id
    from ${recordset(rows, 'product uuid, name text, option text')}
      join variations v on v.product_id = r.product join variation_options o on o.variation_id = v.id and o.label = r.option
    where i.product_id = r.product and i.name = r.name`.execute(tx);
}

export async function applyFacts(tx: ProductTx, steps: readonly StepWithIds[]): Promise<void> {
  const rows = steps.flatMap(({ id, file }) => (file.facts === undefined ? [] : [{ id, facts: file.facts }]));
  if (rows.length === 0) return;
  await sql`update products p set facts = r.facts from ${recordset(rows, 'id uuid, facts jsonb')}
    where p.id = r.id`.execute(tx);
}

/** Writes complements, once all products of the file exist. */
export async function applyGoesWith(tx: ProductTx, steps: readonly Step[]): Promise<void> {
  const changed = steps.filter((step) => step.file.goesWith !== undefined && changes(step, 'goes_with'));
  if (changed.length === 0) return;
  const rows = changed.flatMap(({ file }) =>
    (file.goesWith ?? []).map((url, position) => ({ own: file.url, url, position })),
  );
  await sql`delete from product_complements c using products p
    where p.id = c.product_id and p.url = any(${changed.map(({ file }) => file.url)})`.execute(tx);
  await sql`insert into product_complements (product_id, complement_id, position)
    select p.id, o.id, r.position from ${recordset(rows, 'own text, url text, position int')}
      join products p on p.url = r.own join products o on o.url = r.url`.execute(tx);
}
