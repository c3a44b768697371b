import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { collectBuffers } from '#platform/storage/collect-used-buffers.server.ts';
import { encrypted } from './encryption.server.ts';
import { firstEntry, type Sum, summing } from './manifest.server.ts';

/** An archive that is being written. Parts are added one after another. */
export interface ArchiveWriter {
  /** Adds a part; resolves when all of its content has been read. */
  add(name: string, content: AsyncIterable<Buffer> | string, isCompressed?: boolean): Promise<Sum>;
  /** Completes the file and flushes it to disk; only then does it exist under its name. */
  finish(): Promise<Sum>;
  /** Deletes what has been written, even if the archive is finished. */
  abort(): Promise<void>;
}

/** The comment at the very end of the zip: the hash of everything before it. */
const sealPrefix = 'sha256:';
export const sealLength = sealPrefix.length + 64;
export const sealOf = (sha256: string): string => `${sealPrefix}${sha256}`;

const introduction = 'A backup of Spruce, format 1. To restore it: npm run restore -- FILE\n';
const fast = 2; // compresses database rows four times as fast as the default level, into a tenth more bytes

/** Begins an archive at `path`, encrypted if there is a key. Only the file's owner can read it. */
export async function createArchive(path: string, key: string | undefined): Promise<ArchiveWriter> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable; // a PassThrough
  const draft = `${path}.part`;
  const sealed = withSeal(output);
  const { data, sum } = summing(collectBuffers(key === undefined ? sealed : encrypted(sealed, key)));
  const written = pipeline(data, createWriteStream(draft, { mode: 0o600, flush: true }));
  written.catch(() => {}); // the next `await` reports the error
  zip.on('error', (error: Error) => output.destroy(error));

  async function add(name: string, content: AsyncIterable<Buffer> | string, isCompressed = false): Promise<Sum> {
    const part = summing(typeof content === 'string' ? bytesOf(content) : content);
    const source = Readable.from(part.data, { highWaterMark: 2 });
    const consumed = new Promise<void>((resolve, reject) => {
      source.once('end', resolve);
      source.once('error', (error) => {
        output.destroy(error);
        reject(error);
      });
    });
    consumed.catch(() => {}); // the writer may fail first
    zip.addReadStream(source, name, { mode: 0o100600, compressionLevel: isCompressed ? fast : 0 });
    try {
      await Promise.race([consumed, written]); // `written` ends first only if it fails
    } catch (error) {
      source.destroy();
      throw error;
    }
    return part.sum();
  }

  let file = draft;
  await add(firstEntry, introduction);
  return {
    add,
    async finish() {
      zip.end({ forceZip64Format: false, comment: sealOf('0'.repeat(64)) });
      await written;
      await rename(draft, path);
      file = path;
      return sum();
    },
    async abort() {
      output.destroy();
      await written.catch(() => {});
      await rm(file, { force: true });
    },
  };
}

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** Replaces the comment at the end of a zip with the hash of everything before it. */
async function* withSeal(zip: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let end: Buffer = Buffer.alloc(0);
  for await (const piece of zip) {
    const all = Buffer.concat([end, piece]);
    const before = all.subarray(0, Math.max(0, all.length - sealLength));
    end = all.subarray(before.length);
    hash.update(before);
    yield before;
  }
  yield Buffer.from(sealOf(hash.digest('hex')));
}
