import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { emailTaken } from '#accounts/profile/service.server.ts';
import { hashPassword } from '#accounts/sign-in/passwords.server.ts';
import type { Actor } from '#platform/access/actor.server.ts';
import { fingerprintOf, isKey, keyInvalid } from '#platform/http/idempotency.server.ts';
import { badInput, conflict, type Fault, Problem } from '#lib/api/problem.ts';
import { readSettings } from '#company/service.server.ts';
import { type CheckoutAttempt, type Decision, storeRefusal, readCheckoutAttempt } from './checkout-attempts.server.ts';
import { cardExpired, cardPaymentMethod, hasExpired } from '../payment/card-payment.server.ts';
import { type CheckoutBody, sentences } from '../contract.ts';
import { type Charge, declined, type PaymentMethod, nothingToPay, type ChargeResult } from '../payment/payment.ts';
import { place } from './place-order.server.ts';
import { decide, type OrderDeps, readChargeResult } from './settling.server.ts';

export interface Checkout {
  /** Undefined where the caller sent none; then nothing can be asked twice. */
  key: string | undefined;
  body: CheckoutBody;
  actor: Actor | null;
  ip: string;
}

/** `isFresh`: this very call decided it, so its caller has just typed the password of the account that was made. */
export type Decided = Decision & { isFresh: boolean };

type KnownCheckout = Checkout & { key: string; fingerprint: Buffer };

interface Running {
  fingerprint: Buffer;
  decision: Promise<Decided>;
}

/** How long a key's second caller waits for what another process is doing with it. */
const waitMs = 5_000;
const lookEveryMs = 100;

/**
 * Makes the checkout of one server (contract, section 5). Calls that bring the same key wait for the first of them; the
 * map of those in hand spares them the database, which alone decides between processes.
 */
export function checkouts(deps: OrderDeps): (checkout: Checkout) => Promise<Decided> {
  const running = new Map<string, Running>();

  async function checkOut(checkout: KnownCheckout): Promise<Decided> {
    const { key, fingerprint } = checkout;
    const first = running.get(key);
    if (first) {
      demandSameBody(first.fingerprint, fingerprint);
      const decision = await first.decision.catch(() => undefined);
      // The first was refused as bad input or failed, and left nothing: this one counts by itself.
      return decision ? { ...decision, isFresh: false } : checkOut(checkout);
    }
    const mine = { fingerprint, decision: run(deps, checkout) };
    running.set(key, mine);
    try {
      return await mine.decision;
    } finally {
      running.delete(key);
    }
  }

  return (checkout) => {
    demandOwnUser(checkout);
    const key = checkout.key ?? randomUUID();
    if (!isKey(key)) throw badInput(keyFault);
    return checkOut({
      ...checkout,
      key,
      fingerprint: fingerprintOf(deps.env, 'checkout bodies', comparable(checkout)),
    });
  };
}

const keyFault: Fault = { path: 'Idempotency-Key', message: keyInvalid };
const signedIn: Fault = { path: 'billingInfo.registerAccount', message: sentences.signedIn };

/** What `furtherFaults` reads of a body of any type. */
const loose = z.object({
  billingInfo: z.object({ registerAccount: z.unknown() }).optional().catch(undefined),
  expiryDate: z.string().optional().catch(undefined),
});

/**
 * What is refused here although the shape of a checkout allows it, to be told beside the faults of its shape. Where that
 * has none it is for `checkouts` to say: a key that is known is answered whatever has become of the card.
 */
export function furtherFaults(
  { payments, clock }: Pick<OrderDeps, 'payments' | 'clock'>,
  { body, actor, key }: { body: unknown; actor: Actor | null; key: string | undefined },
): Fault[] {
  const { billingInfo, expiryDate } = loose.safeParse(body).data ?? {};
  const isPast = payments.provider === 'test' && expiryDate !== undefined && hasExpired(expiryDate, clock.now());
  return [
    ...(actor !== null && billingInfo?.registerAccount === true ? [signedIn] : []),
    ...(isPast ? [cardExpired] : []),
    ...(key !== undefined && !isKey(key) ? [keyFault] : []),
  ];
}

/** Whose order it is: the signed-in user's, and nobody else's. */
function demandOwnUser({ body, actor }: Checkout): void {
  const userId = body.userId ?? actor?.id;
  if (userId === undefined) return;
  if (actor === null) throw new Problem(401, 'Please sign in to continue.');
  if (userId !== actor.id) throw new Problem(403, sentences.otherUser);
  if (body.billingInfo.registerAccount === true) throw badInput(signedIn);
}

/** What must be the same for the same key: all but the card and the passwords, of which not even a hash is kept. */
function comparable({ body, actor }: Checkout): string {
  const { cardNumber: _n, expiryDate: _e, cvc: _c, paymentToken: _t, ipAddress: _i, ...rest } = body;
  const { password: _p, confirmPassword: _r, ...billingInfo } = rest.billingInfo;
  return JSON.stringify({ ...rest, billingInfo, userId: actor?.id ?? null });
}

function demandSameBody(known: Buffer, given: Buffer): void {
  if (!known.equals(given)) throw conflict(sentences.otherBody);
}

async function run(deps: OrderDeps, checkout: KnownCheckout): Promise<Decided> {
  const known = await readCheckoutAttempt(deps.db, checkout.key);
  return known ? { ...(await resume(deps, known, checkout)), isFresh: false } : begin(deps, checkout);
}

/** Answers what the key is known for; what is not decided is asked of the provider. */
async function resume(deps: OrderDeps, known: CheckoutAttempt, { fingerprint }: KnownCheckout): Promise<Decision> {
  demandSameBody(known.fingerprint, fingerprint);
  if (known.decision) return known.decision;
  if (!known.charge) throw new Error('An attempt has neither an answer nor an order.');
  const asked = await readChargeResult(deps, known.charge);
  if (asked.kind !== 'unknown' && asked.kind !== 'unanswered') return decide(deps, known.charge, asked);
  return waitFor(deps, known.key);
}

/** Another process may be at it. If none is, settling decides it in a while. */
async function waitFor({ db }: OrderDeps, key: string): Promise<Decision> {
  for (let waited = 0; waited < waitMs; waited += lookEveryMs) {
    await sleep(lookEveryMs);
    const known = await readCheckoutAttempt(db, key);
    if (known?.decision) return known.decision;
  }
  return { kind: 'pending', outcome: { kind: 'unanswered' } };
}

async function begin(deps: OrderDeps, checkout: KnownCheckout): Promise<Decided> {
  const { key, fingerprint, body, actor, ip } = checkout;
  const { db, clock, payments } = deps;
  const now = clock.now();
  const means = cardPaymentMethod(body, { provider: payments.provider, now });
  const refuse = async (reasons: string[]): Promise<Decided> => {
    const isKept = await storeRefusal(db, { key, fingerprint, reasons, at: now });
    return isKept ? { kind: 'refused', reasons, isFresh: true } : run(deps, checkout);
  };

  const password = body.billingInfo.registerAccount === true ? (body.billingInfo.password ?? '') : null;
  if (password !== null && (await emailTaken(db, body.billingInfo.email))) return refuse([sentences.emailTaken]);
  const placed = await place(db, {
    key,
    fingerprint,
    body,
    delivery: (await readSettings(deps)).delivery,
    userId: actor?.id ?? null,
    passwordHash: password === null ? null : await hashPassword(password),
    ip,
    provider: payments.provider,
    hasPaymentMethod: means !== null,
    now,
  });
  if (placed.kind === 'refused') return refuse(placed.reasons);
  if (placed.kind === 'taken') return run(deps, checkout);
  const charge = { key, orderId: placed.orderId, amount: placed.total };
  return { ...(await decide(deps, charge, await pay(deps, charge, means))), isFresh: true };
}

/** Charges outside every transaction. What throws here may have been taken, so it counts as not answered. */
async function pay({ payments, log }: OrderDeps, charge: Charge, means: PaymentMethod | null): Promise<ChargeResult> {
  if (charge.amount === 0) return nothingToPay;
  if (means === null) return declined(undefined); // `place` has asked for a card already
  return payments.charge(charge, means).catch((error: unknown) => {
    log.error({ err: error, orderId: charge.orderId }, 'a charge failed');
    return { kind: 'unanswered' } as const;
  });
}
