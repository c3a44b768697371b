import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { FolderSource } from './read-folder.server.ts';

/** A folder of this machine. */
export function folderSource(folder: string): FolderSource {
  const reading = readdir(folder, { recursive: true, withFileTypes: true });
  return {
    async names() {
      const files = (await reading).filter((entry) => entry.isFile());
      return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'));
    },
    read: (name) => readFile(join(folder, name)),
  };
}
