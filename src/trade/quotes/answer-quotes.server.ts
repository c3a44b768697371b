import { sql } from 'kysely';
import { badInput, conflict } from '#lib/api/problem.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { OrderDeps } from '#orders/place/settle-waiting-orders.server.ts';
import { contactMail, staffAddresses, staffMail } from './quote-mails.server.ts';
import { sentences } from './shapes.ts';
import { addMessage, type Author } from './store-quotes.server.ts';

type AnswerDeps = Pick<OrderDeps, 'env' | 'db' | 'clock' | 'jobs' | 'changes' | 'files'>;

interface Written {
  id: string;
  by: Author;
  text: string;
}

/** Adds a message to a quote, and mails it to the other side. Throws 400 for an empty one. The caller checks access. */
export async function writeMessage(deps: AnswerDeps, { id, by, text }: Written): Promise<void> {
  if (text === '') throw badInput({ path: 'text', message: sentences.messageMissing });
  const addresses = (await staffAddresses(deps)).length;
  await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now();
    const messageId = await addMessage(tx, { quoteId: id, kind: 'message', by, text, at });
    await mailOtherSide(deps, tx, { id, by, messageId, addresses });
  });
}

/**
 * Declines a quote, or withdraws a request, with a reason. Throws 409 if it was answered meanwhile: the condition is in the update, so of an
 * acceptance and this one counts.
 */
export async function declineQuote(deps: AnswerDeps, { id, by, text }: Written): Promise<void> {
  if (text === '') throw badInput({ path: 'reason', message: sentences.reasonMissing });
  const addresses = (await staffAddresses(deps)).length;
  await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now();
    const { numAffectedRows } = await sql`
      update quotes set state = 'declined', decided_at = ${at}, version = version + 1
      where id = ${id} and state in ('requested', 'sent')`.execute(tx);
    if (numAffectedRows !== 1n) throw conflict(sentences.answered);
    const messageId = await addMessage(tx, { quoteId: id, kind: 'declined', by, text, at });
    await mailOtherSide(deps, tx, { id, by, messageId, addresses });
  });
}

interface OutgoingMessage {
  id: string;
  by: Author;
  messageId: string;
  /** How many addresses of the company get it. */
  addresses: number;
}

async function mailOtherSide(
  { jobs }: AnswerDeps,
  tx: Tx,
  { id, by, messageId, addresses }: OutgoingMessage,
): Promise<void> {
  const message = { quoteId: id, messageId };
  if ('staffId' in by) return jobs.enqueue(tx, contactMail, message);
  for (let place = 0; place < addresses; place++) await jobs.enqueue(tx, staffMail, { ...message, place });
}
