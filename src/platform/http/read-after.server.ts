import type { FastifyInstance, FastifyRequest } from 'fastify';
import { safeMethods } from '#lib/api/safe-methods.ts';
import type { Replica } from '../db/replica.server.ts';

/** The header, and the cookie of browsers, with the position of the caller's last write. */
export const readAfter = 'read-after';
const headerName = `x-${readAfter}`;

/** How long a browser keeps it, in seconds. A replica that lags longer than this is out of order. */
const keptSeconds = 300;

/** The request headers that pass the position of the caller's last write on to another call. */
export const readAfterHeaders = (position: string | undefined): Record<string, string> =>
  position === undefined ? {} : { [headerName]: position };

/** The position after a reply's write; undefined if it wrote nothing. */
export const positionIn = (headers: Readonly<Record<string, unknown>>): string | undefined =>
  typeof headers[headerName] === 'string' ? headers[headerName] : undefined;

/**
 * What a read of the caller must include: the position of their last write, undefined if there was none in the last minutes. A
 * caller with a token and without the header may just have written: `unknown` is no position, so they read from the primary.
 */
export function positionOf({ headers, cookies }: FastifyRequest): string | undefined {
  const stated = positionIn(headers) ?? cookies[readAfter];
  return stated ?? (headers.authorization === undefined ? undefined : 'unknown');
}

/**
 * Tells each caller that has written where in the log that was, so that their next read includes it on every node. What stays open in
 * maintenance mode reads, or signs somebody in or out, which nothing that is read from a replica shows.
 */
export function rememberWrites(api: FastifyInstance, replica: Replica, { publicUrl }: { publicUrl: string }): void {
  api.addHook('onSend', async (request, reply) => {
    if (safeMethods.includes(request.method) || reply.statusCode >= 400 || request.routeOptions.config.staysOpen)
      return;
    const position = await replica.position().catch(() => 'unknown');
    reply.header(headerName, position);
    const secure = publicUrl.startsWith('https:') || request.protocol === 'https';
    reply.setCookie(readAfter, position, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: keptSeconds });
  });
}
