import { randomFillSync } from 'node:crypto';
import { ownHeaders } from '../http/shared-caching.server.ts';
import type { Env } from '../process/env.server.ts';

const nonceBytes = 18;

/** Random bytes for the next nonces. Generating many at once costs a tenth of the time. */
const random = { bytes: Buffer.alloc(nonceBytes * 256), at: Number.POSITIVE_INFINITY };

/** 144 random bits as 24 characters; new for each response. */
export function makeNonce(): string {
  if (random.at >= random.bytes.length) {
    randomFillSync(random.bytes);
    random.at = 0;
  }
  const begin = random.at;
  random.at += nonceBytes;
  return random.bytes.toString('base64url', begin, random.at);
}

/** The settings that the headers of a page depend on. */
type PageHeaderOptions = Pick<Env, 'publicUrl' | 'paymentProvider' | 'adConversionId'>;

/** A sent enquiry is counted for advertisements by requesting an image of one pixel, which redirects through these hosts. */
const adHosts = ' https://www.googleadservices.com https://googleads.g.doubleclick.net https://www.google.com';

/** Policy sources for inline content: a page's scripts, and its style elements if it has any. */
export interface Inline {
  scripts: string;
  styles?: string;
}

/** Headers of a page, without its type and length, as alternating names and values. Unless `caching` says otherwise, nobody stores it. */
export type PageHeaders = (inline: Inline, caching?: readonly string[]) => string[];

/** Allows inline content that has the nonce. */
export const byNonce = (nonce: string): Inline => ({ scripts: `'nonce-${nonce}'`, styles: `'nonce-${nonce}'` });

/**
 * Security headers of every page. They allow scripts and styles of our own files and the inline ones of the page itself. Only style
 * attributes are unrestricted, because React and the signature pad position elements with them.
 */
export function pageHeaders({ publicUrl, paymentProvider, adConversionId }: PageHeaderOptions): PageHeaders {
  const stripe = paymentProvider === 'stripe';
  const https = publicUrl.startsWith('https:');
  const stripeScript = 'https://js.stripe.com https://*.js.stripe.com'; // as listed in Stripe's security guide
  const before = `default-src 'self'; script-src 'self' ${stripe ? `${stripeScript} ` : ''}`;
  const rest = [
    `; style-src-attr 'unsafe-inline'`,
    `img-src 'self' data:${adConversionId === undefined ? '' : adHosts}`,
    `connect-src 'self'${stripe ? ' https://api.stripe.com' : ''}`,
    `frame-src ${stripe ? `${stripeScript} https://hooks.stripe.com` : `'none'`}`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
  const others = Object.entries({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }).flat();
  return ({ scripts, styles = '' }, caching = ownHeaders) => {
    const policy = `${before}${scripts}; style-src 'self' ${styles}`.trimEnd() + rest;
    return [...others, ...caching, 'content-security-policy', policy];
  };
}
