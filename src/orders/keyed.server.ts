import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
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

/** Whether a caller's Idempotency-Key is one. */
export const isKey = (key: string): boolean => /^[\x21-\x7e]{8,200}$/.test(key);

/** What a caller sent as its Idempotency-Key, if anything. */
export function idempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const given = headers['idempotency-key'];
  return Array.isArray(given) ? given[0] : given;
}
