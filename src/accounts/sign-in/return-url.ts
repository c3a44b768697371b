const longest = 2_000;

/** A base that no path can leave unnoticed. */
const base = 'http://site.invalid';

/** Pages that would only lead back here. */
const signInPages = /^\/(login|register|logout|forgot-password|reset-password)(\/|$)/i;

/**
 * A path of this site, as browsers would read it (`/shopping/checkout?a=b#c`), or null: no scheme, no host, no `//`, no
 * backslash or control character that a browser would turn into one (contract, section 3).
 */
export function ownPath(value: string): string | null {
  const isPlain = value.startsWith('/') && value.length <= longest && !/[\\\0-\x20\x7f-\x9f]/.test(value);
  if (!isPlain || !URL.canParse(value, base)) return null;
  const { origin, pathname, search, hash } = new URL(value, base);
  if (origin !== base || pathname.startsWith('//')) return null;
  return pathname + search + hash;
}

/**
 * Where a reader goes once signed in: to the address's `return-url`, else to the page they came from, else to the root
 * (specification of the site, section 2). `referrer` is the header, whose host has to be the address's own.
 */
export function afterSignIn(address: string, referrer: string | null): string {
  const { searchParams, host } = new URL(address);
  const asked = searchParams.get('return-url');
  return wayBack(asked ?? pathOf(referrer, host));
}

/** `value` as a path of this site that is none of the pages for signing in and out, else the root. */
export function wayBack(value: string): string {
  const target = ownPath(value);
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

/** The address of another account page with the same way back: `/register/?return-url=%2Fshopping%2Fcheckout`. */
export const withReturnUrl = (path: string, target: string): string =>
  target === '/' ? path : `${path}?return-url=${encodeURIComponent(target)}`;
