import type { FastifyReply } from 'fastify';
import { checkImage } from '#platform/storage/check-picture.server.ts';
import type { Files } from '#platform/storage/files.server.ts';
import { renditions } from '#platform/storage/picture-sizes.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { type ProofIds, proofKey, type ProofPicture } from '../stored/proof-key.server.ts';
import { trackSentences } from './track-contract.ts';

/** How wide each picture is kept, in pixels. */
const widths: Record<ProofPicture, number> = { photo: 1600, signature: 500 };

/**
 * Stores a picture of a proof as WebP, without camera metadata such as where it was taken. Throws `Problem` 400, 413 or 415 with a
 * sentence for a file that is no picture, or too large.
 */
export async function storeProofPicture(
  files: Files,
  ids: ProofIds,
  { picture, dataUrl }: { picture: ProofPicture; dataUrl: string },
): Promise<void> {
  const bytes = Buffer.from(dataUrl.replace(/^data:[^,]{0,100},/, ''), 'base64');
  await checkImage(bytes);
  const [made] = await renditions(bytes, { widths: [widths[picture]] });
  if (made) await files.put(proofKey(ids, picture), made.webp, 'image/webp');
}

/** Sends a stored picture of a proof, which no cache may share. Throws 404 if there is none. */
export async function sendProofPicture(
  { files, reply }: { files: Files; reply: FastifyReply },
  proof: ProofIds & { hasPhoto: boolean; hasSignature: boolean },
  picture: ProofPicture,
): Promise<FastifyReply> {
  const exists = picture === 'photo' ? proof.hasPhoto : proof.hasSignature;
  const file = exists ? await files.stream(proofKey(proof, picture)) : undefined;
  if (!file) throw notFound(trackSentences.noPhoto);
  return reply
    .header('content-type', 'image/webp')
    .header('content-length', file.size)
    .header('content-disposition', 'inline')
    .header('cache-control', 'private, no-store')
    .header('x-robots-tag', 'noindex')
    .header('x-content-type-options', 'nosniff')
    .send(file.body);
}
