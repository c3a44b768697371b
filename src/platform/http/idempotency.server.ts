import { createHmac, hkdfSync } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Env } from '../process/env.server.ts';

type Secret = Pick<Env, 'sessionSecret'>;

/** Every use has a key of its own, so that what one signs is worth nothing to another. */
export const keyFor = ({ sessionSecret }: Secret, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', sessionSecret, '', use, 32));

/** Tells bodies apart without keeping what they say; `use` names what they are for. */
export const fingerprintOf = (env: Secret, use: string, body: string): Buffer =>
  createHmac('sha256', keyFor(env, use)).update(body).digest();

/** The sentence for an Idempotency-Key that is none. */
export const keyInvalid = 'The Idempotency-Key must have 8 to 200 visible characters.';

/** Whether a caller's Idempotency-Key is one. */
export const isKey = (key: string): boolean => /^[\x21-\x7e]{8,200}$/.test(key);

/** What a caller sent as its Idempotency-Key, if anything. */
export function idempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const given = headers['idempotency-key'];
  return Array.isArray(given) ? given[0] : given;
}
