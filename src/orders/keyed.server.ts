import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Env } from '#infra/env.server.ts';

type Secret = Pick<Env, 'sessionSecret'>;

/** Every use has a key of its own, so that what one signs is worth nothing to another. */
const keyFor = ({ sessionSecret }: Secret, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', sessionSecret, '', use, 32));

/** The key that opens a guest's order and its invoice: 43 characters that only the server can make from the order's id. */
export const guestKey = (env: Secret, orderId: string): string =>
  createHmac('sha256', keyFor(env, 'guest orders')).update(orderId).digest('base64url');

/** Compares in constant time. */
export function isGuestKey(env: Secret, orderId: string, given: string | undefined): boolean {
  const expected = Buffer.from(guestKey(env, orderId));
  const actual = Buffer.from(given ?? '');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Tells bodies apart without keeping what they say. */
export const fingerprintOf = (env: Secret, body: string): Buffer =>
  createHmac('sha256', keyFor(env, 'checkout bodies')).update(body).digest();
