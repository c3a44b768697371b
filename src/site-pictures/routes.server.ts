import { Readable } from 'node:stream';
import { Problem } from '#lib/api/problem.ts';
import { receivedPieces } from '#platform/http/received-pieces.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import * as contract from './contract.ts';
import * as pictures from './pictures.server.ts';

export function sitePictureRoutes(on: RegisterEndpoint, deps: pictures.PicturesDeps): void {
  on(contract.listPictures, async ({ query, reply }) => withTotal(reply, await pictures.readPictures(deps.db, query)));
  on(contract.readPicture, ({ params, query }) => pictures.readPicture(deps, params.id, query.uses === 'true'));
  on(contract.uploadPicture, async ({ query, request, context }) => {
    const { sentences, maxBytes } = contract;
    if (Number(request.headers['content-length']) > maxBytes) throw new Problem(413, sentences.tooLarge);
    if (!(request.body instanceof Readable)) throw new Problem(400, sentences.choose);
    const bytes = await receiveBytes(request.body);
    const { name, alt, isDecorative, again } = query;
    const sent = { bytes, name, alt, isDecorative: isDecorative === 'true', isAgain: again === 'true' };
    return pictures.addPicture(deps, sent, context);
  });
  on(contract.updatePicture, ({ params, body, context }) =>
    pictures.updatePicture(deps, { ...body, id: params.id }, context),
  );
  on(contract.removePicture, ({ params, context }) => pictures.removePicture(deps, params.id, context));
  on(contract.restorePicture, ({ params, context }) => pictures.restorePicture(deps, params.id, context));
}

/** The whole upload. Throws `Problem` 413 if it is too large, and 400 if it is empty or incomplete. */
async function receiveBytes(sent: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of receivedPieces(sent, contract.sentences.cutOff)) {
    size += piece.length;
    if (size > contract.maxBytes) throw new Problem(413, contract.sentences.tooLarge);
    pieces.push(piece);
  }
  if (size === 0) throw new Problem(400, contract.sentences.choose);
  return Buffer.concat(pieces);
}
