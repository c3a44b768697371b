import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Stripe from 'stripe';
import { Problem } from '#lib/api/problem.ts';
import { settleRefundFromProvider } from '../refund/reverse-refund.server.ts';
import { type OrderDeps, settleOrderFromProvider } from '../place/settle-waiting-orders.server.ts';

/** Applies the current state of a charge that is no order's, such as the payment of an account's invoices. False while the provider does not respond. */
type SettleOther = (deps: OrderDeps, id: string) => Promise<boolean>;
type WebhookDeps = OrderDeps & { settleOther: SettleOther };

const path = '/payments/stripe/webhook';
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Receives Stripe's events about payments and refunds. An event only identifies the order or refund; the state is read
 * from Stripe, so that late, repeated and reordered events do no harm. Each event is applied once.
 */
export async function stripeWebhook(scope: FastifyInstance, deps: OrderDeps, settleOther: SettleOther): Promise<void> {
  const secret = deps.env.stripeWebhookSecret;
  if (deps.payments.provider !== 'stripe' || secret === undefined) return;
  const { stripeClient } = await import('../payment/stripe-provider.server.ts'); // large, so loaded only when used
  const { webhooks } = stripeClient(deps.env);
  // The signature covers the raw bytes, so the body is not parsed.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  scope.post(path, async (request, reply) => {
    const event = verified(request, (body, signature) => webhooks.constructEvent(body, signature, secret));
    return applyOnce({ ...deps, settleOther }, event, reply);
  });
}

function verified(request: FastifyRequest, construct: (body: Buffer, signature: string) => Stripe.Event): Stripe.Event {
  const signature = request.headers['stripe-signature'];
  try {
    if (!Buffer.isBuffer(request.body) || typeof signature !== 'string') throw new Error('Not signed.');
    return construct(request.body, signature);
  } catch {
    throw new Problem(400, 'The signature is not valid.');
  }
}

async function applyOnce(deps: WebhookDeps, event: Stripe.Event, reply: FastifyReply): Promise<FastifyReply> {
  const { db, clock } = deps;
  const id = { provider: 'stripe', event_id: event.id };
  const known = await db
    .selectFrom('payment_events')
    .select('event_id')
    .where('provider', '=', id.provider)
    .where('event_id', '=', id.event_id)
    .executeTakeFirst();
  if (!known && !(await applyEvent(deps, event))) {
    throw new Problem(503, 'The payment could not be settled yet. Please send this event again.');
  }
  // Recorded only now, so that after a crash Stripe sends the event again. Applying it twice is harmless.
  await db
    .insertInto('payment_events')
    .values({ ...id, type: event.type, received_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return reply.send({ received: true });
}

/** Applies an event. Returns false if Stripe must send it again. */
async function applyEvent(deps: WebhookDeps, event: Stripe.Event): Promise<boolean> {
  const id = paidWith(event);
  if (id !== undefined) return (await settleOrderFromProvider(deps, id)) && (await deps.settleOther(deps, id));
  if (event.type === 'charge.dispute.created')
    deps.log.warn({ dispute: event.data.object.id }, 'a payment is disputed; answer the dispute at Stripe');
  const refund = refundOf(event);
  if (!refund) return true;
  if (event.type === 'refund.created' && !refund.metadata?.['key'])
    deps.log.warn({ refund: refund.id }, 'a refund was made at Stripe itself; the shop does not know of it');
  const isSettled = await settleRefundFromProvider(deps, refund.metadata?.['key']);
  if (isSettled === undefined && refund.status === 'failed') {
    deps.log.error({ refund: refund.id }, 'an unknown refund failed; check it at Stripe');
  }
  return isSettled ?? true;
}

/** The id of the order, or of another charge, that a payment intent belongs to; undefined for any other event. */
function paidWith(event: Stripe.Event): string | undefined {
  if (!event.type.startsWith('payment_intent.')) return undefined;
  const { metadata } = event.data.object as Stripe.PaymentIntent; // the payload of these event types
  const orderId = metadata?.['orderId'];
  return orderId !== undefined && uuid.test(orderId) ? orderId : undefined;
}

/** `refund.created`, `refund.updated`, `refund.failed`, and earlier names of the last two. */
const ofRefund = /^(?:charge\.)?refund\./;

const refundOf = (event: Stripe.Event): Stripe.Refund | undefined =>
  ofRefund.test(event.type) ? (event.data.object as Stripe.Refund) : undefined; // the payload of these event types
