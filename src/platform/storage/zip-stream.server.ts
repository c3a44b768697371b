import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file inside a zip; its content is read in pieces once the file before it is written. */
export interface ZipPart {
  name: string;
  content: Iterable<string | Buffer> | AsyncIterable<string | Buffer>;
}

interface Entry {
  name: Buffer;
  /** Position of its local header. */
  offset: number;
  crc: number;
  packed: number;
  size: number;
}

/** Deflated; names in UTF-8; sizes follow the content, because they are unknown before. */
const method = 8;
const flags = 0x0808;
/** 1 January 1980, the first day of the format: the same content gives the same bytes. */
const day = 0x21;
const versionNeeded = 20;

/** Streams a zip file (PKWARE's APPNOTE 4.3) that is too large for memory; up to 4 GB. */
export async function* zipStream(parts: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let offset = 0;
  for (const { name, content } of parts) {
    const entry: Entry = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0 };
    entries.push(entry);
    const head = localHeader(entry);
    yield head;
    yield* packed(entry, content);
    const after = descriptor(entry);
    yield after;
    offset += head.length + entry.packed + after.length;
  }
  const directory = Buffer.concat(entries.map(directoryEntry));
  yield directory;
  yield endOfDirectory(entries.length, { offset, size: directory.length });
}

async function* packed(entry: Entry, content: ZipPart['content']): AsyncGenerator<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      yield bytes;
    }
  }
  const packing = createDeflateRaw();
  const done = pipeline(Readable.from(counted(), { objectMode: true, highWaterMark: 2 }), packing);
  done.catch(() => {}); // reported by reading from it
  for await (const chunk of packing as AsyncIterable<Buffer>) {
    entry.packed += chunk.length;
    yield chunk;
  }
  await done;
}

/** Whole numbers of 2 and 4 bytes, little-endian. */
function fields(...values: [value: number, bytes: 2 | 4][]): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of values) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

function localHeader({ name }: Entry): Buffer {
  const fixed = fields([0x04034b50, 4], [versionNeeded, 2], [flags, 2], [method, 2], [0, 2], [day, 2], [0, 4], [0, 4]);
  return Buffer.concat([fixed, fields([0, 4], [name.length, 2], [0, 2]), name]);
}

const descriptor = ({ crc, packed: size, size: whole }: Entry): Buffer =>
  fields([0x08074b50, 4], [crc, 4], [size, 4], [whole, 4]);

function directoryEntry({ name, offset, crc, packed: size, size: whole }: Entry): Buffer {
  const kind = fields([0x02014b50, 4], [versionNeeded, 2], [versionNeeded, 2], [flags, 2], [method, 2]);
  const about = fields([0, 2], [day, 2], [crc, 4], [size, 4], [whole, 4]);
  const place = fields([name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]);
  return Buffer.concat([kind, about, place, name]);
}

const endOfDirectory = (count: number, { offset, size }: { offset: number; size: number }): Buffer =>
  fields([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2]);
