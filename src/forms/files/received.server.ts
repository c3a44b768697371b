import { createWriteStream } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { passedOn } from '#platform/storage/spent-buffers.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { uploadSentences } from '#lib/uploads.ts';
import { sentences } from './contract.ts';

interface Receiving {
  headers: IncomingHttpHeaders;
  /** Where the file is written on this machine. */
  path: string;
  /** Bytes; what is larger is not read further. */
  maxSize: number;
  /** Told the name before anything is written; throws where no file of that name is taken. */
  demandName: (name: string) => void;
}

/** A request with one file has little else in it. */
const limits = { files: 1, fields: 10, fieldSize: 1_024, headerPairs: 20, headerSize: 8_192 };
const around = 64 * 1024; // bytes beside the file

/**
 * Writes the one file of a multipart request to this machine, a piece at a time, and answers its name as it was sent. Throws `Problem`
 * 413 as soon as it is too large, 400 for what is cut off or malformed. The rest of the request then goes into nothing, so that its
 * sender hears why.
 */
export async function receive(sent: Readable, receiving: Receiving): Promise<string> {
  let parser: BusboyInstance | undefined;
  try {
    if (Number(receiving.headers['content-length']) > receiving.maxSize + around) throw tooLarge();
    parser = parserOf(receiving);
    return await written(sent, parser, receiving);
  } finally {
    if (parser) sent.unpipe(parser);
    drain(sent);
  }
}

/** Who goes on for ever is cut off. */
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

function parserOf({ headers, maxSize: fileSize }: Receiving): BusboyInstance {
  try {
    const { 'content-type': type = '' } = headers;
    return new Busboy({ headers: { ...headers, 'content-type': type }, limits: { ...limits, fileSize } });
  } catch {
    throw malformed(); // no boundary
  }
}

async function written(sent: Readable, parser: BusboyInstance, { path, demandName }: Receiving): Promise<string> {
  let found: { name: string; stream: Readable; done: Promise<void> } | undefined;
  const read = new Promise<void>((resolve, reject) => {
    parser.on('file', (_field, stream, name) => {
      stream.once('limit', () => reject(tooLarge()));
      found = { name, stream, done: pipeline(stream, passedOn, createWriteStream(path)) };
      found.done.catch(reject);
      try {
        demandName(unescaped(name));
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
    await found?.done;
  } catch (error) {
    found?.stream.destroy(error instanceof Error ? error : undefined); // without one its writer would wait for its end
    await found?.done.catch(() => undefined); // so that nobody writes any more
    throw error;
  }
  if (!found) throw new Problem(400, uploadSentences.none);
  return unescaped(found.name);
}

/** Browsers write these three letters so in a name, and no others (HTML, multipart form data). */
const unescaped = (name: string): string => name.replace(/%0[ad]/gi, ' ').replaceAll('%22', '"');
