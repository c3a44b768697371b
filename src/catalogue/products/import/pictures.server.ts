import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Files } from '#platform/storage/files.server.ts';
import { checkImage } from '#platform/storage/check-picture.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { hasAllSizes, pictureKey, storeSizes } from '../pictures/picture-files.server.ts';
import type { Remark } from './file/catalogue.ts';
import type { Pictures, Progress } from './step.server.ts';
import type { FileProduct } from './file/rows.ts';

export interface PictureFiles {
  /** Keys by file name. */
  keys: Pictures;
  /** Bytes by key. */
  sizes: ReadonlyMap<string, number>;
  faults: Remark[];
}

/** Finds the pictures that the file names in `folder` and checks each by its content. Nothing is written. */
export async function findPictures(products: readonly FileProduct[], folder: string): Promise<PictureFiles> {
  const keys = new Map<string, string>();
  const sizes = new Map<string, number>();
  const faults: Remark[] = [];
  const seen = new Set<string>();
  for (const { row, images } of products) {
    for (const name of images ?? []) {
      if (seen.has(name)) continue;
      seen.add(name);
      const bytes = await read(join(folder, name));
      if (!bytes) continue;
      const key = pictureKey(bytes);
      keys.set(name, key);
      sizes.set(key, bytes.length);
      try {
        await checkImage(bytes);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        faults.push({
          row,
          column: 'images',
          message: `'${name}': ${error.message}`,
        });
      }
    }
  }
  return { keys, sizes, faults };
}

async function read(path: string): Promise<Buffer | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() ? readFile(path) : undefined;
}

/** Renders and stores the sizes of these pictures; those already stored are skipped. */
export async function storePictures(
  files: Files,
  { keys, folder }: { keys: Pictures; folder: string },
  onProgress?: Progress,
): Promise<void> {
  let done = 0;
  const waiting = keys.entries();
  const work = async () => {
    for (const [name, key] of waiting) {
      if (!(await hasAllSizes(files, key))) await storeSizes(files, key, await readFile(join(folder, name)));
      await onProgress?.(++done, keys.size);
    }
  };
  // Each picture is processed by one thread; two at a time use the cores of a small server.
  await Promise.all([work(), work()]);
}
