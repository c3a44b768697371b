import { createHash } from 'node:crypto';
import type { Files } from '#platform/storage/files.server.ts';

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Where a document's file is kept; the key is its hash, so that what is stored there never changes. */
export const documentKey = (sha256: string): string => `documents/${sha256}.pdf`;

/** Where a document is served. */
export const documentPath = (id: string): string => `/files/documents/${id}`;

/** Stores a checked PDF as it came and answers its hash. The same file is kept once. */
export async function storeDocument(files: Files, bytes: Uint8Array): Promise<string> {
  const sha256 = hashOf(bytes);
  const key = documentKey(sha256);
  if (!(await files.exists(key))) await files.put(key, bytes, 'application/pdf');
  return sha256;
}
