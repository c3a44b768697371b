import { existsSync } from 'node:fs';
import { access, copyFile, mkdir, open, opendir, rename, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Store } from './store.server.ts';

/** Files in a folder, which is created with the first of them. */
export function folderStore(location: string): Store {
  const pathOf = (key: string): string => join(location, key);
  const makeRoomFor = (key: string) => mkdir(dirname(pathOf(key)), { recursive: true });
  return {
    async put(key, bytes) {
      await makeRoomFor(key);
      await writeFile(pathOf(key), bytes);
    },
    async copyIn(path, key) {
      await makeRoomFor(key);
      await copyFile(path, pathOf(key)); // copied by the system, without using this process's memory
    },
    async open(key) {
      const handle = await open(pathOf(key)); // by handle, because the file may be replaced once its size has been read
      const { size } = await handle.stat();
      return { size, body: handle.createReadStream() };
    },
    async exists(key) {
      try {
        await access(pathOf(key));
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
        throw error;
      }
    },
    remove: (key) => unlink(pathOf(key)),
    async copy(from, to) {
      await makeRoomFor(to);
      await copyFile(pathOf(from), pathOf(to));
    },
    list: (prefix) => filesBelow(location, prefix),
    replace: (draft, key) => rename(pathOf(draft), pathOf(key)),
  };
}

/** The keys of the files below a folder, without unfinished files. */
async function* filesBelow(folder: string, prefix: string): AsyncGenerator<string> {
  if (!existsSync(folder)) return;
  for await (const entry of await opendir(folder, { recursive: true })) {
    const key = relative(folder, join(entry.parentPath, entry.name));
    if (entry.isFile() && key.startsWith(prefix) && !key.endsWith('.part')) yield key;
  }
}
