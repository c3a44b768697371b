import { createHmac, hkdfSync } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Env } from '../process/env.server.ts';

type Secret = Pick<Env, 'sessionSecret'>;

/** Derives a key for one use, so that a signature made for one use is invalid for another. */
export const keyFor = ({ sessionSecret }: Secret, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', sessionSecret, '', use, 32));

/** Tells bodies apart without storing their content; `use` names the purpose. */
export const fingerprintOf = (env: Secret, use: string, body: string): Buffer =>
  createHmac('sha256', keyFor(env, use)).update(body).digest();

/** The sentence for an invalid Idempotency-Key. */
export const keyInvalid = 'The Idempotency-Key must have 8 to 200 visible characters.';

/** Whether a caller's Idempotency-Key is valid. */
export const isValidKey = (key: string): boolean => /^[\x21-\x7e]{8,200}$/.test(key);

/** The caller's Idempotency-Key, if it sent one. */
export function idempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['idempotency-key'];
  return Array.isArray(header) ? header[0] : header;
}
