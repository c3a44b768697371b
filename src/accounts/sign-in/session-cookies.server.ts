import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#lib/api/problem.ts';
import { safeMethods } from '#lib/api/safe-methods.ts';
import { accessSeconds } from './access-tokens.server.ts';
import { memberCookieName } from './member-cookie.ts';
import type { Tokens } from '../contract.ts';
import { sentences } from '../sentences.ts';
import { type IssuedTokens, refreshSeconds } from './sessions.server.ts';

/** A request, its reply, and the site's address, on which the cookies' `secure` attribute depends. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  env: { publicUrl: string };
}

const sessionCookie = 'session';
const refreshCookie = 'refresh';

/** The session and refresh token that the browser sent as cookies. */
export function cookiesOf({ cookies }: FastifyRequest): { session: string | undefined; refresh: string | undefined } {
  return { session: cookies[sessionCookie] || undefined, refresh: cookies[refreshCookie] || undefined };
}

export const hasCookies = (request: FastifyRequest): boolean =>
  Object.values(cookiesOf(request)).some((value) => value !== undefined);

export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

/** Whether the client stores its tokens in cookies, as the site's own pages do. */
export const usesCookies = ({ headers }: FastifyRequest): boolean => headers['x-session'] === 'cookie';

/** The reply's tokens: set as cookies and null in the body for clients that use cookies. */
export function replyTokens(exchange: Exchange, tokens: IssuedTokens): Tokens {
  if (!usesCookies(exchange.request)) return tokens;
  setCookies(exchange, tokens);
  return { access_token: null, refresh_token: null, expires_in: tokens.expires_in };
}

/** Sets the session cookie and, if there is a new refresh token, the refresh cookie; otherwise the reply to another tab has set it. */
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
  if (request.cookies[memberCookieName]) reply.clearCookie(memberCookieName, { ...attributes, httpOnly: false });
}

/** The attributes of our cookies. */
export const attributesOf = (request: FastifyRequest, publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: publicUrl.startsWith('https:') || request.protocol === 'https',
});

/**
 * Throws 403 for an unsafe request from another site. Browsers report the site in `Sec-Fetch-Site`; older browsers, and all
 * browsers on plain `http`, report it in `Origin`. A request with neither is refused.
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
