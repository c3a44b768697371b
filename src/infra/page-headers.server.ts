/** What the headers of a page depend on. */
export interface PageHeaderOptions {
  publicUrl: string;
  paymentProvider: 'test' | 'stripe';
  /** Where sent enquiries are counted, if anywhere. */
  adConversionId: string | undefined;
}

/** An enquiry is counted by asking for a picture of one pixel, which leads through these. */
const adHosts = ' https://www.googleadservices.com https://googleads.g.doubleclick.net https://www.google.com';

/**
 * Security headers of every page as alternating names and values, for a nonce. Scripts and styles run from our own files
 * or by nonce; only style attributes are free, because React and the signature pad place things with them.
 */
export function pageHeaders({
  publicUrl,
  paymentProvider,
  adConversionId,
}: PageHeaderOptions): (nonce: string) => string[] {
  const stripe = paymentProvider === 'stripe';
  const https = publicUrl.startsWith('https:');
  const stripeScript = 'https://js.stripe.com https://*.js.stripe.com'; // as Stripe's guide to security lists them
  const beforeScript = `default-src 'self'; script-src 'self' ${stripe ? `${stripeScript} ` : ''}'nonce-`;
  const beforeStyle = `'; style-src 'self' 'nonce-`;
  const rest = [
    `'; style-src-attr 'unsafe-inline'`,
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
  return (nonce) => [...others, 'content-security-policy', beforeScript + nonce + beforeStyle + nonce + rest];
}
