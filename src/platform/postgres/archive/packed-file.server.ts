import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import stream, { type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';

/** The fastest level: WAL is compressed while orders come in. The checksum reveals damaged files. */
const params = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 };
const draftEnding = '.draft';

export const isDraft = (name: string): boolean => name.endsWith(draftEnding);

/** Compresses `source` to the file `target`, which appears, complete and on disk, at the end. */
export async function pack(source: Readable | AsyncIterable<Buffer>, target: string): Promise<void> {
  const draft = target + draftEnding;
  try {
    await pipeline(source, createZstdCompress({ params }), createWriteStream(draft, { mode: 0o600, flush: true }));
    await publish(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Writes a small file as a whole: readers see the old content or the new one, also after a power failure. */
export async function writeWhole(target: string, content: string): Promise<void> {
  const draft = target + draftEnding;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await publish(draft, target);
}

async function publish(draft: string, target: string): Promise<void> {
  await rename(draft, target);
  const folder = await open(dirname(target));
  await folder.sync().finally(() => folder.close());
}

/** The content of a packed file. Reading throws if the file is damaged or incomplete. */
export function unpacked(path: string): AsyncIterable<Buffer> {
  const content = createZstdDecompress();
  stream.pipeline(createReadStream(path), content, () => {}); // its reader gets the errors
  return content;
}

/** Whether the error says that a packed file is damaged, rather than that it can't be read. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(Z_|ZSTD_)/.test(String(error.code));
