import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isEmailTaken } from '#accounts/profile/taken-emails.server.ts';
import { hashPassword } from '#accounts/sign-in/password-hashing.server.ts';
import type { Actor } from '#platform/access/actor.server.ts';
import { fingerprintOf } from '#platform/process/derived-keys.server.ts';
import { isValidKey, keyInvalid } from '#platform/http/idempotency-key.server.ts';
import { badInput, conflict, type Fault, Problem } from '#lib/api/problem.ts';
import { readSettings } from '#company/settings.server.ts';
import { type CheckoutAttempt, type Decision, storeRefusal, readCheckoutAttempt } from './checkout-attempts.server.ts';
import { cardExpired, cardPaymentMethod, hasExpired } from '../payment/checkout-payment-method.server.ts';
import type { CheckoutBody } from '../checkout-contract.ts';
import { sentences } from '../contract.ts';
import {
  declined,
  type OrderCharge,
  type PaymentMethod,
  nothingToPay,
  onAccount,
  type ChargeResult,
} from '../payment/payment-provider.ts';
import { place, type PlaceResult } from './place-order.server.ts';
import { tradeOrderOf } from './trade-order.server.ts';
import { applyChargeResult, type OrderDeps, readChargeState } from './settle-waiting-orders.server.ts';

export interface Checkout {
  /** Undefined if the caller sent none; then the request can't be repeated safely. */
  key: string | undefined;
  body: CheckoutBody;
  actor: Actor | null;
  ip: string;
}

/** `isFresh`: this call made the decision, so its caller has just entered the password of the new account. */
export type CheckoutDecision = Decision & { isFresh: boolean };

type KnownCheckout = Checkout & { key: string; fingerprint: Buffer };

/** How long a repeated request waits for the process that handles the first request. */
const waitMs = 5_000;
const pollEveryMs = 100;

/**
 * Creates the checkout function of one server process. Calls with the same key wait for the first one. The map of running
 * checkouts only saves queries; between processes the database decides which call is first.
 */
export function makeCheckout(deps: OrderDeps): (checkout: Checkout) => Promise<CheckoutDecision> {
  const running = new Map<string, { fingerprint: Buffer; decision: Promise<CheckoutDecision> }>();

  async function checkOut(checkout: KnownCheckout): Promise<CheckoutDecision> {
    const { key, fingerprint } = checkout;
    const first = running.get(key);
    if (first) {
      demandSameBody(first.fingerprint, fingerprint);
      const decision = await first.decision.catch(() => undefined);
      // The first call was invalid or failed before it stored anything, so this call is handled as new.
      return decision ? { ...decision, isFresh: false } : checkOut(checkout);
    }
    const own = { fingerprint, decision: run(deps, checkout) };
    running.set(key, own);
    try {
      return await own.decision;
    } finally {
      running.delete(key);
    }
  }

  return (checkout) => {
    requireOwnUser(checkout);
    const key = checkout.key ?? randomUUID();
    if (!isValidKey(key)) throw badInput(keyFault);
    return checkOut({
      ...checkout,
      key,
      fingerprint: fingerprintOf(deps.env, 'checkout bodies', comparableBody(checkout)),
    });
  };
}

const keyFault: Fault = { path: 'Idempotency-Key', message: keyInvalid };
const signedInFault: Fault = { path: 'billingInfo.registerAccount', message: sentences.signedIn };

/** The fields that `serverFaults` reads from a body that is not validated yet. */
const looseBody = z.object({
  billingInfo: z.object({ registerAccount: z.unknown() }).optional().catch(undefined),
  expiryDate: z.string().optional().catch(undefined),
});

/**
 * Faults that only the server can find, reported together with the faults of the body's shape. A valid body is not
 * checked for them: `makeCheckout` answers a known key even if the card has expired since.
 */
export function serverFaults(
  { payments, clock }: Pick<OrderDeps, 'payments' | 'clock'>,
  { body, actor, key }: { body: unknown; actor: Actor | null; key: string | undefined },
): Fault[] {
  const { billingInfo, expiryDate } = looseBody.safeParse(body).data ?? {};
  const isPast = payments.provider === 'test' && expiryDate !== undefined && hasExpired(expiryDate, clock.now());
  return [
    ...(actor !== null && billingInfo?.registerAccount === true ? [signedInFault] : []),
    ...(isPast ? [cardExpired] : []),
    ...(key !== undefined && !isValidKey(key) ? [keyFault] : []),
  ];
}

/** An order can only be placed for the signed-in user: 401 without a session, 403 for another user. */
export function requireOwnUser({ body, actor }: Pick<Checkout, 'body' | 'actor'>): void {
  const userId = body.userId ?? actor?.id;
  if (userId === undefined) return;
  if (actor === null) throw new Problem(401, 'Please sign in to continue.');
  if (userId !== actor.id) throw new Problem(403, sentences.otherUser);
  if (body.billingInfo.registerAccount === true) throw badInput(signedInFault);
}

/** The body without card and passwords, which are never stored. */
export function withoutSecrets({
  cardNumber: _n,
  expiryDate: _e,
  cvc: _c,
  paymentToken: _t,
  ...rest
}: CheckoutBody): CheckoutBody {
  const { password: _p, confirmPassword: _r, ...billingInfo } = rest.billingInfo;
  return { ...rest, billingInfo };
}

/** The part of the body that must be equal for the same key. Secrets are left out, so that no hash of them is stored. */
function comparableBody({ body, actor }: Checkout): string {
  const { ipAddress: _, ...rest } = withoutSecrets(body);
  return JSON.stringify({ ...rest, userId: actor?.id ?? null });
}

function demandSameBody(known: Buffer, given: Buffer): void {
  if (!known.equals(given)) throw conflict(sentences.otherBody);
}

/**
 * Begins as if the key were new, as it nearly always is. If the key turns out to be known, or the payment method is invalid, the stored
 * attempt decides.
 */
async function run(deps: OrderDeps, checkout: KnownCheckout): Promise<CheckoutDecision> {
  const begun = await begin(deps, checkout).catch((error: unknown) => {
    if (error instanceof Problem) return error; // an invalid payment method
    throw error;
  });
  if (begun instanceof Problem || begun.kind === 'taken') {
    const known = await readCheckoutAttempt(deps.db, checkout.key);
    if (known) return { ...(await resume(deps, known, checkout)), isFresh: false };
    if (begun instanceof Problem) throw begun;
    return run(deps, checkout);
  }
  if (begun.kind === 'refused') return { ...begun, isFresh: true };
  const { charge, method } = begun;
  return { ...(await applyChargeResult(deps, charge, await pay(deps, charge, method))), isFresh: true };
}

/** Returns the stored decision of a known key; an undecided charge is read from the provider. */
async function resume(deps: OrderDeps, known: CheckoutAttempt, { fingerprint }: KnownCheckout): Promise<Decision> {
  demandSameBody(known.fingerprint, fingerprint);
  if (known.decision) return known.decision;
  if (!known.charge) throw new Error('A checkout attempt has neither a decision nor an order.');
  const state = await readChargeState(deps, known.charge);
  if (state.kind !== 'unknown' && state.kind !== 'noResponse') return applyChargeResult(deps, known.charge, state);
  return waitForDecision(deps, known.key);
}

/** Waits for another process that may be handling the key. If there is none, the periodic settling of orders decides the checkout later. */
async function waitForDecision({ db }: OrderDeps, key: string): Promise<Decision> {
  for (let waited = 0; waited < waitMs; waited += pollEveryMs) {
    await sleep(pollEveryMs);
    const known = await readCheckoutAttempt(db, key);
    if (known?.decision) return known.decision;
  }
  return { kind: 'pending', outcome: { kind: 'noResponse' } };
}

type BegunCheckout =
  | { kind: 'awaiting'; charge: OrderCharge; method: PaymentMethod | null }
  | Exclude<PlaceResult, { kind: 'awaiting' }>;

/** Stores the order as awaiting payment, or why it is refused. Throws `Problem` for an invalid payment method. */
async function begin(deps: OrderDeps, checkout: KnownCheckout): Promise<BegunCheckout> {
  const { key, fingerprint, body, actor, ip } = checkout;
  const { db, clock, payments } = deps;
  const now = clock.now();
  const refuse = async (reasons: string[], needsApproval?: true): Promise<BegunCheckout> =>
    (await storeRefusal(db, checkout, { reasons, needsApproval }, now))
      ? { kind: 'refused', reasons, ...(needsApproval && { needsApproval }) }
      : { kind: 'taken' };

  const trade = await tradeOrderOf(db, body, actor);
  const provider = trade?.isOnAccount ? 'account' : payments.provider;
  const method = provider === 'account' ? null : cardPaymentMethod(body, { provider, now });
  if (trade && trade.access.account.status === 'closed') return refuse([sentences.accountClosed]);
  const password = body.billingInfo.registerAccount === true ? (body.billingInfo.password ?? '') : null;
  if (password !== null && (await isEmailTaken(db, body.billingInfo.email))) return refuse([sentences.emailTaken]);
  const placed = await place(db, {
    key,
    fingerprint,
    body,
    delivery: (await readSettings(deps)).delivery,
    userId: actor?.id ?? null,
    trade,
    passwordHash: password === null ? null : await hashPassword(password),
    ip,
    provider,
    hasPaymentMethod: provider === 'account' || method !== null,
    now,
  });
  if (placed.kind === 'refused') return refuse(placed.reasons, placed.needsApproval);
  if (placed.kind === 'taken') return placed;
  return { kind: 'awaiting', charge: { key, orderId: placed.orderId, amount: placed.total, provider }, method };
}

/** Charges outside any transaction. After an exception the charge may have been made, so it counts as `noResponse`. */
async function pay(deps: OrderDeps, charge: OrderCharge, method: PaymentMethod | null): Promise<ChargeResult> {
  const { payments, log } = deps;
  if (charge.amount === 0) return nothingToPay;
  if (charge.provider === 'account') return onAccount;
  if (method === null) return declined(undefined); // `place` has already demanded a card
  return payments.charge(charge, method).catch((error: unknown) => {
    log.error({ err: error, orderId: charge.orderId }, 'a charge failed');
    return { kind: 'noResponse' } as const;
  });
}
