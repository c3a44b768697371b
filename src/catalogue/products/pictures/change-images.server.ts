import { sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { checkImage } from '#platform/storage/check-picture.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { badInput, type Fault, Problem } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import type { ProductImage } from '../contract.ts';
import type { ProductsDeps } from '../deps.server.ts';
import { bytesOfDataUrl, readImages, requireProduct } from '../records/read-product.server.ts';
import { imageSentences, mostImages, type PlacedImage, type SentImage } from './images-contract.ts';
import { changeProducts, lockProduct, type ProductTx } from '../records/change-products.server.ts';
import { findProductPicture, pictureSizesJob, storeProductPicture } from '#platform/storage/picture-files.server.ts';

/** A picture in the new set. If `file` is undefined, it keeps its stored file. */
interface NewImage {
  id: string;
  name?: string | undefined;
  altText?: string | undefined;
  optionId?: string | null | undefined;
  isPrimary?: boolean | null | undefined;
  file?: SentFile | undefined;
}

interface SentFile {
  fileKey: string;
  /** Bytes. */
  size: number;
  /** Whether the picture is stored in all sizes. */
  hasAllSizes: boolean;
}

/** Decodes a data URL and checks the content. Throws `Problem` 400, 413 or 415. */
async function bytesOf(data: string): Promise<Buffer> {
  const bytes = bytesOfDataUrl(data);
  if (!bytes) throw new Problem(400, 'The image is damaged or cannot be read.');
  await checkImage(bytes);
  return bytes;
}

async function storeFile({ files }: ProductsDeps, bytes: Buffer): Promise<SentFile> {
  return { ...(await storeProductPicture(files, bytes)), size: bytes.length };
}

const sentData = ({ data }: SentImage): string | undefined => (data?.startsWith('data:') ? data : undefined);

/**
 * Replaces the whole set (contract, section 6). All pictures are checked before any is stored, and all faults are reported
 * together. Throws `Problem` 400, 404, 409 for an outdated version, 413 or 415.
 */
export async function replaceImages(
  deps: ProductsDeps,
  { id, version, productImages }: { id: string; version?: number | undefined; productImages: SentImage[] },
  context: ActionContext,
): Promise<ProductImage[]> {
  await requireProduct(deps.db, id);
  const before = await readImages(deps.db, id);
  const faults: (Fault & { status: number })[] = [];
  const sent: (Buffer | undefined)[] = [];
  for (const [at, image] of productImages.entries()) {
    const data = sentData(image);
    if (data === undefined && !image.id && !image.data)
      faults.push({ status: 400, path: `productImages.${at}.data`, message: imageSentences.choose });
    sent.push(data === undefined ? undefined : await checked(data, `productImages.${at}.data`, faults));
  }
  if (faults[0])
    throw new Problem(
      faults[0].status,
      faults[0].message,
      faults.map(({ path, message }) => ({ path, message })),
    );
  const placed: (NewImage & { path: string | null | undefined })[] = [];
  for (const [at, { id: imageId, name, altText, isPrimary, data, optionId }] of productImages.entries()) {
    const bytes = sent[at];
    const path = bytes ? undefined : data;
    const file = bytes ? await storeFile(deps, bytes) : await removedFile(deps, before, { id: imageId, path });
    placed.push({ id: imageId ?? newId(), name: name || undefined, altText, isPrimary, optionId, file, path });
  }
  const makeSet = (stored: readonly ProductImage[]) => placed.map((one) => withId(one, stored));
  const { images } = await writeSet(deps, { id, version, context, makeSet, field: 'productImages' });
  return images;
}

/** The file of a picture that is sent by its path but was removed by another user in the meantime. */
async function removedFile(
  { files }: ProductsDeps,
  stored: readonly ProductImage[],
  { id, path }: { id: string | null | undefined; path: string | null | undefined },
): Promise<SentFile | undefined> {
  if (!path || stored.some((one) => one.id === id || one.data === path)) return undefined;
  return findProductPicture(files, path);
}

/**
 * A stored picture is found by its id or its path. A new picture with an unknown id gets a new id, because the id may belong
 * to another product.
 */
function withId(one: NewImage & { path?: string | null | undefined }, stored: readonly ProductImage[]): NewImage {
  if (stored.some(({ id }) => id === one.id)) return one;
  if (one.file) return { ...one, id: newId() };
  return { ...one, id: stored.find(({ data }) => data === one.path)?.id ?? one.id };
}

async function checked(
  data: string,
  path: string,
  faults: (Fault & { status: number })[],
): Promise<Buffer | undefined> {
  try {
    return await bytesOf(data);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    faults.push({ status: error.status, path, message: error.message });
    return undefined;
  }
}

/** Adds a picture after the others: a new one, or a removed one by its path. A product's first picture is primary. */
export async function addImage(
  deps: ProductsDeps,
  { id, name, data, altText }: { id: string; name: string; data: string; altText?: string | undefined },
  context: ActionContext,
): Promise<ProductImage & { version: number }> {
  await requireProduct(deps.db, id);
  const file = data.startsWith('/')
    ? await findProductPicture(deps.files, data)
    : await storeFile(deps, await bytesOf(data));
  if (!file) throw badInput({ path: 'data', message: imageSentences.gone });
  const imageId = newId();
  const { images, version } = await writeSet(deps, {
    id,
    context,
    makeSet: (stored) => [
      ...stored.map((one) => ({ id: one.id, isPrimary: one.isPrimary })),
      { id: imageId, name, altText, file },
    ],
  });
  const added = images.find((image) => image.id === imageId);
  if (!added) throw new Error('The picture was removed while it was being added.');
  return { ...added, version };
}

/** Stores the order and the texts of the pictures, and which one is primary; pictures that are left out are removed. */
export const arrangeImages = (
  deps: ProductsDeps,
  { id, version, images }: { id: string; version?: number | undefined; images: PlacedImage[] },
  context: ActionContext,
): Promise<{ version: number; images: ProductImage[] }> =>
  writeSet(deps, { id, version, context, makeSet: () => images });

interface ImageSetWrite {
  id: string;
  version?: number | undefined;
  context: ActionContext;
  /** Makes the new set from the stored one, which is locked. */
  makeSet: (stored: readonly ProductImage[]) => NewImage[];
  /** The field of the request that contains the set; the paths of faults begin with it. */
  field?: string;
}

function writeSet(
  { db, clock, jobs }: ProductsDeps,
  { id, version, context, makeSet, field = 'images' }: ImageSetWrite,
): Promise<{ version: number; images: ProductImage[] }> {
  return inTransaction(db, async (tx) => {
    const product = await lockProduct(tx, id, version);
    const stored = await readImages(tx, id);
    const set = makeSet(stored);
    refuseSet(set, stored, field);
    await refuseOptions(tx, id, set, field);
    await changeProducts(tx, [id], { context, at: clock.now() }, (write) => writeRows(write, id, set));
    const unfinished = new Set(set.flatMap(({ file }) => (file && !file.hasAllSizes ? [file.fileKey] : [])));
    for (const fileKey of unfinished) await jobs.enqueue(tx, pictureSizesJob, { fileKey });
    return { version: product.version + 1, images: await readImages(tx, id) };
  });
}

function refuseSet(set: readonly NewImage[], stored: readonly ProductImage[], field: string): void {
  if (set.length > mostImages) throw badInput({ path: field, message: imageSentences.tooMany });
  const known = new Set(stored.map(({ id }) => id));
  const faults = set.flatMap(({ id, file }, at) =>
    known.has(id) || file ? [] : [{ path: `${field}.${at}.id`, message: imageSentences.gone }],
  );
  if (new Set(set.map(({ id }) => id)).size < set.length)
    faults.push({ path: field, message: 'The same image is listed twice.' });
  if (faults.length > 0) throw badInput(...faults);
}

/** A picture may show only options of its own product. */
async function refuseOptions(tx: Tx, id: string, set: readonly NewImage[], field: string): Promise<void> {
  const optionIds = set.flatMap(({ optionId }) => optionId ?? []);
  if (optionIds.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select o.id from variation_options o join variations v on v.id = o.variation_id
    where v.product_id = ${id} and o.id = any(${optionIds}::uuid[])`.execute(tx);
  const known = new Set(rows.map((row) => row.id));
  const faults = set.flatMap(({ optionId }, at) =>
    !optionId || known.has(optionId) ? [] : [{ path: `${field}.${at}.optionId`, message: imageSentences.noOption }],
  );
  if (faults.length > 0) throw badInput(...faults);
}

/** Writes the new set. If no picture is marked as primary, the first one becomes primary. */
async function writeRows(tx: ProductTx, id: string, set: readonly NewImage[]): Promise<void> {
  const primary = set.findIndex(({ isPrimary }) => isPrimary === true);
  const rows = set.map(({ id: image, name, altText, optionId, file }, position) => ({
    id: image,
    name: name ?? null,
    alt: altText ?? null,
    option: optionId ?? null,
    hasOption: optionId !== undefined,
    key: file?.fileKey ?? null,
    size: file?.size ?? null,
    position,
    primary: position === Math.max(primary, 0),
  }));
  const shape =
    'id uuid, name text, alt text, option uuid, "hasOption" bool, key text, size int, position int, "primary" bool';
  await sql`delete from product_images
    where product_id = ${id} and id <> all(${rows.map((row) => row.id)}::uuid[])`.execute(tx);
  // An index allows only one primary picture at any moment, so the mark is removed first.
  await sql`update product_images set is_primary = false where product_id = ${id} and is_primary`.execute(tx);
  await sql`update product_images m set name = coalesce(r.name, m.name), file_key = coalesce(r.key, m.file_key),
      size = coalesce(r.size, m.size), alternative_text = coalesce(r.alt, m.alternative_text),
      option_id = case when r."hasOption" then r.option else m.option_id end,
      position = r.position, is_primary = r."primary"
    from ${recordset(rows, shape)} where m.id = r.id and m.product_id = ${id}`.execute(tx);
  await sql`insert into product_images (id, product_id, name, file_key, size, is_primary, position, alternative_text, option_id)
    select r.id, ${id}, coalesce(r.name, 'image'), r.key, r.size, r."primary", r.position, coalesce(r.alt, ''), r.option
    from ${recordset(rows, shape)} where r.key is not null
      and not exists (select from product_images m where m.id = r.id)`.execute(tx);
}
