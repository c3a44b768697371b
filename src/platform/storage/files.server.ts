import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Problem } from '#lib/api/problem.ts';
import { tryAgainInAMoment } from '#lib/api/sentences.ts';
import { newId } from '#lib/uuid.ts';
import { isConnectionLost } from '../db/lost-connection.server.ts';
import type { Env } from '../process/env.server.ts';
import type { BucketOptions } from './bucket-store.server.ts';
import { folderStore } from './folder-store.server.ts';
import { type Store, type StoredFile, storeKey } from './store.server.ts';

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

/** Opens the store: the folder `files` of `dataDir`, or an S3-compatible bucket if one is named. Connects only at the first call. */
export async function makeFiles(options: Pick<Env, 'dataDir'> & BucketOptions): Promise<Files> {
  const { dataDir, s3Bucket } = options;
  if (s3Bucket === undefined) return filesIn(folderStore(join(dataDir, 'files')));
  const { bucketStore } = await import('./bucket-store.server.ts'); // its library is large
  return filesIn(bucketStore(options, s3Bucket));
}

function filesIn(store: Store): Files {
  /** Writes the whole file or nothing: a failure leaves neither a partial file nor a draft. */
  const atomically = async (given: string, write: (to: string) => Promise<void>): Promise<void> => {
    const key = storeKey(given);
    if (!store.replace) return write(key);
    const draft = `${key}.${newId()}.part`;
    try {
      await write(draft);
      await store.replace(draft, key);
    } catch (error) {
      await orMissing(() => store.remove(draft)).catch(() => undefined); // the first error is the one to report
      throw error;
    }
  };
  return {
    put: (key, bytes, contentType) => orUnavailable(() => atomically(key, (to) => store.put(to, bytes, contentType))),
    putFile: (key, path, contentType) =>
      orUnavailable(() => atomically(key, (to) => store.copyIn(path, to, contentType))),
    get: (key) => orMissing(async () => buffer((await store.open(storeKey(key))).body)),
    stream: (key) => orMissing(async () => store.open(storeKey(key))),
    exists: (key) => orUnavailable(async () => store.exists(storeKey(key))),
    async remove(key) {
      await orMissing(async () => store.remove(storeKey(key)));
    },
    async *list(prefix = '') {
      const keys = store.list(prefix)[Symbol.asyncIterator]();
      for (;;) {
        const { done, value } = await orUnavailable(() => keys.next());
        if (done) return;
        yield value;
      }
    },
    copy: (from, to) => orUnavailable(async () => store.copy(storeKey(from), storeKey(to))),
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

/** Whether the store's error, or its cause, is a broken connection, a timeout, or a status of 500 or above. */
function isUnavailable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { $metadata } = at as { $metadata?: { httpStatusCode?: number } }; // added by the S3 client
    if (at.name === 'TimeoutError' || ($metadata?.httpStatusCode ?? 0) >= 500 || isConnectionLost(at)) return true;
  }
  return false;
}

const missingCodes = new Set(['ENOENT', 'NoSuchKey', 'NotFound']);

/** Whether the store's error, or its cause, means that there is no such file: by its code on disk, by its name in a bucket. */
function isMissing(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (missingCodes.has(at.name) || ('code' in at && missingCodes.has(String(at.code)))) return true;
  }
  return false;
}
