import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Files } from '#platform/storage/files.server.ts';
import { checkImage } from '#platform/storage/check-picture.server.ts';
import { hasAllSizes, productPictureKey, storeSizes } from '#platform/storage/picture-files.server.ts';
import { findFiles, type FolderFiles } from './import-folder.server.ts';
import type { FileKeys, Progress } from './import-step.server.ts';
import type { FileProducts } from './file/file-products.server.ts';

function* named(products: FileProducts): Generator<{ row: number; name: string }> {
  for (const { row, images = [] } of products.each()) for (const name of images) yield { row, name };
}

export const findPictures = (products: FileProducts, folder: string): Promise<FolderFiles> =>
  findFiles(named(products), folder, { column: 'images', keyOf: productPictureKey, check: checkImage });

/** Renders and stores all sizes of these pictures, except those that are already stored. */
export async function storePictures(
  files: Files,
  { keys, folder }: { keys: FileKeys; folder: string },
  onProgress?: Progress,
): Promise<void> {
  let done = 0;
  const waiting = keys.entries();
  const work = async () => {
    for (const [name, key] of waiting) {
      if (!(await hasAllSizes(files, key))) await storeSizes(files, key, { bytes: await readFile(join(folder, name)) });
      await onProgress?.(++done, keys.size);
    }
  };
  // Each picture is processed by one thread; two at a time use the cores of a small server.
  await Promise.all([work(), work()]);
}
