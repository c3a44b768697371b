import { randomFillSync } from 'node:crypto';

const nonceBytes = 18;

/** Random bytes for the next nonces: drawn together, they cost a tenth of what they cost alone. */
const random = { bytes: Buffer.alloc(nonceBytes * 256), at: Number.POSITIVE_INFINITY };

/** 144 random bits as 24 letters; a new one for each answer. */
export function makeNonce(): string {
  if (random.at >= random.bytes.length) {
    randomFillSync(random.bytes);
    random.at = 0;
  }
  const begin = random.at;
  random.at += nonceBytes;
  return random.bytes.toString('base64url', begin, random.at);
}

/** What the headers of a page depend on. */
export interface PageHeaderOptions {
  publicUrl: string;
  paymentProvider: 'test' | 'stripe';
  /** Where sent enquiries are counted, if anywhere. */
  adConversionId: string | undefined;
}

/** An enquiry is counted by asking for a picture of one pixel, which leads through these. */
const adHosts = ' https://www.googleadservices.com https://googleads.g.doubleclick.net https://www.google.com';

/** What of a page's own text may run, as sources of a policy: its scripts, and its style elements where it has any. */
export interface Inline {
  scripts: string;
  styles?: string;
}

/** Security headers of a page, without its type and length, as alternating names and values. */
export type PageHeaders = (inline: Inline) => string[];

/** Allows what bears the nonce. */
export const byNonce = (nonce: string): Inline => ({ scripts: `'nonce-${nonce}'`, styles: `'nonce-${nonce}'` });

/**
 * Security headers of every page. Scripts and styles run from our own files or where the page allows its own; only style attributes are free, because React and the signature pad place things with them.
 */
export function pageHeaders({ publicUrl, paymentProvider, adConversionId }: PageHeaderOptions): PageHeaders {
  const stripe = paymentProvider === 'stripe';
  const https = publicUrl.startsWith('https:');
  const stripeScript = 'https://js.stripe.com https://*.js.stripe.com'; // as Stripe's guide to security lists them
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
    'cache-control': 'private, no-cache',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }).flat();
  return ({ scripts, styles = '' }) => {
    const policy = `${before}${scripts}; style-src 'self' ${styles}`.trimEnd() + rest;
    return [...others, 'content-security-policy', policy];
  };
}
