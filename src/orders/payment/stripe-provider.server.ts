import Stripe from 'stripe';
import type { Env } from '#platform/process/env.server.ts';
import {
  type ChargeState,
  type RefundState,
  type Charge,
  declined,
  type PaymentMethod,
  type ChargeResult,
  type Payments,
  type Refund,
  type RefundResult,
  refusedRefund,
} from './payment-provider.ts';

type StripeEnv = Pick<Env, 'stripeSecretKey' | 'stripePublishableKey' | 'stripeApiBase'>;

const currency = 'aud';
const timeoutMs = 12_000;

/** A client of Stripe's API; in tests `stripeApiBase` is the address of a fake API. */
export function stripeClient({ stripeSecretKey = '', stripeApiBase }: StripeEnv): Stripe {
  const base = stripeApiBase === undefined ? undefined : new URL(stripeApiBase);
  return new Stripe(stripeSecretKey, {
    maxNetworkRetries: 1,
    timeout: timeoutMs,
    telemetry: false,
    ...(base && {
      protocol: base.protocol === 'http:' ? 'http' : 'https',
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
    }),
  });
}

/**
 * The provider 'stripe'. A payment intent is created under the checkout's key and confirmed in a second call, so
 * that an intent that must no longer be paid can always be found and cancelled.
 */
export function stripePayments(env: StripeEnv, client: Stripe = stripeClient(env)): Payments {
  return {
    provider: 'stripe',
    publishableKey: env.stripePublishableKey ?? null,
    charge: (due, method) => orNoResponse(pay(client, due, method), declined),
    readCharge: (due) =>
      orNoResponse(
        findIntent(client, due).then((intent) => settleIntent(client, intent)),
        () => ({ kind: 'unknown' }) as const,
      ),
    cancel: (due) => orNoResponse(cancelCharge(client, due), declined),
    refund: (refund) => createRefund(client, refund).catch(() => ({ kind: 'noResponse' })),
    readRefund: (refund) => findRefund(client, refund).catch(() => ({ kind: 'noResponse' })),
  };
}

const withCharge = { expand: ['latest_charge'] };

/** Stripe has refused to create an intent, so there is none that can be paid. */
class NotCreated extends Error {
  readonly code: string | undefined;
  constructor(code: string | undefined) {
    super('Stripe refused the payment intent.');
    this.code = code;
  }
}

/** Throws `NotCreated` if Stripe refuses. */
const createIntent = ({ paymentIntents }: Stripe, { key, orderId, amount }: Charge): Promise<Stripe.PaymentIntent> =>
  paymentIntents
    .create(
      { amount, currency, allowed_payment_method_types: ['card'], metadata: { orderId } },
      { idempotencyKey: key },
    )
    .catch((error: unknown) => {
      throw error instanceof Stripe.errors.StripeInvalidRequestError ? new NotCreated(error.code) : error;
    });

/**
 * Finds the intent of a charge, or creates it under the same key. Stripe remembers the key for only a day; its search
 * by metadata finds older intents, but not those of the last minute.
 */
async function findIntent(client: Stripe, charge: Charge): Promise<Stripe.PaymentIntent> {
  const query = `metadata['orderId']:'${charge.orderId}'`;
  const { data } = await client.paymentIntents.search({ query, limit: 1 });
  const { id } = data[0] ?? (await createIntent(client, charge));
  return client.paymentIntents.retrieve(id, withCharge);
}

/** Cancels an intent so that nothing can confirm it later; if Stripe refuses, returns the intent's actual state. */
async function cancel({ paymentIntents }: Stripe, id: string, code: string | undefined): Promise<ChargeResult> {
  const cancelled = await paymentIntents.cancel(id).catch(refusalOf);
  if (!(cancelled instanceof Stripe.errors.StripeError)) return declined(code);
  const intent = await paymentIntents.retrieve(id, withCharge);
  return intent.status === 'canceled' ? declined(code) : asResult(outcomeOf(intent));
}

/** The state of an intent. A refused intent is cancelled first, because a refusal is final here. */
async function settleIntent(client: Stripe, intent: Stripe.PaymentIntent): Promise<ChargeState> {
  const refusal = intent.status === 'requires_payment_method' ? intent.last_payment_error : null;
  return refusal ? cancel(client, intent.id, codeOf(refusal)) : outcomeOf(intent);
}

async function pay(client: Stripe, due: Charge, method: PaymentMethod): Promise<ChargeResult> {
  if (method.kind !== 'token') return declined('invalid_number');
  const intent = await createIntent(client, due);
  const confirmed = await client.paymentIntents
    .confirm(intent.id, { ...tokenOf(method.token), ...withCharge }, { idempotencyKey: `${due.key}:confirm` })
    .catch(refusalOf);
  if (confirmed instanceof Stripe.errors.StripeError) return cancel(client, intent.id, codeOf(confirmed));
  return asResult(await settleIntent(client, confirmed));
}

async function cancelCharge(client: Stripe, due: Charge): Promise<ChargeResult> {
  const intent = await findIntent(client, due);
  const outcome = await settleIntent(client, intent);
  return outcome.kind === 'paid' || outcome.kind === 'declined' ? outcome : cancel(client, intent.id, 'withdrawn');
}

async function createRefund({ refunds }: Stripe, { key, reference, amount }: Refund): Promise<RefundResult> {
  const due = { payment_intent: reference, amount, metadata: { key } };
  const refund = await refunds.create(due, { idempotencyKey: key }).catch(refusalOf);
  return refund instanceof Stripe.errors.StripeError ? refusedRefund(refund.code) : refundOutcome(refund);
}

/** Refunds are looked up by their metadata, because Stripe keeps idempotency keys for only a day. */
async function findRefund({ refunds }: Stripe, { key, reference }: Refund): Promise<RefundState> {
  for await (const refund of refunds.list({ payment_intent: reference, limit: 100 })) {
    if (refund.metadata?.['key'] === key) return refundOutcome(refund);
  }
  return { kind: 'unknown' };
}

/** A refund that is pending at the bank counts as paid, because nearly all of them succeed; a webhook event reports those that fail. */
const refundOutcome = ({ status, failure_reason: reason }: Stripe.Refund): RefundResult =>
  status === 'failed' || status === 'canceled' ? refusedRefund(reason) : { kind: 'refunded' };

/** If an intent is still open after its confirmation or cancellation, the response is missing. */
const asResult = (state: ChargeState): ChargeResult => (state.kind === 'unknown' ? { kind: 'noResponse' } : state);

/**
 * The parameters for a token from Stripe's form: a confirmation token, which includes `use_stripe_sdk`, or a payment
 * method.
 */
const tokenOf = (token: string) =>
  token.startsWith('ctoken_') ? { confirmation_token: token } : { payment_method: token, use_stripe_sdk: true };

/** Returns the error if Stripe has refused the request; rethrows any other error, because then the result is unknown. */
function refusalOf(error: unknown): Stripe.errors.StripeError {
  const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;
  if (error instanceof StripeCardError || error instanceof StripeInvalidRequestError) return error;
  throw error;
}

/** Turns errors into `noResponse`, except for an intent that was not created: then `notCreated` gives the result. */
async function orNoResponse<T extends ChargeState>(
  request: Promise<T>,
  notCreated: (code: string | undefined) => T,
): Promise<T | { kind: 'noResponse' }> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof NotCreated) return notCreated(error.code);
    return { kind: 'noResponse' };
  }
}

const codeOf = ({ code, decline_code: decline }: { code?: string | undefined; decline_code?: string | undefined }) =>
  decline && decline !== 'generic_decline' ? decline : code;

function outcomeOf(intent: Stripe.PaymentIntent): ChargeState {
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'paid', reference: intent.id, card: cardOf(intent) };
    case 'requires_action':
      return intent.client_secret === null
        ? { kind: 'noResponse' }
        : { kind: 'requiresAction', clientSecret: intent.client_secret };
    case 'canceled':
      return declined(intent.last_payment_error ? codeOf(intent.last_payment_error) : 'withdrawn');
    case 'requires_payment_method':
    case 'requires_confirmation':
      return { kind: 'unknown' };
    default:
      return { kind: 'noResponse' };
  }
}

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  eftpos_au: 'eftpos',
};

function cardOf({ latest_charge: charge }: Stripe.PaymentIntent): { brand: string; lastFour: string } | null {
  const card = typeof charge === 'string' ? undefined : charge?.payment_method_details?.card;
  if (!card?.last4) return null;
  return { brand: brands[card.brand ?? ''] ?? 'Card', lastFour: card.last4 };
}
