import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '#lib/api/problem.ts';
import type { Column, Remark } from './file/columns.ts';

/** The files in the import's folder that the catalogue file names. */
export interface FolderFiles {
  /** Storage keys by file name. */
  keys: Map<string, string>;
  /** Sizes in bytes, by storage key. */
  sizes: Map<string, number>;
  faults: Remark[];
}

interface FileKind {
  column: Column;
  keyOf: (bytes: Buffer) => string;
  /** Throws `Problem` if the content is not of this kind. */
  check: (bytes: Buffer) => unknown;
}

/** Looks in `folder` for the named files and checks the content of each. Nothing is written. */
export async function findFiles(
  named: Iterable<{ row: number; name: string }>,
  folder: string,
  { column, keyOf, check }: FileKind,
): Promise<FolderFiles> {
  const files: FolderFiles = { keys: new Map(), sizes: new Map(), faults: [] };
  for (const { row, name } of named) {
    const path = join(folder, name);
    if (files.keys.has(name) || !(await stat(path).catch(() => undefined))?.isFile()) continue;
    const bytes = await readFile(path);
    const key = keyOf(bytes);
    files.keys.set(name, key);
    files.sizes.set(key, bytes.length);
    try {
      await check(bytes);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      files.faults.push({ row, column, message: `'${name}': ${error.message}` });
    }
  }
  return files;
}
