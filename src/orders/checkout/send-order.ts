import { call } from '#lib/api/api.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { type Fault, Problem } from '#lib/api/problem.ts';
import type { checkOut } from '../contract.ts';
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

/** Specification of the shop, section 8. */
export const systemError = 'System encountered an error while placing an order.';
export const issueError = 'Encountered an issue while placing an order.';
const signInFirst = 'Please sign in again, so that we can find out what became of your last order.';
const lostError = 'We could not find out what became of your last order. Check your e-mail before you order again.';

/** What is sent with an order and never kept. */
export interface Secrets {
  /** The card, or the token that stands for it. */
  card: Pick<OrderBody, 'cardNumber' | 'expiryDate' | 'cvc' | 'paymentToken'>;
  /** Of the account to be made. */
  passwords: { password?: string; confirmPassword?: string };
}

const noSecrets: Secrets = { card: {}, passwords: {} };

/** What came of asking for an order. */
export type CheckoutResult =
  | { kind: 'placed'; answer: OrderAnswer }
  /** Decided: nothing is ordered or taken. */
  | { kind: 'refused'; reasons: string[] }
  /** Not taken as it was sent. */
  | { kind: 'invalid'; reasons: string[]; faults: Fault[]; isSignedOut: boolean }
  /** Not decided; the same asked again tells. */
  | { kind: 'pending'; reasons: string[] }
  /** No answer, or none that settles it; the same asked again may tell. */
  | { kind: 'unknown'; reasons: string[] }
  /** Asking again can't tell. */
  | { kind: 'lost'; reasons: string[] }
  /** It never reached the server. */
  | { kind: 'notSent' };

/** The bank wants the buyer to do something; then the same is asked again. */
type Step = CheckoutResult | { kind: 'action'; clientSecret: string; reasons: string[] };

/** Has the buyer take the bank's further step; answers with a sentence where it was not done. */
export type Confirm = (clientSecret: string) => Promise<string | undefined>;

const retries = { times: 8, everyMs: 2_500 };

/**
 * Asks for an order until its outcome is known. One that was asked for before and is not decided yet comes first: the same
 * order goes on under its key, and another is only begun when the earlier has come to nothing.
 */
export async function placeOrder(body: OrderBody, secrets: Secrets, confirm: Confirm): Promise<CheckoutResult> {
  const kept = readPendingCheckout();
  if (kept && isSameOrder(kept, body)) return sendUntilDecided(kept, secrets, confirm);
  if (kept && needsCard(kept)) {
    const earlier = await resend(kept, { ...secrets, card: {} }, confirm);
    if (earlier.kind !== 'refused' && earlier.kind !== 'notSent') return earlier;
  }
  const attempt = startCheckout(body);
  const outcome = await sendUntilDecided(attempt, secrets, confirm);
  if (outcome.kind === 'invalid') forgetPendingCheckout(attempt); // of a new key nothing can have come
  return outcome;
}

/** The order that was under way when the page was left; undefined where there is none that can be asked about. */
export function interruptedOrder(): PendingCheckout | undefined {
  const kept = readPendingCheckout();
  const { registerAccount } = (kept?.body.billingInfo ?? {}) as { registerAccount?: boolean }; // this page wrote it
  // Registering takes the password, which is not kept: placing the order again asks for it.
  return kept && needsCard(kept) && !registerAccount ? kept : undefined;
}

/** Asks what became of such an order, and goes on with it. A member whose session has ended can ask once signed in again. */
export async function resumeOrder(attempt: PendingCheckout, confirm: Confirm): Promise<CheckoutResult> {
  const outcome = await sendUntilDecided(attempt, noSecrets, confirm);
  if (outcome.kind === 'invalid' && outcome.isSignedOut) return { kind: 'unknown', reasons: [signInFirst] };
  return interpretResend(attempt, outcome);
}

const cardPaths = new Set(['paymentToken', 'cardNumber', 'expiryDate', 'cvc']);

/** Asks without a card: what never arrived is refused for want of it, so that nothing is ordered by asking. */
const resend = async (attempt: PendingCheckout, secrets: Secrets, confirm: Confirm): Promise<CheckoutResult> =>
  interpretResend(attempt, await sendUntilDecided(attempt, secrets, confirm));

/** What an answer to such a question means. */
function interpretResend(attempt: PendingCheckout, outcome: CheckoutResult): CheckoutResult {
  if (outcome.kind !== 'invalid') return outcome;
  const { faults } = outcome;
  if (faults.length > 0 && faults.every(({ path }) => cardPaths.has(path))) return { kind: 'notSent' };
  forgetPendingCheckout(attempt);
  return { kind: 'lost', reasons: [lostError] };
}

/** Asks until the outcome is known: through the bank's step, and while the payment is not decided. */
async function sendUntilDecided(attempt: PendingCheckout, secrets: Secrets, confirm: Confirm): Promise<CheckoutResult> {
  let undone: string | undefined;
  for (let asked = 1; ; asked++) {
    const step = await sendOnce(attempt, secrets);
    const isLast = asked === retries.times;
    if (step.kind === 'action') {
      if (isLast || undone !== undefined) return { kind: 'pending', reasons: undone ? [undone] : step.reasons };
      // Whatever became of the step, the server knows what it means for the order.
      undone = await confirm(step.clientSecret);
    } else if (step.kind === 'pending' && !isLast) {
      await new Promise((done) => setTimeout(done, retries.everyMs));
    } else {
      if (['placed', 'refused', 'lost'].includes(step.kind)) forgetPendingCheckout(attempt);
      // Only the first answer to a new key can be sure that there is no order.
      return step.kind === 'invalid' && asked > 1 ? { kind: 'unknown', reasons: step.reasons } : step;
    }
  }
}

function sendOnce({ key, body }: PendingCheckout, { card: means, passwords }: Secrets): Promise<Step> {
  const billingInfo = { ...(body.billingInfo as object), ...passwords }; // `bodyOf` made it
  const whole = { ...body, ...means, billingInfo };
  const headers = { 'idempotency-key': key };
  return call<typeof checkOut>('POST /v1/shopping-checkouts', { body: whole }, { headers }).then(stepOf, failureOf);
}

function stepOf(answer: OrderAnswer): Step {
  const reasons = answer.orderIssues.map(({ reason }) => reason);
  if (answer.status === 0) return { kind: 'placed', answer };
  if (answer.requiresAction) return { kind: 'action', clientSecret: answer.requiresAction.clientSecret, reasons };
  return { kind: answer.isPending ? 'pending' : 'refused', reasons };
}

/** What the server refuses as it stands was not ordered; no connection, too many requests and a server in trouble tell nothing. */
function failureOf(error: unknown): CheckoutResult {
  if (!(error instanceof Problem)) throw error;
  const { status, message, faults } = error;
  if (status === 0 || status === 429 || status >= 500) return { kind: 'unknown', reasons: [message] };
  // The key is known for another order, or for an account with another password.
  if (status === 409) return { kind: 'lost', reasons: [lostError] };
  return { kind: 'invalid', reasons: faults.length > 0 ? [] : [message], faults, isSignedOut: status === 401 };
}
