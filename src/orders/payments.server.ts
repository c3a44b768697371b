import type { Deps } from '#infra/deps.server.ts';
import type { Payments } from './payment.ts';
import { stripePayments } from './payment-stripe.server.ts';
import { testPayments } from './payment-test.server.ts';

/** The payment provider that the environment names. */
export const makePayments = (deps: Pick<Deps, 'db' | 'clock' | 'env'>): Payments =>
  deps.env.paymentProvider === 'stripe' ? stripePayments(deps.env) : testPayments(deps);
