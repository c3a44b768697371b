import { createReadStream, existsSync } from 'node:fs';
import { copyFile, open, opendir, rename, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Disk, KeyNormalizer } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { Problem } from '#lib/api/problem.ts';
import { tryAgainInAMoment } from '#lib/api/sentences.ts';
import { newId } from '#lib/uuid.ts';
import { isConnectionLost } from '../db/lost-connection.server.ts';
import type { Env } from '../process/env.server.ts';
import { collectBuffers } from './collect-used-buffers.server.ts';

/** An open stored file; `size` in bytes. A bucket stores content types, a folder does not. */
export interface StoredFile {
  size: number;
  body: Readable;
  contentType?: string | undefined;
}

/**
 * Uploads, pictures and documents by key (`invoices/INV-100001.pdf`). A key outside the store is refused with an
 * error. `put` is atomic and replaces an existing file.
 */
export interface Files {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Stores a local file chunk by chunk, so that a large one takes no memory. The file must not be empty. */
  putFile(key: string, path: string, contentType: string): Promise<void>;
  /** The whole file in memory; undefined if there is none. */
  get(key: string): Promise<Buffer | undefined>;
  /** The file as a stream, for large files; undefined if there is none. */
  stream(key: string): Promise<StoredFile | undefined>;
  exists(key: string): Promise<boolean>;
  /** Does nothing if there is no such file. */
  remove(key: string): Promise<void>;
  /** The keys of all files whose key begins with `prefix` (`backups/`), in no particular order. */
  list(prefix?: string): AsyncIterable<string>;
  /** Copies a file within the store; replaces an existing one. */
  copy(from: string, to: string): Promise<void>;
}

type FilesOptions = Pick<Env, 'dataDir'> & Partial<Pick<Env, Extract<keyof Env, `s3${string}`>>>;

/** Opens the store: the folder `files` of `dataDir`, or an S3-compatible bucket if one is named. Connects only at the first call. */
export async function makeFiles(options: FilesOptions): Promise<Files> {
  const { s3Bucket } = options;
  if (s3Bucket === undefined) return filesOn(onDisk(options.dataDir));
  return filesOn(await inBucket(options, s3Bucket));
}

interface Store {
  disk: Disk;
  /** Opens a file; the size belongs to the same version as the content. */
  open(key: string): Promise<StoredFile>;
  /** Copies a local file to a key. */
  copyIn(path: string, key: string, contentType: string): Promise<void>;
  /** Atomically moves a finished draft to a key; undefined if writes are atomic by themselves. */
  replace?(draft: string, key: string): Promise<void>;
  list(prefix: string): AsyncIterable<string>;
}

function onDisk(dataDir: string): Store {
  const location = join(dataDir, 'files');
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }));
  const keys = new KeyNormalizer();
  return {
    disk,
    async open(key) {
      const handle = await open(join(location, keys.normalize(key))); // by handle, because the file may be replaced once its size has been read
      const { size } = await handle.stat();
      return { size, body: handle.createReadStream() };
    },
    async copyIn(path, key) {
      await disk.put(key, ''); // creates the folder, and refuses a key outside it
      await copyFile(path, join(location, key)); // copied by the system, without using this process's memory
    },
    // The drive's move() is not used, because it copies: others could read a partial file, and it would remain after a power failure.
    replace: (draft, key) => rename(join(location, draft), join(location, keys.normalize(key))),
    list: (prefix) => filesBelow(location, prefix),
  };
}

/** The keys of the files below a folder, without unfinished files. */
async function* filesBelow(folder: string, prefix: string): AsyncGenerator<string> {
  if (!existsSync(folder)) return;
  for await (const entry of await opendir(folder, { recursive: true })) {
    const key = relative(folder, join(entry.parentPath, entry.name));
    if (entry.isFile() && key.startsWith(prefix) && !key.endsWith('.part')) yield key;
  }
}

const ignore = () => {};
/** Keeps the library from writing messages of its own to the terminal, beside our log; failures are thrown in any case. */
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** The library is large, so it is loaded only if a bucket is used. */
async function inBucket(options: FilesOptions, bucket: string): Promise<Store> {
  const [{ S3Driver }, { GetObjectCommand, ListObjectsV2Command, S3Client }] = await Promise.all([
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ]);
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = options;
  const client = new S3Client({
    region: options.s3Region ?? 'us-east-1',
    forcePathStyle: options.s3ForcePathStyle ?? options.s3Endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED', // compatible stores don't know the newer checksums
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: silent,
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 30_000 }, // milliseconds; by default it waits forever
    ...(options.s3Endpoint !== undefined && { endpoint: options.s3Endpoint }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  });
  // Many compatible stores refuse ACLs, and our files are always private.
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }));
  const keys = new KeyNormalizer();
  return {
    disk,
    async open(key) {
      const object = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keys.normalize(key) }));
      const { ContentLength: size = 0, ContentType: contentType } = object;
      return { size, contentType, body: object.Body as Readable }; // a Node stream on a server
    },
    async copyIn(path, key, contentType) {
      const { size: contentLength } = await stat(path); // a bucket accepts no stream without its length
      await disk.putStream(key, Readable.from(collectBuffers(createReadStream(path))), { contentType, contentLength });
    },
    async *list(prefix) {
      let next: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: next }),
        );
        for (const { Key: key } of page.Contents ?? []) if (key !== undefined) yield key;
        next = page.NextContinuationToken;
      } while (next !== undefined);
    },
  };
}

function filesOn({ disk, open: openFile, copyIn, replace, list }: Store): Files {
  /** Writes the whole file or nothing: a failure leaves neither a partial file nor a draft. */
  const atomically = async (key: string, write: (to: string) => Promise<void>): Promise<void> => {
    if (!replace) return write(key);
    const draft = `${key}.${newId()}.part`;
    try {
      await write(draft);
      await replace(draft, key);
    } catch (error) {
      await orMissing(() => disk.delete(draft)).catch(() => undefined); // the first error is the one to report
      throw error;
    }
  };
  return {
    put: (key, bytes, contentType) =>
      orUnavailable(() => atomically(key, (to) => disk.put(to, bytes, { contentType }))),
    putFile: (key, path, contentType) => orUnavailable(() => atomically(key, (to) => copyIn(path, to, contentType))),
    // The drive's getBytes() is not used, because it returns unrelated memory for an empty file on disk.
    get: (key) => orMissing(async () => buffer(await disk.getStream(key))),
    async stream(key) {
      return orMissing(() => openFile(key));
    },
    exists: (key) => orUnavailable(() => disk.exists(key)),
    async remove(key) {
      await orMissing(() => disk.delete(key));
    },
    async *list(prefix = '') {
      const keys = list(prefix)[Symbol.asyncIterator]();
      for (;;) {
        const { done, value } = await orUnavailable(() => keys.next());
        if (done) return;
        yield value;
      }
    },
    copy: (from, to) => orUnavailable(() => disk.copy(from, to)),
  };
}

/** The store's result; undefined if there is no such file. */
async function orMissing<T>(operation: () => Promise<T>): Promise<T | undefined> {
  try {
    return await orUnavailable(operation);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The store's result; throws 503 if the store cannot be reached or fails. */
async function orUnavailable<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw isUnavailable(error) ? Object.assign(new Problem(503, tryAgainInAMoment), { cause: error }) : error;
  }
}

/** Whether the store's error, which the drive wraps, is a broken connection, a timeout, or a status of 500 or above. */
function isUnavailable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { $metadata } = at as { $metadata?: { httpStatusCode?: number } }; // added by the S3 client
    if (at.name === 'TimeoutError' || ($metadata?.httpStatusCode ?? 0) >= 500 || isConnectionLost(at)) return true;
  }
  return false;
}

const missingCodes = new Set(['ENOENT', 'NoSuchKey', 'NotFound']);

/** Whether the store's error, which the drive wraps, means that there is no such file: by its code on disk, by its name in a bucket. */
function isMissing(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (missingCodes.has(at.name) || ('code' in at && missingCodes.has(String(at.code)))) return true;
  }
  return false;
}
