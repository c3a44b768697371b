import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#lib/api/problem.ts';
import { sendProblem } from '../http/problems.server.ts';
import type { Files, StoredFile } from './files.server.ts';
import { type PictureFolder, pictureFolders, streamSize } from './picture-files.server.ts';

const year = 365 * 24 * 60 * 60; // seconds
const standardWidth = 480;

type Store = Pick<Files, 'stream'>;

/** The file that a request names; its entity tag is made of `name`. */
interface NamedFile {
  name: string;
  type: string;
  open(): Promise<{ file: StoredFile | undefined; isFinal: boolean }>;
}

/**
 * `GET /files/products/{key}?w=480`, and the same for `site`: one size of a picture; `GET /files/site/{key}.svg`: a drawing. The key is
 * a hash, so the content never changes.
 */
export function pictureRoutes(app: FastifyInstance, { files }: { files: Store }): void {
  for (const folder of ['products', 'site'] as const) {
    app.get<{ Params: { key: string }; Querystring: { w?: string } }>(`/files/${folder}/:key`, (request, reply) => {
      const { key } = request.params;
      const width = Number(request.query.w ?? standardWidth);
      const named = key.endsWith('.svg') ? drawing(files, folder, key) : size(files, folder, { key, width });
      return send(request, reply, named);
    });
  }
}

function size(files: Store, folder: PictureFolder, { key, width }: { key: string; width: number }) {
  if (!/^[\w-]{1,100}$/.test(key) || !pictureFolders[folder].widths.some((one) => one === width)) return undefined;
  return { name: `${key}-${width}`, type: 'image/webp', open: () => streamSize(files, `${folder}/${key}`, width) };
}

/** Drawings were checked when they were stored, and the policy in `send` keeps them from running anything. */
function drawing(files: Store, folder: PictureFolder, key: string): NamedFile | undefined {
  if (folder !== 'site' || !/^[\da-f]{32}\.svg$/.test(key)) return undefined;
  const open = async () => ({ file: await files.stream(`${folder}/${key}`), isFinal: true });
  return { name: key, type: 'image/svg+xml', open };
}

async function send(request: FastifyRequest, reply: FastifyReply, named: NamedFile | undefined): Promise<FastifyReply> {
  if (!named) return missing(request, reply);
  const etag = `"${named.name}"`;
  reply.header('cache-control', `public, max-age=${year}, immutable`).header('etag', etag);
  if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) return reply.code(304).send();
  const { file, isFinal } = await named.open();
  if (!file) return missing(request, reply);
  if (!isFinal) reply.header('cache-control', 'no-store').removeHeader('etag');
  return reply
    .header('content-type', named.type)
    .header('content-length', file.size)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .send(file.body);
}

const missing = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.removeHeader('etag');
  return sendProblem(request, reply, new Problem(404, 'This picture does not exist.'));
};
