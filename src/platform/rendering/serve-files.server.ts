import { createReadStream, readdirSync, statSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { codingFor } from './cached-page.server.ts';

/** The types of files that a build has. */
const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/vnd.microsoft.icon',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};

const extensions = { br: '.br', gzip: '.gz', identity: '' };
type Coding = keyof typeof extensions;

/** A file in one coding. */
interface Copy {
  path: string;
  size: number;
  etag: string;
}

/**
 * Serves the files below a folder as they are at the start, each by a route of its own; if there are compressed copies beside a file,
 * `scripts/compress.ts`, then these to whoever accepts them. `headersOf` adds headers to a file's path within the folder.
 */
export function serveFiles(
  app: FastifyInstance,
  folder: string,
  headersOf: (path: string) => Record<string, string>,
): void {
  const copies = new Map<string, Copy>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = statSync(path);
    copies.set(relative(folder, path), {
      path,
      size,
      etag: `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`,
    });
  }
  for (const [name, plain] of copies) {
    if (/\.(?:br|gz)$/.test(name)) continue;
    const headers = {
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      ...(copies.has(`${name}.gz`) && { vary: 'accept-encoding' }),
      ...headersOf(name),
    };
    const url = `/${name.split('/').map(encodeURIComponent).join('/')}`;
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => {
        const coding = codingFor(request.headers['accept-encoding']);
        const copy = copies.get(name + extensions[coding]);
        reply.headers(headers);
        return copy ? sendCopy(request, reply, copy, coding) : sendCopy(request, reply, plain, 'identity');
      },
    });
  }
}

function sendCopy(request: FastifyRequest, reply: FastifyReply, copy: Copy, coding: Coding): FastifyReply {
  reply.header('etag', copy.etag);
  if (request.headers['if-none-match']?.includes(copy.etag)) return reply.code(304).send();
  reply.header('content-length', copy.size);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.send(request.method === 'HEAD' ? '' : createReadStream(copy.path));
}
