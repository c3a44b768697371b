import { call } from '#lib/api/api.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { type Fault, Problem } from '#lib/api/problem.ts';
import type { checkOut } from '../checkout-contract.ts';
import {
  type PendingCheckout,
  startCheckout,
  forgetPendingCheckout,
  isSameOrder,
  needsCard,
  type OrderBody,
  readPendingCheckout,
} from './pending-checkout.ts';

export type OrderAnswer = ReplyOf<typeof checkOut>;

/** The shop specification, section 8, gives these two sentences. */
export const systemError = 'System encountered an error while placing an order.';
export const issueError = 'Encountered an issue while placing an order.';
const signInFirst = 'Please sign in again, so that we can check the status of your last order.';
const lostError = 'We could not check the status of your last order. Check your email before you order again.';

/** Values that are sent with an order and never stored. */
export interface Secrets {
  /** The card, or its token. */
  card: Pick<OrderBody, 'cardNumber' | 'expiryDate' | 'cvc' | 'paymentToken'>;
  /** The password of the account to create, typed twice. */
  passwords: { password?: string; confirmPassword?: string };
}

const noSecrets: Secrets = { card: {}, passwords: {} };

export type CheckoutResult =
  | { kind: 'placed'; answer: OrderAnswer }
  /** Decided: nothing was ordered or charged. */
  | { kind: 'refused'; reasons: string[]; needsApproval?: boolean }
  /** The request was invalid. */
  | { kind: 'invalid'; reasons: string[]; faults: Fault[]; isSignedOut: boolean }
  /** Not decided yet; resending returns the decision later. */
  | { kind: 'pending'; reasons: string[] }
  /** No conclusive response; resending may return the decision. */
  | { kind: 'unknown'; reasons: string[] }
  /** The outcome can't be determined by resending. */
  | { kind: 'lost'; reasons: string[] }
  /** The order never reached the server. */
  | { kind: 'notSent' };

/** `action`: the bank asks the buyer to confirm the payment; afterwards the order is sent again. */
type Step = CheckoutResult | { kind: 'action'; clientSecret: string; reasons: string[] };

/** Lets the buyer confirm the payment at the bank; resolves with an error message if that was not completed. */
export type Confirm = (clientSecret: string) => Promise<string | undefined>;

const retries = { times: 8, everyMs: 2_500 };

/**
 * Sends an order until it is decided. A pending checkout is decided first: the same order continues under its key, and a
 * different order starts only if the earlier one was not placed.
 */
export async function placeOrder(body: OrderBody, secrets: Secrets, confirm: Confirm): Promise<CheckoutResult> {
  const pending = readPendingCheckout();
  if (pending && isSameOrder(pending, body)) return sendUntilDecided(pending, secrets, confirm);
  if (pending && needsCard(pending)) {
    const earlier = await resend(pending, { ...secrets, card: {} }, confirm);
    if (earlier.kind !== 'refused' && earlier.kind !== 'notSent') return earlier;
  }
  const attempt = startCheckout(body);
  const outcome = await sendUntilDecided(attempt, secrets, confirm);
  if (outcome.kind === 'invalid') forgetPendingCheckout(attempt); // the key was new, so nothing can have been ordered under it
  return outcome;
}

/** The checkout that was pending when the page was left; undefined if no checkout can be resumed. */
export function interruptedOrder(): PendingCheckout | undefined {
  const pending = readPendingCheckout();
  const { registerAccount } = (pending?.body.billingInfo ?? {}) as { registerAccount?: boolean }; // this page wrote it
  // Registering needs the password, which is not stored, so the buyer has to place the order again.
  return pending && needsCard(pending) && !registerAccount ? pending : undefined;
}

/** Resends an interrupted order and continues it. A member whose session has ended must sign in first. */
export async function resumeOrder(attempt: PendingCheckout, confirm: Confirm): Promise<CheckoutResult> {
  const outcome = await sendUntilDecided(attempt, noSecrets, confirm);
  if (outcome.kind === 'invalid' && outcome.isSignedOut) return { kind: 'unknown', reasons: [signInFirst] };
  return interpretResend(attempt, outcome);
}

const cardPaths = new Set(['paymentToken', 'cardNumber', 'expiryDate', 'cvc']);

/** Resends an order without its card. If the order never reached the server, it is refused for the missing card instead of being placed. */
const resend = async (attempt: PendingCheckout, secrets: Secrets, confirm: Confirm): Promise<CheckoutResult> =>
  interpretResend(attempt, await sendUntilDecided(attempt, secrets, confirm));

/** Interprets the result of resending without a card. */
function interpretResend(attempt: PendingCheckout, outcome: CheckoutResult): CheckoutResult {
  if (outcome.kind !== 'invalid') return outcome;
  const { faults } = outcome;
  if (faults.length > 0 && faults.every(({ path }) => cardPaths.has(path))) return { kind: 'notSent' };
  forgetPendingCheckout(attempt);
  return { kind: 'lost', reasons: [lostError] };
}

/** Sends an order repeatedly until it is decided, and lets the buyer confirm the payment if the bank asks for it. */
async function sendUntilDecided(attempt: PendingCheckout, secrets: Secrets, confirm: Confirm): Promise<CheckoutResult> {
  let confirmError: string | undefined;
  for (let requestCount = 1; ; requestCount++) {
    const step = await sendOnce(attempt, secrets);
    const isLast = requestCount === retries.times;
    if (step.kind === 'action') {
      if (isLast || confirmError !== undefined)
        return { kind: 'pending', reasons: confirmError ? [confirmError] : step.reasons };
      // Whether or not the buyer has completed it, the server knows the state of the payment.
      confirmError = await confirm(step.clientSecret);
    } else if (step.kind === 'pending' && !isLast) {
      await new Promise((done) => setTimeout(done, retries.everyMs));
    } else {
      if (['placed', 'refused', 'lost'].includes(step.kind)) forgetPendingCheckout(attempt);
      // If a repeated request is invalid, there may still be an order: an earlier request may have placed it.
      return step.kind === 'invalid' && requestCount > 1 ? { kind: 'unknown', reasons: step.reasons } : step;
    }
  }
}

function sendOnce({ key, body }: PendingCheckout, { card, passwords }: Secrets): Promise<Step> {
  const billingInfo = { ...(body.billingInfo as object), ...passwords }; // `bodyOf` filled it
  const request = { ...body, ...card, billingInfo };
  const headers = { 'idempotency-key': key };
  return call<typeof checkOut>('POST /v1/shopping-checkouts', { body: request }, { headers }).then(stepOf, failureOf);
}

function stepOf(answer: OrderAnswer): Step {
  const reasons = answer.orderIssues.map(({ reason }) => reason);
  if (answer.status === 0) return { kind: 'placed', answer };
  if (answer.requiresAction) return { kind: 'action', clientSecret: answer.requiresAction.clientSecret, reasons };
  if (answer.isPending) return { kind: 'pending', reasons };
  return { kind: 'refused', reasons, needsApproval: answer.needsApproval === true };
}

/** A 4xx means that nothing was ordered. Without a connection, and after 429 or 5xx, that is unknown. */
function failureOf(error: unknown): CheckoutResult {
  if (!(error instanceof Problem)) throw error;
  const { status, message, faults } = error;
  if (status === 0 || status === 429 || status >= 500) return { kind: 'unknown', reasons: [message] };
  // The key belongs to another order, or to an account with another password.
  if (status === 409) return { kind: 'lost', reasons: [lostError] };
  return { kind: 'invalid', reasons: faults.length > 0 ? [] : [message], faults, isSignedOut: status === 401 };
}
