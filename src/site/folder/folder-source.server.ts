import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { badFile } from './folder-files.ts';
import type { FolderSource } from './read-folder.server.ts';

/** A folder of this machine. */
export async function folderSource(folder: string): Promise<FolderSource> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return {
    names: files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/')),
    faults: [],
    async read(name, most) {
      const path = join(folder, name);
      if ((await stat(path)).size > most) throw badFile.tooLarge(most);
      return readFile(path);
    },
  };
}
