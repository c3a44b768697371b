import { auditAll, type AuditEntry } from '#platform/db/audit.server.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import type { Crop } from '#platform/storage/picture-sizes.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { type Picture, sentences } from './contract.ts';
import {
  checkPicture,
  type CheckedPicture,
  requireReadable,
  sitePictureSizesJob,
  storeNewCrop,
  storeNewPicture,
  storeWholeCrop,
  storeWholePicture,
} from './picture-store.server.ts';

/** What a content folder says of a picture. A picture without a description is decoration. */
export type PictureDetails = Pick<Picture, 'name' | 'alt' | 'focus' | 'crop'>;

/** A picture of the library, as a content folder holds it. */
export interface LibraryPicture extends PictureDetails, Omit<CheckedPicture, 'bytes'> {
  id: string;
  size: number;
}

/** All pictures of the library, in no particular order. */
export async function readLibrary(db: Db | Tx): Promise<LibraryPicture[]> {
  const rows = await db
    .selectFrom('site_pictures')
    .select(['id', 'file_key as fileKey', 'name', 'kind', 'size', 'width', 'height', 'alternative_text as alt'])
    .select(['focus_x as x', 'focus_y as y', 'crop'])
    .where('removed_at', 'is', null)
    .execute();
  return rows.map(({ x, y, kind, crop, ...row }) => {
    const stored = { kind: kind as Picture['kind'], crop: crop as Picture['crop'] }; // as the library has stored them
    return { ...row, ...stored, focus: { x, y } };
  });
}

/** Checks a picture, and with `isDecoding` whether it is damaged. Throws `Problem` 400, 413 or 415 with a sentence. */
export async function checkImported(
  bytes: Buffer,
  { crop, isDecoding }: { crop: Crop | null; isDecoding: boolean },
): Promise<CheckedPicture> {
  const checked = await checkPicture(bytes);
  if (crop && checked.kind === 'svg') throw new Problem(400, sentences.drawing);
  if (isDecoding) await requireReadable(checked);
  return checked;
}

/**
 * Stores the files of a checked picture and of its crop; nothing shows them until the picture is in the library. With `jobs`, it makes one
 * size of each and returns what has to be enqueued to make the others; without, it makes all sizes.
 */
export async function storeImported(
  { files, jobs }: Pick<Deps, 'files'> & { jobs?: Jobs | undefined },
  picture: CheckedPicture,
  crop: Crop | null,
): Promise<{ fileKey: string; crop: Crop | null }[]> {
  const { fileKey } = picture;
  if (!jobs) {
    await storeWholePicture(files, picture);
    if (crop) await storeWholeCrop(files, picture, crop);
    return [];
  }
  const isComplete = await storeNewPicture(files, picture);
  const isCropComplete = !crop || (await storeNewCrop(files, fileKey, crop));
  return [...(isComplete ? [] : [{ fileKey, crop: null }]), ...(isCropComplete ? [] : [{ fileKey, crop }])];
}

interface LibraryChange {
  added: readonly LibraryPicture[];
  changed: readonly LibraryPicture[];
  /** What `storeImported` has returned. */
  left: readonly { fileKey: string; crop: Crop | null }[];
}

const valuesOf = ({ name, alt, focus, crop }: PictureDetails) => ({ name, description: alt, focalPoint: focus, crop });

/** Adds pictures to the library, and updates others. */
export async function changeLibrary(
  tx: Tx,
  { added, changed, left }: LibraryChange,
  { by, jobs }: { by: Pick<AuditEntry, 'actor' | 'requestId' | 'at'>; jobs?: Jobs | undefined },
): Promise<void> {
  const { at } = by;
  const detailsOf = ({ alt, focus, crop }: PictureDetails) => ({
    alternative_text: alt,
    is_decorative: alt === '',
    focus_x: focus.x,
    focus_y: focus.y,
    crop: crop && JSON.stringify(crop),
  });
  for (const picture of added) {
    const { id, fileKey, name, kind, size, width, height } = picture;
    const row = { id, file_key: fileKey, name, kind, size, width, height, created_at: at };
    await tx
      .insertInto('site_pictures')
      .values({ ...row, ...detailsOf(picture) })
      .execute();
  }
  for (const picture of changed)
    await tx
      .updateTable('site_pictures')
      .set(({ eb }) => ({ ...detailsOf(picture), version: eb('version', '+', 1) }))
      .where('id', '=', picture.id)
      .execute();
  for (const sizes of left) await jobs?.enqueue(tx, sitePictureSizesJob, sizes);
  const entry = (action: string) => (picture: LibraryPicture) => ({
    ...by,
    action,
    entity: 'picture',
    entityId: picture.id,
    after: valuesOf(picture),
  });
  await auditAll(tx, [...added.map(entry('create')), ...changed.map(entry('update'))]);
}
