import type { Env } from '#platform/process/env.server.ts';
import { signedToken } from '#platform/process/signed-token.server.ts';

type Secret = Pick<Env, 'sessionSecret'>;

/** The token of the page on which anybody who has the link follows an order's deliveries. */
export const trackingToken = (env: Secret, orderId: string): string =>
  signedToken(env, 'order tracking', { id: orderId });

/** The URL of that page. */
export const trackingUrl = (env: Secret & Pick<Env, 'publicUrl'>, orderId: string): string =>
  `${env.publicUrl}/track?t=${trackingToken(env, orderId)}`;
