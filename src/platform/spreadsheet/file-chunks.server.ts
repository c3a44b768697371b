import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Problem } from '#lib/api/problem.ts';
import { errorCode } from '#lib/error-code.ts';

/** A file to read: its path, or its bytes. */
export type FileSource = string | Buffer;

/** The first bytes of a file, at most `length`. Throws `Problem` 400 if the path cannot be opened. */
export async function firstBytesOf(source: FileSource, length: number): Promise<Buffer> {
  if (typeof source !== 'string') return source.subarray(0, length);
  const file = await open(source).catch((error: unknown) => {
    throw new Problem(400, `'${source}' ${errorCode(error) === 'ENOENT' ? 'does not exist' : 'cannot be opened'}.`);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const chunkSize = 64 * 1024;

/** The bytes of a file in chunks of 64 KB, so that the process can do other work in between. */
export function chunksOf(source: FileSource): AsyncIterable<Buffer> {
  if (typeof source === 'string') return createReadStream(source, { highWaterMark: chunkSize });
  const chunks = function* () {
    for (let at = 0; at < source.length; at += chunkSize) yield source.subarray(at, at + chunkSize);
  };
  return Readable.from(chunks());
}
