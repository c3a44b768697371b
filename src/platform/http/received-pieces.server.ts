import type { Readable } from 'node:stream';
import { Problem } from '#lib/api/problem.ts';

/**
 * The pieces of an upload. Throws `Problem` 400 with the sentence `cutOff` if the upload is incomplete. Does not destroy the request, so that
 * the sender gets the reply.
 */
export async function* receivedPieces(sent: Readable, cutOff: string): AsyncGenerator<Buffer> {
  try {
    yield* sent.iterator({ destroyOnReturn: false });
  } catch (error) {
    if (sent.destroyed) throw new Problem(400, cutOff);
    throw error;
  }
}
