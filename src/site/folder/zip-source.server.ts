import { type Entry, openPromise } from 'yauzl';
import { Problem } from '#lib/api/problem.ts';
import {
  attempt,
  entriesOf,
  fullNameOf,
  isMacFile,
  kindFault,
  printableName,
  readEntry,
  unsafeName,
} from '#platform/storage/zip-entries.server.ts';
import { folderSentences } from './contract.ts';
import { badFile } from './folder-files.ts';
import type { FolderFault } from './json-file.server.ts';
import type { FolderSource } from './read-folder.server.ts';

const mostFiles = 20_000;
const mostUnpacked = 1024 * 1024 * 1024;

/** The name of the single folder around the content, if a folder was zipped; `''` if there is none. */
function folderOf(names: readonly string[]): string {
  const [folder = ''] = names.map((name) => /^[^/\\]+\//.exec(name)?.[0] ?? '');
  const isAround = names.every((name) => name.startsWith(folder)) && !/^(\.\.?|pages|pictures)\/$/.test(folder);
  return isAround ? folder : '';
}

/**
 * Opens a zip of a content folder; nothing is unpacked to the disk. Call `close` at the end. Throws `Problem` 400 or 413 for a file that is
 * not such a zip.
 */
export async function zipSource(path: string): Promise<FolderSource & { close(): void }> {
  const zip = await attempt(() => openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false }));
  if (!zip) throw new Problem(400, folderSentences.notZip);
  const refuse = (status: number, message: string): never => {
    zip.close();
    throw new Problem(status, message);
  };
  if (zip.entryCount > mostFiles) return refuse(413, `The zip contains more than ${mostFiles} files.`);
  const all = (await attempt(() => entriesOf(zip))) ?? refuse(400, folderSentences.unreadable);
  if (all.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > mostUnpacked)
    return refuse(413, 'The zip contains more than 1 GB.');
  const named = all.map((entry) => ({ entry, name: fullNameOf(entry) })).filter(({ name }) => !isMacFile(name));
  const folder = folderOf(named.map(({ name }) => name));
  const entries = new Map<string, Entry>();
  const faults: FolderFault[] = [];
  const seen = new Set<string>();
  for (const { entry, name: given } of named) {
    const name = given.slice(folder.length);
    if (name === '' || name.endsWith('/')) continue;
    const key = name.normalize('NFC').toLowerCase();
    const fault =
      unsafeName(given) ?? kindFault(entry) ?? (seen.has(key) ? 'The zip contains this file twice.' : undefined);
    seen.add(key);
    if (fault === undefined) entries.set(name, entry);
    else faults.push({ file: printableName(name), line: null, message: fault });
  }
  return {
    names: [...entries.keys()],
    faults,
    async read(name, most) {
      const entry = entries.get(name);
      const bytes = entry && (await attempt(() => readEntry(zip, entry, most)));
      if (bytes === 'too large') throw badFile.tooLarge(most);
      if (!bytes) throw badFile.damaged();
      return bytes;
    },
    close: () => zip.close(),
  };
}
