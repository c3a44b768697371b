import { newId } from '#lib/uuid.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { Picture } from './contract.ts';
import { checkPicture, storeWholePicture } from './picture-store.server.ts';

interface ImportedPicture extends Pick<Picture, 'name' | 'alt' | 'focus'> {
  bytes: Buffer;
}

/**
 * Adds a picture of a folder to the library with all its sizes, and without anybody's name. If the library has the same file, that picture is
 * used as it is. Returns its id; throws `Problem` 400, 413 or 415 for a file that cannot be used.
 */
export async function importPicture(
  { db, files, clock }: Pick<Deps, 'db' | 'files' | 'clock'>,
  { name, bytes, alt, focus }: ImportedPicture,
): Promise<string> {
  const checked = await checkPicture(bytes);
  const { fileKey, kind, width, height } = checked;
  const same = await db
    .selectFrom('site_pictures')
    .select('id')
    .where('file_key', '=', fileKey)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .executeTakeFirst();
  if (same) return same.id;
  await storeWholePicture(files, checked);
  const at = clock.now();
  const id = newId(at.getTime());
  const texts = { name, alternative_text: alt, is_decorative: alt === '', focus_x: focus.x, focus_y: focus.y };
  await db
    .insertInto('site_pictures')
    .values({ id, file_key: fileKey, kind, size: bytes.length, width, height, ...texts, created_at: at })
    .execute();
  return id;
}
