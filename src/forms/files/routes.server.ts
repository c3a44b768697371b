import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notSignedIn } from '#platform/access/actor.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { Identify, RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { notFound, Problem } from '#lib/api/problem.ts';
import { isInline } from './content-type.server.ts';
import { removeFormFile, sendFormFile, sentences } from './contract.ts';
import { removeUnclaimed } from './remove-files.server.ts';
import { openFile } from './open-file.server.ts';
import { receiveFormFile } from './upload-file.server.ts';

export function formFilesRoutes(on: RegisterEndpoint, deps: Deps): void {
  on(sendFormFile, ({ params, query, actor, ip, request }) => {
    const { body, headers } = request;
    if (!(body instanceof Readable)) throw new Problem(415, 'This type of content is not supported.');
    const { fieldId, formVersion } = query;
    return receiveFormFile(deps, { ...params, fieldId, formVersion, actor, ip, body, headers });
  });
  on(removeFormFile, ({ params, actor }) => removeUnclaimed(deps, { ...params, actor }));
}

/** `GET /files/forms/{id}`: returns a file of an answer. Images are shown inline, all other files are downloaded. */
export function formFilePaths(app: FastifyInstance, deps: Pick<Deps, 'db' | 'files'>, identify: Identify): void {
  app.get<{ Params: { id: string } }>('/files/forms/:id', async (request, reply) => {
    reply.header('cache-control', 'private, no-cache').header('vary', 'cookie, authorization');
    const { id } = request.params;
    const actor = await identify(request, reply);
    if (!actor) return toSignIn(request, reply);
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) throw notFound(sentences.noFile);
    const { name, contentType, open } = await openFile(deps, id, actor);
    reply.header('etag', `"${id}"`);
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(`"${id}"`)) return reply.code(304).send();
    const file = await open();
    if (!file) throw notFound(sentences.noFile);
    return reply
      .header('content-type', contentType)
      .header('content-length', file.size)
      .header('content-disposition', disposition(name, isInline(contentType)))
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'same-origin')
      .send(file.body);
  });
}

/** Redirects browsers to sign in and return; other clients get 401. */
function toSignIn({ headers, url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!headers.accept?.includes('text/html')) throw notSignedIn();
  return reply.redirect(`/login/?return-url=${encodeURIComponent(url)}`, 302);
}

/** Content-Disposition with an ASCII fallback and the full name (RFC 6266, section 5). */
function disposition(name: string, isInline: boolean): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return `${isInline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
