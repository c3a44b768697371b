import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import type { Fault } from '#lib/api/problem.ts';
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

/** Limits for a zip of forms (contract, section 7). */
export const mostFiles = 500;
export const mostUnpacked = 100 * 1024 * 1024;
/** Limit for one form, in bytes. */
const largestForm = 20 * 1024 * 1024;

/** One file of a zip, unpacked. */
export interface UnpackedFile {
  name: string;
  bytes: Uint8Array;
}

/** The readable files of a zip, and the faults of all others. */
export interface OpenZip {
  names: readonly string[];
  faults: readonly Fault[];
  /** Unpacks one file after another in memory; yields a fault for each damaged or oversized file. */
  files(): AsyncGenerator<UnpackedFile | Fault>;
}

/** Checks the names in a zip without unpacking it. Faults that concern the whole zip have `zipName` as their path. */
export async function openZip(zip: Buffer, zipName: string): Promise<OpenZip> {
  const refused = (message: string): OpenZip => ({
    names: [],
    faults: [{ path: zipName, message }],
    async *files() {},
  });
  const opened = await attempt(() => fromBufferPromise(zip, { lazyEntries: true, decodeStrings: false }));
  if (!opened) return refused('The file is not a zip, or it is damaged.');
  if (opened.entryCount > mostFiles) return refused(`The zip contains more than ${mostFiles} files.`);
  const entries = await attempt(() => entriesOf(opened));
  if (!entries) return refused('The zip is damaged, encrypted, or of a kind that cannot be read.');
  const sorted = checkNames(entries);
  if (sorted.entries.length === 0 && sorted.faults.length === 0) return refused('The zip contains no forms/*.json.');
  return {
    names: sorted.entries.map(({ name }) => name),
    faults: sorted.faults,
    files: () => unpacked(opened, sorted.entries, zipName),
  };
}

interface NamedEntry {
  name: string;
  entry: Entry;
}

/** macOS files and the `forms/` folder itself are skipped. */
const isSkipped = (name: string): boolean => isMacFile(name) || /^([^/\\]+\/)?forms\/$/i.test(name);

/** The single folder around `forms/` if a folder was zipped; `''` if there is none. */
function folderOf(names: readonly string[]): string {
  const [first = ''] = names;
  const folder = /^[^/\\]+\/(?=forms\/)/i.exec(first)?.[0] ?? '';
  return folder !== '' && !/^\.\.?\/$/.test(folder) && names.every((name) => name.startsWith(folder)) ? folder : '';
}

function checkNames(all: readonly Entry[]): { entries: NamedEntry[]; faults: Fault[] } {
  const [entries, faults, seen] = [[] as NamedEntry[], [] as Fault[], new Set<string>()];
  const fullNames = all.map(fullNameOf);
  const folder = folderOf(fullNames.filter((name) => !isMacFile(name) && !/^[^/\\]+\/$/.test(name)));
  for (const [index, entry] of all.entries()) {
    const given = fullNames[index] ?? '';
    if (folder !== '' && given === folder) continue;
    const name = given.slice(given.startsWith(folder) ? folder.length : 0);
    if (isSkipped(name)) continue;
    const key = name.normalize('NFC').toLowerCase();
    const message =
      nameFault(name) ?? kindFault(entry) ?? (seen.has(key) ? 'The zip contains this file twice.' : undefined);
    seen.add(key);
    if (message === undefined) entries.push({ name, entry });
    else faults.push({ path: printableName(name), message });
  }
  return { entries, faults };
}

const nameFault = (name: string): string | undefined =>
  unsafeName(name) ??
  (/^forms\/[^/]+\.json$/i.test(name) ? undefined : 'Only files named forms/*.json can be imported.');

/** Counts the bytes actually unpacked; declared sizes are not trusted. */
async function* unpacked(
  zip: ZipFile,
  entries: readonly NamedEntry[],
  zipName: string,
): AsyncGenerator<UnpackedFile | Fault> {
  let total = 0;
  for (const { name, entry } of entries) {
    const most = Math.min(largestForm, mostUnpacked - total);
    const read = await attempt(() => readEntry(zip, entry, most));
    if (read === 'too large' && most < largestForm) {
      yield { path: zipName, message: 'The zip contains more than 100 MB.' };
      return;
    }
    total += read === 'too large' ? most : (read?.length ?? 0);
    if (read === 'too large') yield { path: name, message: 'A form must not be larger than 20 MB.' };
    else yield read ? { name, bytes: read } : { path: name, message: 'The file is damaged.' };
  }
}
