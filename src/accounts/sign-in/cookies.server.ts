import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#lib/api/problem.ts';
import { accessSeconds } from './access-tokens.server.ts';
import { sentences, type Tokens } from '../contract.ts';
import { type IssuedTokens, refreshSeconds } from './sessions.server.ts';

/** One request and what decides about its cookies. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  env: { publicUrl: string };
}

const sessionCookie = 'session';
const refreshCookie = 'refresh';

/** The tokens that a browser sent along. */
export function cookiesOf({ cookies }: FastifyRequest): { session: string | undefined; refresh: string | undefined } {
  return { session: cookies[sessionCookie] || undefined, refresh: cookies[refreshCookie] || undefined };
}

export const hasCookies = (request: FastifyRequest): boolean =>
  Object.values(cookiesOf(request)).some((value) => value !== undefined);

/** The token of `Authorization: Bearer`. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

/** Whether the caller keeps its tokens in cookies, as the site's own pages do. */
export const keepsCookies = ({ headers }: FastifyRequest): boolean => headers['x-session'] === 'cookie';

/** The answer that carries tokens: as cookies, and null in the body, to callers that keep cookies. */
export function giveTokens(exchange: Exchange, tokens: IssuedTokens): Tokens {
  if (!keepsCookies(exchange.request)) return tokens;
  setCookies(exchange, tokens);
  return { access_token: null, refresh_token: null, expires_in: tokens.expires_in };
}

/** Sets both cookies; where another tab got the new refresh token, that cookie stays as the other tab's answer set it. */
export function setCookies({ request, reply, env }: Exchange, tokens: IssuedTokens): void {
  const attributes = attributesOf(request, env.publicUrl);
  reply.setCookie(sessionCookie, tokens.access_token, { ...attributes, maxAge: accessSeconds });
  if (tokens.refresh_token !== null) {
    reply.setCookie(refreshCookie, tokens.refresh_token, { ...attributes, maxAge: refreshSeconds });
  }
}

export function clearCookies({ request, reply, env }: Exchange): void {
  const attributes = attributesOf(request, env.publicUrl);
  reply.clearCookie(sessionCookie, attributes);
  reply.clearCookie(refreshCookie, attributes);
}

const attributesOf = (request: FastifyRequest, publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: publicUrl.startsWith('https:') || request.protocol === 'https',
});

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses what another site made the browser send with our cookies (403). Browsers say where a request came from in
 * `Sec-Fetch-Site`, older ones and plain `http` hosts in `Origin`; without either it is not known to be ours.
 */
export function demandSameOrigin(request: FastifyRequest, publicUrl: string): void {
  if (safeMethods.includes(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOurs =
    site === undefined
      ? origin === publicUrl || origin === `${request.protocol}://${request.host}`
      : site === 'same-origin' || site === 'none';
  if (!isOurs) throw new Problem(403, sentences.crossSite);
}
