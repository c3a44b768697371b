import { call } from '#lib/api.ts';
import type { InputOf, ReplyOf } from '#lib/endpoint.ts';
import { type Fault, Problem } from '#lib/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { checkOut } from '../contract.ts';
import { keep, readKept } from './kept.ts';

export type OrderBody = InputOf<typeof checkOut>['body'];
export type OrderAnswer = ReplyOf<typeof checkOut>;

/** Specification of the shop, section 8. */
export const systemError = 'System encountered an error while placing an order.';
export const issueError = 'Encountered an issue while placing an order.';

/** What came of asking for an order. */
export type Outcome =
  | { kind: 'placed'; answer: OrderAnswer }
  /** Refused, nothing taken: by reasons of the shop, by faults of the form, or both. */
  | { kind: 'refused'; reasons: string[]; faults: Fault[] }
  /** The bank wants the buyer to do something; then the same is asked again. */
  | { kind: 'action'; clientSecret: string }
  /** Not decided; the same asked again tells. */
  | { kind: 'pending'; reasons: string[] }
  /** No answer, or none that settles it. */
  | { kind: 'unknown'; reasons: string[] };

const entry = 'attempt';

/** The key of the attempt that is under way; it lives over a reload, so that asking again can't order twice. */
function attemptKey(): string {
  const kept = readKept(entry);
  if (typeof kept === 'string' && kept !== '') return kept;
  const key = newId();
  keep(entry, key);
  return key;
}

/** Asks for the order under the attempt's key; once the outcome is certain the next attempt gets a key of its own. */
export async function ask(body: OrderBody): Promise<Outcome> {
  const headers = { 'idempotency-key': attemptKey() };
  const outcome = await call<typeof checkOut>('POST /v1/shopping-checkouts', { body }, { headers }).then(
    outcomeOf,
    failureOf,
  );
  if (outcome.kind === 'placed' || outcome.kind === 'refused') keep(entry, undefined);
  return outcome;
}

function outcomeOf(answer: OrderAnswer): Outcome {
  const reasons = answer.orderIssues.map(({ reason }) => reason);
  if (answer.status === 0) return { kind: 'placed', answer };
  if (answer.requiresAction) return { kind: 'action', clientSecret: answer.requiresAction.clientSecret };
  return answer.isPending ? { kind: 'pending', reasons } : { kind: 'refused', reasons, faults: [] };
}

/** A refusal is certain; no connection, too many requests and a server in trouble are not. */
function failureOf(error: unknown): Outcome {
  if (!(error instanceof Problem)) throw error;
  const { status, message, faults } = error;
  if (status === 0 || status === 429 || status >= 500) return { kind: 'unknown', reasons: [message] };
  return { kind: 'refused', reasons: faults.length > 0 ? [] : [message], faults };
}

/** Gives the bank's further step to be done. Rejects with a sentence where the buyer did not. */
export type Confirm = (clientSecret: string) => Promise<void>;

const patience = { times: 8, everyMs: 2_500 };

/** Asks until the outcome is known: through the bank's step, and while the payment is not decided. */
export async function askUntilKnown(body: OrderBody, confirm: Confirm): Promise<Outcome> {
  let outcome = await ask(body);
  for (let asked = 1; asked < patience.times; asked++) {
    if (outcome.kind === 'action') await confirm(outcome.clientSecret);
    else if (outcome.kind === 'pending') await new Promise((done) => setTimeout(done, patience.everyMs));
    else return outcome;
    outcome = await ask(body);
  }
  return outcome;
}
