import type { FastifyInstance, FastifyRequest } from 'fastify';
import { safeMethods } from '#lib/api/safe-methods.ts';
import type { Replica } from '../db/replica.server.ts';

/** The header, and the cookie of browsers, with the position of the caller's last write. */
export const readAfter = 'read-after';
const headerName = `x-${readAfter}`;

/** How long a browser keeps the position, in seconds. A replica that lags longer than this is broken. */
const keptSeconds = 300;

/** The request headers that pass the position of the caller's last write on to another call. */
export const readAfterHeaders = (position: string | undefined): Record<string, string> =>
  position === undefined ? {} : { [headerName]: position };

/** The position after a reply's write; undefined if it wrote nothing. */
export const positionIn = (headers: Readonly<Record<string, unknown>>): string | undefined =>
  typeof headers[headerName] === 'string' ? headers[headerName] : undefined;

/**
 * The position that the caller's reads must include: that of their last write, undefined if there was none in the last minutes. A
 * caller with a token but without the header may have written just now: they get `unknown`, which makes them read from the primary.
 */
export function positionOf({ headers, cookies }: FastifyRequest): string | undefined {
  const stated = positionIn(headers) ?? cookies[readAfter];
  return stated ?? (headers.authorization === undefined ? undefined : 'unknown');
}

/**
 * Sends every caller who has written the position of that write, so that their next read includes it on every node. Skips endpoints
 * that stay open in maintenance mode: they only read, or sign somebody in or out, which nothing read from a replica shows.
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
