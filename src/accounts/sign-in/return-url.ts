const maxLength = 2_000;

/** The base for parsing a path: the origin of the result differs if the path leads to another site. */
const base = 'http://site.invalid';

/** Pages for signing in and out; users are never sent back to them. */
const signInPages = /^\/(login|register|logout|forgot-password|reset-password)(\/|$)/i;

/**
 * A path of this site as browsers would read it: `/shopping/checkout?a=b#c`. Null for a text that could lead to another site: with a
 * scheme, a host, `//`, a backslash or a control character (contract, section 3).
 */
export function safePath(value: string): string | null {
  const isPlain = value.startsWith('/') && value.length <= maxLength && !/[\\\0-\x20\x7f-\x9f]/.test(value);
  if (!isPlain || !URL.canParse(value, base)) return null;
  const { origin, pathname, search, hash } = new URL(value, base);
  if (origin !== base || pathname.startsWith('//')) return null;
  return pathname + search + hash;
}

/**
 * The page after signing in: the URL's `return-url`, else the page that the user came from if it is on the same host, else the home
 * page (specification of the site, section 2).
 */
export function afterSignIn(url: string, referrer: string | null): string {
  const { searchParams, host } = new URL(url);
  const returnUrl = searchParams.get('return-url');
  return safeReturnPath(returnUrl ?? pathOf(referrer, host));
}

/** `value` if it is a path of this site that is not a page for signing in or out, else `/`. */
export function safeReturnPath(value: string): string {
  const target = safePath(value);
  return target === null || signInPages.test(decoded(target)) ? '/' : target;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function pathOf(referrer: string | null, host: string): string {
  if (referrer === null || !URL.canParse(referrer)) return '';
  const from = new URL(referrer);
  return from.host === host ? from.pathname + from.search : '';
}

/** The path of another account page with the same return URL: `/register/?return-url=%2Fshopping%2Fcheckout`. */
export const withReturnUrl = (path: string, target: string): string =>
  target === '/' ? path : `${path}?return-url=${encodeURIComponent(target)}`;
