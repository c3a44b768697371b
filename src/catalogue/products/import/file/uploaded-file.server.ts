import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { receivedPieces } from '#platform/http/received-pieces.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { importSentences, largestFile } from '#catalogue/products/import-sentences.ts';

const partSize = 1024 * 1024;

/**
 * Writes an upload to a file, piece by piece. Throws `Problem` 413 if it exceeds 64 MB, and 400 if it is empty or
 * incomplete. Does not destroy the request, so that the client still gets the reply.
 */
export async function receiveFile(sent: Readable, file: string): Promise<void> {
  const out = await open(file, 'w');
  let size = 0;
  try {
    for await (const piece of receivedPieces(sent, importSentences.cutOff)) {
      size += piece.length;
      if (size > largestFile) throw new Problem(413, importSentences.tooLarge);
      await out.write(piece);
    }
  } finally {
    await out.close();
  }
  if (size === 0) throw new Problem(400, importSentences.choose);
}

/** Stores a file in the database, where all processes can read it and backups include it. */
export async function storeFile(tx: Tx, importId: string, file: string): Promise<void> {
  const from = await open(file);
  try {
    const part = Buffer.alloc(partSize); // one for all parts, each of which is sent before the next is read
    for (let place = 0; ; place++) {
      const { bytesRead } = await from.read(part, 0, partSize);
      if (bytesRead === 0) return;
      const bytes = part.subarray(0, bytesRead);
      await sql`insert into product_import_parts (import_id, place, bytes)
        values (${importId}, ${place}, ${bytes})`.execute(tx);
    }
  } finally {
    await from.close();
  }
}

/** Writes a file from the database to the disk. */
export async function fetchFile(db: Db, importId: string, file: string): Promise<void> {
  const out = await open(file, 'w');
  try {
    for (let place = 0; ; place++) {
      const { rows } = await sql<{ bytes: Buffer }>`
        select bytes from product_import_parts where import_id = ${importId} and place = ${place}`.execute(db);
      if (!rows[0]) return;
      await out.write(rows[0].bytes);
    }
  } finally {
    await out.close();
  }
}
