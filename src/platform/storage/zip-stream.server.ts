import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file inside a zip; its content is read chunk by chunk, once the file before it is written. */
export interface ZipPart {
  name: string;
  content: Iterable<string | Buffer> | AsyncIterable<string | Buffer>;
}

/** A fixed date, the earliest that the format supports, so that the same content gives the same bytes. */
const dated = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** Streams a zip file that is too large for memory. */
export async function* zipStream(parts: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable; // a PassThrough
  let source: Readable | undefined;
  for (const { name, content } of parts) {
    zip.addReadStreamLazy(name, dated, (pipe) => {
      source = Readable.from(content, { highWaterMark: 2 }).on('error', (error) => output.destroy(error));
      pipe(null, source);
    });
  }
  zip.end();
  try {
    yield* output;
  } finally {
    source?.destroy(); // in case the reader has stopped early
  }
}
