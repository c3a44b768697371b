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
} from './payment.ts';

type StripeEnv = Pick<Env, 'stripeSecretKey' | 'stripePublishableKey' | 'stripeApiBase'>;

const currency = 'aud';
const timeoutMs = 12_000;

/** A client of Stripe's interface, at `stripeApiBase` where a test stands in for it. */
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
 * The provider 'stripe'. A payment intent is made first, under the checkout's key, and confirmed in a second call: one
 * that must not be paid any more can then always be found again and cancelled.
 */
export function stripePayments(env: StripeEnv, client: Stripe = stripeClient(env)): Payments {
  return {
    provider: 'stripe',
    publishableKey: env.stripePublishableKey ?? null,
    charge: (due, means) => answered(pay(client, due, means), declined),
    readCharge: (due) =>
      answered(
        find(client, due).then((intent) => settled(client, intent)),
        () => ({ kind: 'unknown' }) as const,
      ),
    cancel: (due) => answered(withdraw(client, due), declined),
    refund: (refund) => payBack(client, refund).catch(() => ({ kind: 'unanswered' })),
    readRefund: (refund) => findRefund(client, refund).catch(() => ({ kind: 'unanswered' })),
  };
}

const latest = { expand: ['latest_charge'] };

const intentOf = ({ paymentIntents }: Stripe, { key, orderId, amount }: Charge): Promise<Stripe.PaymentIntent> =>
  paymentIntents.create(
    { amount, currency, allowed_payment_method_types: ['card'], metadata: { orderId } },
    { idempotencyKey: key },
  );

/** Stripe forgets keys after a day, but never what an intent is for; its search in turn lags behind by a minute. */
async function find(client: Stripe, charge: Charge): Promise<Stripe.PaymentIntent> {
  const query = `metadata['orderId']:'${charge.orderId}'`;
  const { data } = await client.paymentIntents.search({ query, limit: 1 });
  const { id } = data[0] ?? (await intentOf(client, charge));
  return client.paymentIntents.retrieve(id, latest);
}

/** Cancels what can't be paid any more, so that nothing confirms it later; says what it really became. */
async function cancel({ paymentIntents }: Stripe, id: string, code: string | undefined): Promise<ChargeResult> {
  const cancelled = await paymentIntents.cancel(id).catch(refusalOf);
  if (!(cancelled instanceof Stripe.errors.StripeError)) return declined(code);
  const intent = await paymentIntents.retrieve(id, latest);
  return intent.status === 'canceled' ? declined(code) : known(outcomeOf(intent));
}

/** What an intent came to. One that was refused is cancelled: a refusal is final here. */
async function settled(client: Stripe, intent: Stripe.PaymentIntent): Promise<ChargeState> {
  const refusal = intent.status === 'requires_payment_method' ? intent.last_payment_error : null;
  return refusal ? cancel(client, intent.id, codeOf(refusal)) : outcomeOf(intent);
}

async function pay(client: Stripe, due: Charge, means: PaymentMethod): Promise<ChargeResult> {
  if (means.kind !== 'token') return declined('invalid_number');
  const intent = await intentOf(client, due);
  const confirmed = await client.paymentIntents
    .confirm(intent.id, { ...tokenOf(means.token), ...latest }, { idempotencyKey: `${due.key}:confirm` })
    .catch(refusalOf);
  if (confirmed instanceof Stripe.errors.StripeError) return cancel(client, intent.id, codeOf(confirmed));
  return known(await settled(client, confirmed));
}

async function withdraw(client: Stripe, due: Charge): Promise<ChargeResult> {
  const intent = await find(client, due);
  const outcome = await settled(client, intent);
  return outcome.kind === 'paid' || outcome.kind === 'declined' ? outcome : cancel(client, intent.id, 'withdrawn');
}

async function payBack({ refunds }: Stripe, { key, reference, amount }: Refund): Promise<RefundResult> {
  const due = { payment_intent: reference, amount, metadata: { key } };
  const refund = await refunds.create(due, { idempotencyKey: key }).catch(refusalOf);
  return refund instanceof Stripe.errors.StripeError ? refusedRefund(refund.code) : refundOutcome(refund);
}

/** Stripe forgets keys after a day, so that a refund is found again by what was written on it. */
async function findRefund({ refunds }: Stripe, { key, reference }: Refund): Promise<RefundState> {
  for await (const refund of refunds.list({ payment_intent: reference, limit: 100 })) {
    if (refund.metadata?.['key'] === key) return refundOutcome(refund);
  }
  return { kind: 'unknown' };
}

/** One that is pending with a bank counts as paid, which nearly all become; an event tells of those that do not. */
const refundOutcome = ({ status, failure_reason: reason }: Stripe.Refund): RefundResult =>
  status === 'failed' || status === 'canceled' ? refusedRefund(reason) : { kind: 'refunded' };

/** An intent that is there and still open is an answer that has not come yet. */
const known = (asked: ChargeState): ChargeResult => (asked.kind === 'unknown' ? { kind: 'unanswered' } : asked);

/** Stripe's form makes confirmation tokens, which say already that the page takes the bank's step; or payment methods. */
const tokenOf = (token: string) =>
  token.startsWith('ctoken_') ? { confirmation_token: token } : { payment_method: token, use_stripe_sdk: true };

/** Passes on what Stripe refused; whatever else failed, nobody knows whether it arrived. */
function refusalOf(error: unknown): Stripe.errors.StripeError {
  const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;
  if (error instanceof StripeCardError || error instanceof StripeInvalidRequestError) return error;
  throw error;
}

/** `refused` where Stripe would not even make the intent: there is nothing that could be paid. */
async function answered<T extends ChargeState>(
  asking: Promise<T>,
  refused: (code: string | undefined) => T,
): Promise<T | { kind: 'unanswered' }> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return refused(error.code);
    return { kind: 'unanswered' };
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
        ? { kind: 'unanswered' }
        : { kind: 'requiresAction', clientSecret: intent.client_secret };
    case 'canceled':
      return declined(intent.last_payment_error ? codeOf(intent.last_payment_error) : 'withdrawn');
    case 'requires_payment_method':
    case 'requires_confirmation':
      return { kind: 'unknown' };
    default:
      return { kind: 'unanswered' };
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
