import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { z } from 'zod';
import { Problem } from '#lib/api/problem.ts';
import { collectBuffers } from '#platform/storage/collect-used-buffers.server.ts';
import { type ByteSource, openBytes } from './byte-source.server.ts';
import { decrypted, isEncrypted, magicLength } from './encryption.server.ts';
import { archiveFormat, firstEntry, type Manifest, manifestEntry, manifestShape, sumOf } from './manifest.server.ts';
import { archiveSentences } from './sentences.ts';
import { sealLength, sealOf } from './write-archive.server.ts';

/** A part of an archive. Read it before you request the next part. */
export interface ArchivePart {
  name: string;
  open(): Promise<AsyncIterable<Buffer>>;
}

/** An archive whose every byte has been compared with its checksum. */
export interface Archive {
  manifest: Manifest;
  /** The parts in the order in which they were written: the database's, files, secrets. */
  parts(): AsyncIterable<ArchivePart>;
  close(): Promise<void>;
}

export interface ReadOptions {
  key: string | undefined;
  onProgress?: ((done: number, of: number) => unknown) | undefined;
}

/** Opens an archive and checks it as a whole. Throws `Problem` 400 with a sentence that says why it can't be used. */
export async function openArchive(path: string, { key, onProgress }: ReadOptions): Promise<Archive> {
  const file = await openBytes(path).catch((cause: unknown) => {
    throw Object.assign(new Problem(400, archiveSentences.missing), { cause });
  });
  try {
    const bytes = await plainBytes(file, key);
    await checkBytes(bytes, onProgress);
    const manifest = await readManifest(bytes);
    return { manifest, parts: () => partsOf(bytes), close: file.close };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const zipSignature = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const nameOffset = 30; // of the first entry

async function plainBytes(file: ByteSource, key: string | undefined): Promise<ByteSource> {
  const isSealed = isEncrypted(await file.read(0, magicLength));
  if (isSealed && key === undefined) throw new Problem(400, archiveSentences.needsKey);
  const bytes = isSealed && key !== undefined ? await decrypted(file, key) : file;
  const start = await bytes.read(0, Math.min(bytes.size, nameOffset + firstEntry.length));
  const isOurs =
    start.subarray(0, zipSignature.length).equals(zipSignature) &&
    start.subarray(nameOffset).equals(Buffer.from(firstEntry));
  if (!isOurs) throw new Problem(400, archiveSentences.foreign);
  return bytes;
}

/** Compares everything with the hash at the end, so that even a single changed byte is noticed. */
async function checkBytes(bytes: ByteSource, onProgress: ReadOptions['onProgress']): Promise<void> {
  const seal = (await bytes.read(Math.max(0, bytes.size - sealLength), bytes.size)).toString('latin1');
  if (!/^sha256:[0-9a-f]{64}$/.test(seal)) throw new Problem(400, archiveSentences.incomplete);
  const end = bytes.size - sealLength;
  const { sha256 } = await sumOf(collectBuffers(withProgress(bytes.stream(0, end), end, onProgress)));
  if (sealOf(sha256) !== seal) throw new Problem(400, archiveSentences.damaged);
}

async function* withProgress(
  source: AsyncIterable<Buffer>,
  of: number,
  onProgress: ReadOptions['onProgress'],
): AsyncGenerator<Buffer> {
  let done = 0;
  for await (const piece of source) {
    yield piece;
    done += piece.length;
    await onProgress?.(done, of);
  }
}

async function readManifest(bytes: ByteSource): Promise<Manifest> {
  for await (const { name, open } of partsOf(bytes)) {
    if (name !== manifestEntry) continue;
    const content: unknown = JSON.parse(await text(Readable.from(await open())));
    const { format, appVersion } = z.object({ format: z.int(), appVersion: z.string() }).parse(content);
    if (format > archiveFormat) throw new Problem(400, archiveSentences.newer(appVersion));
    return manifestShape.parse(content);
  }
  throw new Problem(400, archiveSentences.damaged);
}

/** Lets the zip library read from a `ByteSource`. */
class ByteReader extends RandomAccessReader {
  readonly #bytes: ByteSource;
  constructor(bytes: ByteSource) {
    super();
    this.#bytes = bytes;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#bytes.stream(start, end), { highWaterMark: 2 });
  }
}

async function* partsOf(bytes: ByteSource): AsyncGenerator<ArchivePart> {
  const zip = await fromRandomAccessReaderPromise(new ByteReader(bytes), bytes.size, { autoClose: false });
  for await (const entry of zip.eachEntry())
    yield {
      name: entry.fileName,
      open: async () => collectBuffers(await zip.openReadStreamPromise(entry as Entry)),
    };
}
