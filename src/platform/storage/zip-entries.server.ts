import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, type ZipFile } from 'yauzl';

/** All entries of an open zip. */
export async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

/** The result of reading a zip; undefined if this fails, because nothing but the zip's own bytes can be the cause. */
export async function attempt<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** The name of an entry as it is stored: its backslashes are not replaced, so that they can be refused. */
export const fullNameOf = (entry: Entry): string =>
  getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);

/** Files that macOS adds to every zip. */
export const isMacFile = (name: string): boolean =>
  name.startsWith('__MACOSX/') || /(^|\/)(\.DS_Store|\._[^/]*)$/.test(name);

const longestName = 200;

/** A printable, shortened name for messages; names are untrusted. */
export const printableName = (name: string): string =>
  name.replace(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, longestName) || '(no name)';

/** Why a name is refused, such as one that leads out of the zip; undefined if it is safe. */
export function unsafeName(name: string): string | undefined {
  if (name.includes('\\')) return 'File names must not contain a backslash.';
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'File names must be relative.';
  if (name.split('/').includes('..')) return "File names must not contain '..'.";
  return /[\p{Cc}\p{Cf}]/u.test(name) || name.length > longestName ? 'This file name is not allowed.' : undefined;
}

const fileKind = 0o170000;
const regularFile = 0o100000;
const [stored, deflated] = [0, 8];

/** Why an entry is refused, such as a link; undefined if it is a file that can be unpacked. */
export function kindFault(entry: Entry): string | undefined {
  const kind = (entry.externalFileAttributes >>> 16) & fileKind;
  if (kind !== 0 && kind !== regularFile) return 'Links and special files cannot be imported.';
  if (entry.isEncrypted()) return 'The file is encrypted.';
  const { compressionMethod: method } = entry;
  return method === stored || method === deflated ? undefined : 'The compression method is not supported.';
}

/** Unpacks a file. Counts the bytes actually unpacked, because declared sizes are not to be trusted. */
export async function readEntry(zip: ZipFile, entry: Entry, most: number): Promise<Buffer | 'too large'> {
  if (entry.uncompressedSize > most) return 'too large';
  const [chunks, stream] = [[] as Buffer[], await zip.openReadStreamPromise(entry)];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) return 'too large'; // leaving the loop ends the stream
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (crc32(bytes) !== entry.crc32) throw new Error('The checksum does not match.');
  return bytes;
}
