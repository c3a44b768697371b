import type { Deps } from '#platform/deps.server.ts';
import type { Payments } from './payment-provider.ts';
import { testPayments } from './test-provider.server.ts';

/** The payment provider that the environment names. Stripe's library is large, so it is loaded only when used. */
export async function makePayments(deps: Pick<Deps, 'db' | 'clock' | 'env'>): Promise<Payments> {
  if (deps.env.paymentProvider === 'test') return testPayments(deps);
  const { stripePayments } = await import('./stripe-provider.server.ts');
  return stripePayments(deps.env);
}
