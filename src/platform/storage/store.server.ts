import { posix } from 'node:path';
import type { Readable } from 'node:stream';

/** An open stored file; `size` in bytes. A bucket stores content types, a folder does not. */
export interface StoredFile {
  size: number;
  body: Readable;
  contentType?: string | undefined;
}

/** What a place for files has to do. All keys have been checked by `storeKey`. */
export interface Store {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Copies a local file to a key. */
  copyIn(path: string, key: string, contentType: string): Promise<void>;
  /** Opens a file; the size belongs to the same version as the content. Throws if there is none. */
  open(key: string): Promise<StoredFile>;
  exists(key: string): Promise<boolean>;
  /** May throw if there is no such file. */
  remove(key: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  list(prefix: string): AsyncIterable<string>;
  /** Atomically moves a finished draft to a key; undefined if writes are atomic by themselves. */
  replace?(draft: string, key: string): Promise<void>;
}

/** A key as both kinds of store can hold it. Throws if it leads out of the store, is empty, or has other than plain characters. */
export function storeKey(key: string): string {
  const parts = key.split(/[\\/]/);
  const normal = posix.normalize(key).replace(/^\/|\/$/g, '');
  if (!/^[\w!./\s-]+$/.test(key) || parts.includes('..') || normal === '.' || normal === '')
    throw new Error(`Not a key of a stored file: ${key}`);
  return normal;
}
