import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#platform/access/actor.server.ts';
import type { Identify } from '#platform/http/register-endpoint.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { accessTokens } from './access-tokens.server.ts';
import {
  bearerOf,
  clearCookies,
  cookiesOf,
  demandSameOrigin,
  hasCookies,
  setCookies,
} from './session-cookies.server.ts';
import { type AccountsDeps, actorOf, refreshSession } from './sessions.server.ts';

/**
 * Identifies the caller by `Authorization: Bearer`, else by cookies. For unsafe methods, cookies are accepted from our own pages only
 * (403 otherwise). A valid refresh cookie renews an expired session cookie.
 */
export function identifyBy(deps: AccountsDeps): Identify {
  const tokens = accessTokens(deps.env, deps.clock);
  const actorOfToken = async (token: string): Promise<Actor | null> => {
    const payload = await tokens.verify(token);
    return payload && actorOf(deps, payload);
  };
  return async (request, reply) => {
    const bearer = bearerOf(request);
    if (bearer !== undefined) return actorOfToken(bearer);
    if (!hasCookies(request)) return null;
    demandSameOrigin(request, deps.env.publicUrl);
    const { session } = cookiesOf(request);
    const actor = session === undefined ? null : await actorOfToken(session);
    return actor ?? refreshFromCookies(deps, request, reply);
  };
}

/**
 * Renews a session by its refresh cookie and sets new cookies on `reply`. If the session has ended, clears the cookies and returns
 * null. Concurrent tabs with the same cookie all succeed: the first rotates the token, and the others are within its grace period.
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
