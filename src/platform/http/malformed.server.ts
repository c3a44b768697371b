import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#lib/api/problem.ts';
import { problemBody } from './problems.server.ts';

const isHostName = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Whether a `Host` header names a host; it is `''` where an HTTP/1.0 client sends none (RFC 9112, 3.2). */
const isHost = (host: string): boolean => host === '' || (isHostName.test(host) && URL.canParse(`http://${host}`));

/** A request line may name the whole address (RFC 9112, 3.2.2); what counts of it is the path. */
export const pathOfLine = (url = '/'): string => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

/** One `Host` line at most: Node keeps the first of several `Host` lines, a proxy in front perhaps another (RFC 9112, 3.2). */
export const isHostTold = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length < 2;

/** Refuses requests for a host that none can have, or for two: addresses are made from it. */
export function demandHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ host, url, raw }, _reply, done) => {
    const isMeant = isHost(host ?? '') && isHostTold(raw) && url.startsWith('/');
    done(isMeant ? undefined : new Problem(400, 'The address is not valid.'));
  });
}

/** Letters that are read as UTF-8; ASCII is a part of it. */
const isUtf8 = /^\s*"?(utf-?8|us-ascii)"?\s*$/i;

/** Refuses bodies in other letters than UTF-8, as which they would be read; the server's compression looks after their coding. */
export function demandUtf8(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const [, charset = 'utf-8'] = /;\s*charset=([^;]*)/i.exec(headers['content-type'] ?? '') ?? [];
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    const isRead = !hasBody || isUtf8.test(charset);
    done(isRead ? undefined : new Problem(415, 'This type of content is not supported.'));
  });
}

const refusals: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The request has too many or too long headers.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
};

/** Answers what is no HTTP, before there is a request: a problem like any other, and the connection ends. */
export function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) return void socket.destroy();
  const [status, sentence] = refusals[error.code ?? ''] ?? [400, 'The request is not valid.'];
  const body = JSON.stringify(problemBody(new Problem(status, sentence), randomUUID()));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Content-Type: application/problem+json; charset=utf-8\r\nConnection: close\r\n\r\n${body}`,
  );
}
