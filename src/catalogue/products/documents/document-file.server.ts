import { createHash } from 'node:crypto';
import type { Files } from '#platform/storage/files.server.ts';

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The storage key of a document's file. It contains the hash, so the content of a stored file never changes. */
export const documentKey = (sha256: string): string => `documents/${sha256}.pdf`;

export const documentPath = (id: string): string => `/files/documents/${id}`;

/** Stores a checked PDF unaltered and returns its hash. Identical files are stored once. */
export async function storeDocument(files: Files, bytes: Uint8Array): Promise<string> {
  const sha256 = hashOf(bytes);
  const key = documentKey(sha256);
  if (!(await files.exists(key))) await files.put(key, bytes, 'application/pdf');
  return sha256;
}
