import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#lib/problem.ts';
import { problemBody } from './problems.server.ts';

const isHostName = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Whether a `Host` header names a host; it is `''` where an HTTP/1.0 client sends none (RFC 9112, 3.2). */
const isHost = (host: string): boolean => host === '' || (isHostName.test(host) && URL.canParse(`http://${host}`));

/** A request line may name the whole address (RFC 9112, 3.2.2); what counts of it is the path. */
export const pathOfLine = (url = '/'): string => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

/** Refuses requests for a host that none can have: addresses are made from it. */
export function demandHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ host, url }, _reply, done) => {
    done(isHost(host ?? '') && url.startsWith('/') ? undefined : new Problem(400, 'The address is not valid.'));
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
