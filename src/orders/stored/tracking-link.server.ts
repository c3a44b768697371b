import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Env } from '#platform/process/env.server.ts';
import { deriveKey } from '#platform/process/derived-keys.server.ts';

type Secret = Pick<Env, 'sessionSecret'>;

/** An id with its keyed hash: whoever has it may read what `use` is about, without signing in. Nothing is stored. */
export function linkToken(env: Secret, use: string, { id, about = id }: { id: string; about?: string }): string {
  return `${id}.${createHmac('sha256', deriveKey(env, use)).update(about).digest('base64url')}`;
}

/** The id in a token as its sender wrote it, for looking up what the token is about; the token may be forged. */
export const idInToken = (token: string): string | undefined =>
  /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\./.exec(token)?.[1];

/** Compares in constant time. */
export function isSameToken(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The token of the page on which anybody who has the link follows an order's deliveries. */
export const trackingToken = (env: Secret, orderId: string): string =>
  linkToken(env, 'order tracking', { id: orderId });

/** The URL of that page. */
export const trackingUrl = (env: Secret & Pick<Env, 'publicUrl'>, orderId: string): string =>
  `${env.publicUrl}/track?t=${trackingToken(env, orderId)}`;
