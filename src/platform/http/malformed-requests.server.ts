import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#lib/api/problem.ts';
import { problemBody } from './problems.server.ts';

const isHostName = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Whether a `Host` header is valid; so is `''`, because HTTP/1.0 clients send none (RFC 9112, 3.2). */
const isHost = (host: string): boolean => host === '' || (isHostName.test(host) && URL.canParse(`http://${host}`));

/** The path in a request line, which may contain the whole address (RFC 9112, 3.2.2). */
export const pathOfLine = (url = '/'): string => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

/**
 * Whether there is at most one `Host` header: if there are several, Node uses the first, but a proxy in front may use another (RFC
 * 9112, 3.2).
 */
export const hasSingleHost = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length < 2;

/** Refuses requests with an invalid host or with two, because links are built from the host. */
export function requireValidHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ host, url, raw }, _reply, done) => {
    const isValid = isHost(host ?? '') && hasSingleHost(raw) && url.startsWith('/');
    done(isValid ? undefined : new Problem(400, 'The address is not valid.'));
  });
}

/** Character sets that can be read as UTF-8, which includes ASCII. */
const isUtf8 = /^\s*"?(utf-?8|us-ascii)"?\s*$/i;

/** Refuses bodies in character sets other than UTF-8. The compression plug-in handles content codings. */
export function requireUtf8(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const [, charset = 'utf-8'] = /;\s*charset=([^;]*)/i.exec(headers['content-type'] ?? '') ?? [];
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    const isReadable = !hasBody || isUtf8.test(charset);
    done(isReadable ? undefined : new Problem(415, 'This type of content is not supported.'));
  });
}

const refusals: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The request has too many headers, or headers that are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
};

/** Answers malformed HTTP, for which Fastify has no request, with a problem like any other, and closes the connection. */
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
