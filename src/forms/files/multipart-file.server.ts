import { createWriteStream } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { collectBuffers } from '#platform/storage/collect-used-buffers.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { uploadSentences } from '#lib/uploads.ts';
import { sentences } from './contract.ts';

interface ReceiveOptions {
  headers: IncomingHttpHeaders;
  /** The local path to write the file to. */
  path: string;
  /** Limit in bytes; a larger file is not read to its end. */
  maxSize: number;
  /** Called before the content is read. Throws if a file with that name is not accepted. */
  requireAcceptedName: (name: string) => void;
}

/** Limits for a request with one file and little else. */
const limits = { files: 1, fields: 10, fieldSize: 1_024, headerPairs: 20, headerSize: 8_192 };
const overhead = 64 * 1024; // bytes in addition to the file

/**
 * Streams the single file of a multipart request to a local path and returns its name as sent. Throws `Problem` 413 as soon
 * as the file is too large, and 400 if the request is cut off or malformed. The rest of the request is then discarded, so
 * that the client reads the response.
 */
export async function receiveFile(sent: Readable, receiving: ReceiveOptions): Promise<string> {
  let parser: BusboyInstance | undefined;
  try {
    if (Number(receiving.headers['content-length']) > receiving.maxSize + overhead) throw tooLarge();
    parser = parserOf(receiving);
    return await writeFile(sent, parser, receiving);
  } finally {
    if (parser) sent.unpipe(parser);
    drain(sent);
  }
}

/** If more of a request than this is still to be discarded, the connection is closed. */
const mostDrained = 64 * 1024 * 1024; // bytes

function drain(sent: Readable): void {
  let left = mostDrained;
  sent.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left < 0) sent.destroy();
  });
  sent.resume();
}

const tooLarge = (): Problem => new Problem(413, uploadSentences.large);
const malformed = (): Problem => new Problem(400, sentences.malformed);

function parserOf({ headers, maxSize: fileSize }: ReceiveOptions): BusboyInstance {
  try {
    const { 'content-type': type = '' } = headers;
    return new Busboy({ headers: { ...headers, 'content-type': type }, limits: { ...limits, fileSize } });
  } catch {
    throw malformed(); // the content type has no boundary
  }
}

async function writeFile(
  sent: Readable,
  parser: BusboyInstance,
  { path, requireAcceptedName }: ReceiveOptions,
): Promise<string> {
  let upload: { name: string; stream: Readable; done: Promise<void> } | undefined;
  const read = new Promise<void>((resolve, reject) => {
    parser.on('file', (_field, stream, name) => {
      stream.once('limit', () => reject(tooLarge()));
      upload = { name, stream, done: pipeline(stream, collectBuffers, createWriteStream(path)) };
      upload.done.catch(reject);
      try {
        requireAcceptedName(unescaped(name));
      } catch (error) {
        reject(error);
      }
    });
    parser.once('filesLimit', () => reject(new Problem(400, sentences.oneFile)));
    parser.once('error', () => reject(malformed()));
    parser.once('finish', resolve);
    finished(sent, { writable: false }, (error) => error && reject(new Problem(400, sentences.cutOff)));
    sent.pipe(parser);
  });
  try {
    await read;
    await upload?.done;
  } catch (error) {
    upload?.stream.destroy(error instanceof Error ? error : undefined); // otherwise the pipeline would wait for more data
    await upload?.done.catch(() => undefined); // nothing may be written after this function returns
    throw error;
  }
  if (!upload) throw new Problem(400, uploadSentences.none);
  return unescaped(upload.name);
}

/** Browsers escape only these three characters in file names (HTML, multipart form data). */
const unescaped = (name: string): string => name.replace(/%0[ad]/gi, ' ').replaceAll('%22', '"');
