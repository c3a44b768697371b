import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fields of a payment intent that the shop reads. */
export interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  currency: string;
  status: string;
  client_secret: string;
  metadata: Record<string, string>;
  last_payment_error: { type: string; code: string; decline_code?: string; message: string } | null;
  latest_charge: object | null;
  /** How often it was charged. */
  taken: number;
}

export interface StandInRefund {
  id: string;
  object: 'refund';
  status: string;
  failure_reason?: string;
  amount: number;
  payment_intent: string;
  metadata: Record<string, string>;
}

const sumOf = (refunds: readonly StandInRefund[], intentId: string): number =>
  refunds
    .filter((one) => one.payment_intent === intentId && one.status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);

/** How the stand-in treats the next calls. */
export type Behaviour =
  | 'fair'
  /** Searching is refused as a bad request, as when it is not available. */
  | 'no search'
  /** No response: the connection breaks before the call is read. */
  | 'unreachable'
  /** The confirmation takes effect, then the connection breaks. */
  | 'answer lost'
  /** A refund takes effect, then the connection breaks. */
  | 'refund lost';

export interface SentEvent {
  id: string;
  payload: string;
  signature: string;
}

export interface StripeStandIn {
  /** For `STRIPE_API_BASE`. */
  base: string;
  webhookSecret: string;
  /** How the next calls are treated. */
  weather: Behaviour;
  intents(): Intent[];
  /** Whether the next refund is refused for lack of funds. */
  refusesRefund: boolean;
  /** Deletes its idempotency keys, as Stripe does after a day. */
  forgetKeys(): void;
  /** The amount refunded, in cents, by intent. */
  refunded(intentId: string): number;
  /** The refunds of an intent, the newest first. */
  refundsOf(intentId: string): StandInRefund[];
  /** Whether the next refund is pending with the bank, and succeeds or fails later. */
  refundsArePending: boolean;
  /** Delays calls for refunds before they take effect, or before they are answered. */
  holdsRefunds: 'unheard' | 'unanswered' | undefined;
  /** Resolves once such a call is delayed, with a function that continues the call if its caller is still connected. */
  held(): Promise<() => void>;
  /** The bank's decision on a pending refund; the money comes back if it fails. */
  endRefund(refund: StandInRefund, failure?: string): void;
  /** The buyer completed the bank's action in the browser, or failed to. */
  finishAction(intentId: string, isGood: boolean): void;
  /** A signed event about an intent or a refund, with Stripe's secret or another. */
  event(type: string, about: Intent | StandInRefund, secret?: string): SentEvent;
  close(): Promise<void>;
}

/** Behaviour by card; Stripe's own test payment methods are `pm_card_` and these names. */
const refusals: Record<string, { code: string; decline_code?: string }> = {
  chargeDeclined: { code: 'card_declined', decline_code: 'generic_decline' },
  chargeDeclinedInsufficientFunds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  chargeDeclinedExpiredCard: { code: 'expired_card' },
};

const card = { payment_method_details: { card: { brand: 'visa', last4: '4242' } } };
const open = ['requires_payment_method', 'requires_confirmation', 'requires_action', 'processing'];

/**
 * A stand-in for Stripe's HTTP API: payment intents are created, confirmed, read, searched and cancelled, refunds created,
 * idempotency keys stored, and events signed, as documented. Listens on this machine only.
 */
export async function stripeStandIn(): Promise<StripeStandIn> {
  const intents = new Map<string, Intent>();
  const answered = new Map<string, { status: number; body: object }>();
  const refunds: StandInRefund[] = [];
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;
  const server = createServer((request, response) => void serve(request, response));
  let onHeld: (letGo: () => void) => void = () => {};

  const standIn: StripeStandIn = {
    base: '',
    webhookSecret,
    weather: 'fair',
    intents: () => [...intents.values()],
    refusesRefund: false,
    forgetKeys: () => answered.clear(),
    refunded: (id) => sumOf(refunds, id),
    refundsOf: (id) => refunds.filter((one) => one.payment_intent === id),
    refundsArePending: false,
    holdsRefunds: undefined,
    held: () => new Promise((resolve) => (onHeld = resolve)),
    endRefund(refund, failure) {
      refund.status = failure === undefined ? 'succeeded' : 'failed';
      if (failure !== undefined) refund.failure_reason = failure;
    },
    finishAction(id, isGood) {
      const intent = intents.get(id);
      if (intent?.status !== 'requires_action') throw new Error('This intent asks for no action.');
      if (isGood) take(intent);
      else refuse(intent, { code: 'payment_intent_authentication_failure' });
    },
    event(type, about, secret = webhookSecret) {
      const id = `evt_${randomBytes(12).toString('hex')}`;
      const payload = JSON.stringify({ id, object: 'event', type, data: { object: about } });
      return { id, payload, signature: sign(payload, secret) };
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer); // without an encoding, chunks are buffers
    if (standIn.weather === 'unreachable') return void request.socket.destroy();
    const url = new URL(request.url ?? '/', 'http://stripe.test');
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const key = request.headers['idempotency-key'];
    const name = typeof key === 'string' && request.method === 'POST' ? `${url.pathname} ${key}` : undefined;
    const holds = request.method === 'POST' && url.pathname.endsWith('/refunds') ? standIn.holdsRefunds : undefined;
    if (holds === 'unheard') await new Promise<void>((go) => onHeld(go));
    if (request.socket.destroyed) return; // the caller has disconnected
    const answer = (name !== undefined && answered.get(name)) || route(request.method ?? 'GET', url, form);
    if (name !== undefined && answer.status < 500) answered.set(name, answer);
    if (holds === 'unanswered') await new Promise<void>((go) => onHeld(go));
    const lost = { 'answer lost': '/confirm', 'refund lost': '/refunds' }[standIn.weather as string];
    if (lost && request.method === 'POST' && url.pathname.endsWith(lost)) return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  }

  function route(method: string, url: URL, form: URLSearchParams): { status: number; body: object } {
    const [, , resource, id, action] = url.pathname.split('/');
    if (resource === 'refunds') return method === 'POST' ? refund(form) : listRefunds(url);
    if (resource !== 'payment_intents') return invalid('No such resource.', 404);
    if (id === undefined) return create(form);
    if (id === 'search' && standIn.weather === 'no search') return invalid('Search is not available.', 400);
    if (id === 'search') return search(url.searchParams.get('query') ?? '');
    const intent = intents.get(id);
    if (!intent) return invalid(`No such payment_intent: '${id}'`, 404);
    if (action === 'confirm') return confirm(intent, form);
    if (action === 'cancel') return cancel(intent);
    return { status: 200, body: intent };
  }

  function create(form: URLSearchParams): { status: number; body: object } {
    const amount = Number(form.get('amount'));
    if (!Number.isInteger(amount) || amount < 50)
      return invalid('Amount must be at least $0.50 aud', 400, 'amount_too_small');
    const id = `pi_${randomBytes(12).toString('hex')}`;
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount,
      currency: form.get('currency') ?? '',
      status: 'requires_payment_method',
      client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
      metadata: { orderId: form.get('metadata[orderId]') ?? '' },
      last_payment_error: null,
      latest_charge: null,
      taken: 0,
    };
    intents.set(id, intent);
    return { status: 200, body: { ...intent } };
  }

  function confirm(intent: Intent, form: URLSearchParams): { status: number; body: object } {
    if (!open.includes(intent.status))
      return invalid('The intent can not be confirmed now.', 400, 'payment_intent_unexpected_state');
    const means = form.get('payment_method') ?? form.get('confirmation_token') ?? '';
    const behaviour = /^(?:pm_card|ctoken)_(\w+)$/.exec(means)?.[1];
    if (behaviour === undefined) return invalid(`No such token: '${means}'`, 400, 'resource_missing');
    const refusal = refusals[behaviour];
    if (refusal) {
      refuse(intent, refusal);
      return { status: 402, body: { error: { ...intent.last_payment_error, payment_intent: { ...intent } } } };
    }
    if (behaviour === 'threeDSecure2Required') intent.status = 'requires_action';
    else take(intent);
    return { status: 200, body: { ...intent } };
  }

  function cancel(intent: Intent): { status: number; body: object } {
    if (!open.includes(intent.status))
      return invalid('The intent can not be cancelled now.', 400, 'payment_intent_unexpected_state');
    intent.status = 'canceled';
    return { status: 200, body: { ...intent } };
  }

  function search(query: string): { status: number; body: object } {
    const orderId = /'orderId'\]:'([^']+)'/.exec(query)?.[1];
    const data = [...intents.values()].filter(({ metadata }) => metadata['orderId'] === orderId);
    return { status: 200, body: { object: 'search_result', data, has_more: false, url: '/v1/payment_intents/search' } };
  }

  function refund(form: URLSearchParams): { status: number; body: object } {
    const intent = intents.get(form.get('payment_intent') ?? '');
    const amount = Number(form.get('amount'));
    if (!intent || intent.taken === 0) return invalid('There is no charge to refund.', 400);
    if (standIn.refusesRefund) return invalid('Your account has insufficient funds.', 400, 'balance_insufficient');
    if (sumOf(refunds, intent.id) + amount > intent.amount)
      return invalid('The refund is larger than the charge.', 400, 'charge_already_refunded');
    const refund: StandInRefund = {
      id: `re_${randomBytes(8).toString('hex')}`,
      object: 'refund',
      status: standIn.refundsArePending ? 'pending' : 'succeeded',
      amount,
      payment_intent: intent.id,
      metadata: { key: form.get('metadata[key]') ?? '' },
    };
    refunds.unshift(refund);
    return { status: 200, body: { ...refund } };
  }

  /** The newest first, in pages. */
  function listRefunds(url: URL): { status: number; body: object } {
    const all = refunds.filter((one) => one.payment_intent === url.searchParams.get('payment_intent'));
    const begin = all.findIndex(({ id }) => id === url.searchParams.get('starting_after')) + 1;
    const data = all.slice(begin, begin + Number(url.searchParams.get('limit') ?? 10));
    return {
      status: 200,
      body: { object: 'list', data, has_more: begin + data.length < all.length, url: '/v1/refunds' },
    };
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  standIn.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on a port, not a socket
  return standIn;
}

function take(intent: Intent): void {
  intent.status = 'succeeded';
  intent.taken++;
  intent.last_payment_error = null;
  intent.latest_charge = { id: `ch_${intent.id}`, object: 'charge', ...card };
}

function refuse(intent: Intent, refusal: { code: string; decline_code?: string }): void {
  intent.status = 'requires_payment_method';
  intent.last_payment_error = { type: 'card_error', message: 'Refused.', ...refusal };
}

const invalid = (message: string, status: number, code?: string) => ({
  status,
  body: { error: { type: 'invalid_request_error', message, ...(code && { code }) } },
});

/** Signs like Stripe: the time, and an HMAC of time and payload. */
function sign(payload: string, secret: string): string {
  const time = Math.floor(Date.now() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`;
}
