import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import type { Fault } from '#lib/api/problem.ts';

/** What a zip of forms may hold (contract, section 7). */
export const mostFiles = 500;
export const mostUnpacked = 100 * 1024 * 1024;
/** Of one form; what is read at once has to fit beside everything else. */
const largestForm = 20 * 1024 * 1024;

/** One file of a zip, unpacked. */
export interface Unpacked {
  name: string;
  bytes: Uint8Array;
}

/** A zip's files that may be read, and what is wrong with the others. */
export interface OpenZip {
  names: readonly string[];
  faults: readonly Fault[];
  /** Unpacks one file after the other, in memory alone. Faults are those of its content: it is damaged, or too large. */
  files(): AsyncGenerator<Unpacked | Fault>;
}

/** Looks at the names in a zip; nothing is unpacked yet. `path` of what is wrong with the zip as a whole is its own name. */
export async function openZip(zip: Buffer, zipName: string): Promise<OpenZip> {
  const refused = (message: string): OpenZip => ({
    names: [],
    faults: [{ path: zipName, message }],
    async *files() {},
  });
  const opened = await attempt(() => fromBufferPromise(zip, { lazyEntries: true, decodeStrings: false }));
  if (!opened) return refused('The file is not a zip, or it is damaged.');
  if (opened.entryCount > mostFiles) return refused(`The zip holds more than ${mostFiles} files.`);
  const entries = await attempt(() => entriesOf(opened));
  if (!entries) return refused('The zip is damaged, encrypted, or of a kind that cannot be read.');
  const sorted = sortedOut(entries);
  if (sorted.entries.length === 0 && sorted.faults.length === 0) return refused('The zip holds no forms/*.json.');
  return {
    names: sorted.entries.map(({ name }) => name),
    faults: sorted.faults,
    files: () => unpacked(opened, sorted.entries, zipName),
  };
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

/** Whatever is wrong with a zip's bytes is the zip's fault. */
async function attempt<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

interface Named {
  name: string;
  entry: Entry;
}

/** What a Mac puts into every zip besides. */
const isOfMac = (name: string): boolean => name.startsWith('__MACOSX/') || /(^|\/)(\.DS_Store|\._[^/]*)$/.test(name);

/** Folders have no content; the files in them have names of their own. */
const isPassedOver = (name: string): boolean => isOfMac(name) || /^([^/\\]+\/)?forms\/$/i.test(name);

/** The one folder that all forms of a zip may lie in, as where a folder was zipped; `''` for none. */
function folderOf(names: readonly string[]): string {
  const [first = ''] = names;
  const folder = /^[^/\\]+\/(?=forms\/)/i.exec(first)?.[0] ?? '';
  return folder !== '' && !/^\.\.?\/$/.test(folder) && names.every((name) => name.startsWith(folder)) ? folder : '';
}

function sortedOut(all: readonly Entry[]): { entries: Named[]; faults: Fault[] } {
  const [entries, faults, seen] = [[] as Named[], [] as Fault[], new Set<string>()];
  // A plain decoder leaves backslashes where they are.
  const whole = all.map((entry) =>
    getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true),
  );
  const folder = folderOf(whole.filter((name) => !isOfMac(name) && !/^[^/\\]+\/$/.test(name)));
  for (const [place, entry] of all.entries()) {
    const given = whole[place] ?? '';
    if (folder !== '' && given === folder) continue;
    const name = given.slice(given.startsWith(folder) ? folder.length : 0);
    if (isPassedOver(name)) continue;
    const key = name.normalize('NFC').toLowerCase();
    const message =
      nameFault(name) ?? kindFault(entry) ?? (seen.has(key) ? 'The zip holds this file twice.' : undefined);
    seen.add(key);
    if (message === undefined) entries.push({ name, entry });
    else faults.push({ path: told(name), message });
  }
  return { entries, faults };
}

const longestName = 200;

/** Names come from anybody: only what can be shown of them, and not all of it. */
const told = (name: string): string => name.replace(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, longestName) || '(no name)';

function nameFault(name: string): string | undefined {
  if (name.includes('\\')) return 'Names of files must not hold a backslash.';
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'Names of files must be relative.';
  if (name.split('/').includes('..')) return "Names of files must not hold '..'.";
  if (!/^forms\/[^/]+\.json$/i.test(name)) return 'Only files forms/*.json can be imported.';
  return /[\p{Cc}\p{Cf}]/u.test(name) || name.length > longestName ? 'This name of a file cannot be used.' : undefined;
}

const fileKind = 0o170000;
const regularFile = 0o100000;
const [stored, deflated] = [0, 8];

function kindFault(entry: Entry): string | undefined {
  const kind = (entry.externalFileAttributes >>> 16) & fileKind;
  if (kind !== 0 && kind !== regularFile) return 'Links and special files cannot be imported.';
  if (entry.isEncrypted()) return 'The file is encrypted.';
  const { compressionMethod: method } = entry;
  return method === stored || method === deflated ? undefined : 'The file is packed in a way that cannot be read.';
}

/** What a file holds is counted as it comes, whatever the zip says of its size. */
async function* unpacked(zip: ZipFile, entries: readonly Named[], zipName: string): AsyncGenerator<Unpacked | Fault> {
  let total = 0;
  for (const { name, entry } of entries) {
    const most = Math.min(largestForm, mostUnpacked - total);
    const read = await attempt(() => readEntry(zip, entry, most));
    if (read === 'too large' && most < largestForm) {
      yield { path: zipName, message: 'The zip holds more than 100 MB.' };
      return;
    }
    total += read === 'too large' ? most : (read?.length ?? 0);
    if (read === 'too large') yield { path: name, message: 'A form must not be larger than 20 MB.' };
    else yield read ? { name, bytes: read } : { path: name, message: 'The file is damaged.' };
  }
}

async function readEntry(zip: ZipFile, entry: Entry, most: number): Promise<Buffer | 'too large'> {
  if (entry.uncompressedSize > most) return 'too large';
  const [chunks, stream] = [[] as Buffer[], await zip.openReadStreamPromise(entry)];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) return 'too large'; // leaving the loop ends the stream
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (crc32(bytes) !== entry.crc32) throw new Error('The sum of the file is another.');
  return bytes;
}
