import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '#platform/process/clock.server.ts';
import { deriveKey } from '#platform/process/derived-keys.server.ts';
import type { Env } from '#platform/process/env.server.ts';

/** Lifetime of an access token in seconds (contract, section 3). */
export const accessSeconds = 15 * 60;

const header = { alg: 'HS256', typ: 'at+jwt' } as const;

/** The payload of an access token. It has no user type or claims, because they are always read from the database. */
export interface AccessToken {
  userId: string;
  sessionId: string;
}

export interface AccessTokens {
  sign(token: AccessToken): Promise<string>;
  /** Null for a forged, malformed or expired token. */
  verify(token: string): Promise<AccessToken | null>;
}

/** Signs and verifies tokens with a key of their own, derived from the session secret. */
export function accessTokens(env: Pick<Env, 'sessionSecret'>, clock: Clock): AccessTokens {
  const key = deriveKey(env, 'access tokens');
  return {
    sign: ({ userId, sessionId }) => {
      const issuedAt = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader(header)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + accessSeconds)
        .sign(key);
    },
    verify: async (token) => {
      const options = {
        algorithms: [header.alg],
        typ: header.typ,
        currentDate: clock.now(),
        requiredClaims: ['sub', 'exp'],
      };
      const read = await jwtVerify(token, key, options).catch(() => null);
      const { sub, sid } = read?.payload ?? {};
      return sub !== undefined && typeof sid === 'string' ? { userId: sub, sessionId: sid } : null;
    },
  };
}
