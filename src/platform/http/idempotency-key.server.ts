import type { IncomingHttpHeaders } from 'node:http';
import { badInput } from '#lib/api/problem.ts';

/** The sentence for an invalid Idempotency-Key. */
export const keyInvalid = 'The Idempotency-Key must have 8 to 200 visible characters.';

export const isValidKey = (key: string): boolean => /^[\x21-\x7e]{8,200}$/.test(key);

/** The caller's Idempotency-Key; undefined if the request has none. */
export function idempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['idempotency-key'];
  return Array.isArray(header) ? header[0] : header;
}

/** Like `idempotencyKey`; throws 400 for an invalid one. */
export function validIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = idempotencyKey(headers);
  if (key !== undefined && !isValidKey(key)) throw badInput({ path: 'Idempotency-Key', message: keyInvalid });
  return key;
}
