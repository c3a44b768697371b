import type { IncomingMessage } from 'node:http';
import type { CacheTags } from '#lib/api/cache-tags.ts';
import { hasSingleHost } from './malformed-requests.server.ts';

const sessionCookies = /(?:^|;\s*)(?:session|refresh)=/;
const memberCookie = /(?:^|;\s*)member=/;
const longestUrl = 600;

const isPlainRead = (request: IncomingMessage): boolean =>
  request.method === 'GET' &&
  (request.url?.length ?? longestUrl) < longestUrl &&
  request.headers.authorization === undefined &&
  hasSingleHost(request);

/** Whether the reader may be signed in. */
export const hasSession = ({ headers: { cookie } }: IncomingMessage): boolean =>
  cookie !== undefined && sessionCookies.test(cookie);

/** Whether the same reply may be sent to others, from memory or from a shared cache: to a GET by a reader who is not signed in. */
export const isAnonymousRead = (request: IncomingMessage): boolean => isPlainRead(request) && !hasSession(request);

/**
 * Whether the request can be answered with a page that is the same for everybody. A member's browser then shows who is signed in from the
 * member cookie, which scripts set (`#accounts/sign-in/member-cookie.ts`).
 */
export const acceptsPublicPage = (request: IncomingMessage): boolean =>
  isPlainRead(request) && (!hasSession(request) || memberCookie.test(request.headers.cookie ?? ''));

/**
 * For a minute a shared cache answers by itself; for ten more minutes it answers while it fetches a newer reply, and for a day while
 * this server is down. Browsers ask each time (`max-age=0`).
 */
const publicly = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400';

/** The header in which endpoints tell the pages that call them what a reply shows; Fastly reads the header of this name, too. */
export const tagHeader = 'surrogate-key';

/** Headers that let shared caches keep a reply, as alternating names and values: `Surrogate-Key` for Fastly and Varnish, `Cache-Tag` for others. */
export const sharedHeaders = (tags: CacheTags): string[] => [
  'cache-control',
  publicly,
  tagHeader,
  tags.join(' '),
  'cache-tag',
  tags.join(','),
];

/** A reply for one reader, which is never stored, not even by the browser: the next person to use that browser must not see it. */
export const ownHeaders: readonly string[] = ['cache-control', 'private, no-store'];

/** A page that is the same for everybody, if there is no shared cache: browsers keep it, but ask each time whether it has changed. */
export const anonymousHeaders: readonly string[] = ['cache-control', 'private, no-cache'];
