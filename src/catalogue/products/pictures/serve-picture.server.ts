import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#platform/deps.server.ts';
import { sendProblem } from '#platform/http/problems.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { streamSize } from './picture-files.server.ts';
import { pictureWidths } from '../picture-path.ts';

const year = 365 * 24 * 60 * 60; // seconds
const standardWidth = 480;

/** `GET /files/products/{key}?w=480`: one size of a product picture. The key is a hash, so the content never changes. */
export function pictureRoutes(app: FastifyInstance, { files }: { files: Pick<Deps['files'], 'stream'> }): void {
  app.get<{ Params: { key: string }; Querystring: { w?: string } }>('/files/products/:key', async (request, reply) => {
    const { key } = request.params;
    const width = Number(request.query.w ?? standardWidth);
    if (!/^[\w-]{1,100}$/.test(key) || !pictureWidths.some((one) => one === width)) return missing(request, reply);
    const etag = `"${key}-${width}"`;
    reply.header('cache-control', `public, max-age=${year}, immutable`).header('etag', etag);
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) return reply.code(304).send();
    const { file, isFinal } = await streamSize(files, `products/${key}`, width);
    if (!file) return missing(request, reply);
    if (!isFinal) reply.header('cache-control', 'no-store').removeHeader('etag');
    return reply
      .header('content-type', 'image/webp')
      .header('content-length', file.size)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(file.body);
  });
}

const missing = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.removeHeader('etag');
  return sendProblem(request, reply, new Problem(404, 'This picture does not exist.'));
};
