import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#platform/access/actor.server.ts';
import type { Identify } from '#platform/http/http.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { accessTokens } from './access-tokens.server.ts';
import { bearerOf, clearCookies, cookiesOf, demandSameOrigin, hasCookies, setCookies } from './cookies.server.ts';
import { type AccountsDeps, actorOf, refreshSession } from './sessions.server.ts';

/**
 * Tells who calls: by `Authorization: Bearer`, else by the cookies, which count on unsafe methods only from our own pages
 * (403 otherwise). An expired session cookie beside a valid refresh cookie is renewed on the way.
 */
export function identifyBy(deps: AccountsDeps): Identify {
  const tokens = accessTokens(deps.env, deps.clock);
  const holderOf = async (token: string): Promise<Actor | null> => {
    const read = await tokens.verify(token);
    return read && actorOf(deps, read);
  };
  return async (request, reply) => {
    const bearer = bearerOf(request);
    if (bearer !== undefined) return holderOf(bearer);
    if (!hasCookies(request)) return null;
    demandSameOrigin(request, deps.env.publicUrl);
    const { session } = cookiesOf(request);
    const actor = session === undefined ? null : await holderOf(session);
    return actor ?? refreshFromCookies(deps, request, reply);
  };
}

/**
 * Renews a session from its refresh cookie and sets the new cookies on `reply`; null, and no cookies, where it has ended.
 * Tabs that come at once with the same cookie all get in: the first rotates it, the others are within the grace time.
 */
export async function refreshFromCookies(
  deps: AccountsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor | null> {
  const exchange = { request, reply, env: deps.env };
  const { refresh } = cookiesOf(request);
  const renewed = refresh === undefined ? null : await refreshSession(deps, refresh).catch(nullIfEnded);
  if (!renewed) {
    clearCookies(exchange);
    return null;
  }
  setCookies(exchange, renewed.tokens);
  return actorOf(deps, renewed.session);
}

function nullIfEnded(error: unknown): null {
  if (error instanceof Problem && error.status === 401) return null;
  throw error;
}
