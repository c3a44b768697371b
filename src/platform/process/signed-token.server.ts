import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './derived-keys.server.ts';
import type { Env } from './env.server.ts';

/** An id with its keyed hash: anybody who has it may do what `use` says, without signing in. Nothing is stored. */
export function signedToken(
  env: Pick<Env, 'sessionSecret'>,
  use: string,
  { id, about = id }: { id: string; about?: string },
): string {
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
