import { createHmac, hkdfSync } from 'node:crypto';
import type { Env } from './env.server.ts';

type Secret = Pick<Env, 'sessionSecret'>;

/** Derives a key from the session secret for one use, so that a signature made for one use is invalid for another. */
export const deriveKey = ({ sessionSecret }: Secret, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', sessionSecret, '', use, 32));

/** A keyed hash by which request bodies are compared without storing them. */
export const fingerprintOf = (env: Secret, use: string, body: string): Buffer =>
  createHmac('sha256', deriveKey(env, use)).update(body).digest();
