import { createHmac } from 'node:crypto';
import type { Env } from '#platform/process/env.server.ts';
import { deriveKey } from '#platform/process/derived-keys.server.ts';
import { isSameToken } from '#platform/process/signed-token.server.ts';

type Secret = Pick<Env, 'sessionSecret'>;

/** The key that opens a guest's order and its invoice: a keyed hash of the order's id, 43 characters. */
export const guestKey = (env: Secret, orderId: string): string =>
  createHmac('sha256', deriveKey(env, 'guest orders')).update(orderId).digest('base64url');

/** Compares in constant time. */
export const isGuestKey = (env: Secret, orderId: string, given: string | undefined): boolean =>
  isSameToken(given ?? '', guestKey(env, orderId));
