import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Stripe from 'stripe';
import { Problem } from '#lib/api/problem.ts';
import { settleKnownRefund } from '../refund/refund-coming-back.server.ts';
import { type OrderDeps, settleKnown } from '../place/settling.server.ts';

const path = '/payments/stripe/webhook';
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Where Stripe tells what became of a payment or a refund. An event is believed only for the order or the refund that it names:
 * what to do is asked of Stripe itself, so that late, repeated and reordered events change nothing that is decided. Each is
 * applied once.
 */
export async function stripeWebhook(scope: FastifyInstance, deps: OrderDeps): Promise<void> {
  const secret = deps.env.stripeWebhookSecret;
  if (deps.payments.provider !== 'stripe' || secret === undefined) return;
  const { stripeClient } = await import('../payment/payment-stripe.server.ts'); // large, and loaded only where it is used
  const { webhooks } = stripeClient(deps.env);
  // The signature is over the bytes as they came.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  scope.post(path, async (request, reply) => {
    const event = verified(request, (body, signature) => webhooks.constructEvent(body, signature, secret));
    return apply(deps, event, reply);
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

async function apply(deps: OrderDeps, event: Stripe.Event, reply: FastifyReply): Promise<FastifyReply> {
  const { db, clock } = deps;
  const id = { provider: 'stripe', event_id: event.id };
  const known = await db
    .selectFrom('payment_events')
    .select('event_id')
    .where('provider', '=', id.provider)
    .where('event_id', '=', id.event_id)
    .executeTakeFirst();
  if (!known && !(await act(deps, event))) {
    throw new Problem(503, 'The payment could not be settled yet. Please send this event again.');
  }
  // Noted after it was applied: an event that is lost in between comes again, and applying it is deciding nothing twice.
  await db
    .insertInto('payment_events')
    .values({ ...id, type: event.type, received_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return reply.send({ received: true });
}

/** False where the event has to come again. */
async function act(deps: OrderDeps, event: Stripe.Event): Promise<boolean> {
  const orderId = orderOf(event);
  if (orderId !== undefined) return settleKnown(deps, orderId);
  const refund = refundOf(event);
  if (!refund) return true;
  const isSettled = await settleKnownRefund(deps, refund.metadata?.['key']);
  if (isSettled === undefined && refund.status === 'failed') {
    deps.log.error({ refund: refund.id }, 'a refund came back that is not on record; look after it at Stripe');
  }
  return isSettled ?? true;
}

/** The order that a payment intent was made for. */
function orderOf(event: Stripe.Event): string | undefined {
  if (!event.type.startsWith('payment_intent.')) return undefined;
  const { metadata } = event.data.object as Stripe.PaymentIntent; // what events of this name carry
  const orderId = metadata?.['orderId'];
  return orderId !== undefined && uuid.test(orderId) ? orderId : undefined;
}

/** `refund.created`, `refund.updated`, `refund.failed`, and the last two as they were called before. */
const ofRefund = /^(?:charge\.)?refund\./;

const refundOf = (event: Stripe.Event): Stripe.Refund | undefined =>
  ofRefund.test(event.type) ? (event.data.object as Stripe.Refund) : undefined; // what events of this name carry
