import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import { refundMailJob } from '../mail/after-sale-jobs.server.ts';
import { type BuyerMail, queueBuyerMail, writtenMail } from '../mail/buyer-mails.server.ts';
import { changeOrder } from '../stored/change-order.server.ts';
import { personName } from '../stored/orders.server.ts';
import { isActiveNote } from '../stored/refund-states.server.ts';
import { mailOfChange } from '../mail/status-mail.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { sentences } from './contract.ts';
import type { MailPreview } from './mail-contract.ts';

type MailDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'changes' | 'jobs'>;

/** The mail that a change to `status` would send; null for none. 404 for an unknown order. */
export async function previewOf(deps: MailDeps, orderId: string, status: number): Promise<MailPreview | null> {
  const order = await deps.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .where('payment', '=', 'paid')
    .executeTakeFirstOrThrow(() => notFound(sentences.gone));
  const kind = mailOfChange(order.status, status);
  if (!kind) return null;
  const { to, subject, html, text } = await writtenMail(deps, { orderId, kind });
  return { kind, to, subject, html, text };
}

const names: Record<BuyerMail['kind'] | 'refund', string> = {
  confirmation: 'Order confirmation',
  picking: 'Picking in Progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
  reopened: 'Opened again',
  refund: 'Refund',
};

interface Resending {
  orderId: string;
  mail: 'confirmation' | 'status' | 'refund';
}

/** Resends a mail and returns a sentence for the user. 409 if none of its kind has been sent. */
export function resend(deps: MailDeps, request: Resending, context: ActionContext): Promise<string> {
  const { db, clock } = deps;
  return inTransaction(db, async (tx) => {
    let to = '';
    await changeOrder(tx, request.orderId, { clock, ...context, gone: sentences.gone }, async ({ email }) => {
      const kind = await sendAgain(deps, tx, { ...request, by: personName(context.actor) });
      to = email;
      return { action: 'mail', before: {}, after: { mail: names[kind], to } };
    });
    return `The e-mail is on its way to ${to}.`;
  });
}

async function sendAgain(
  deps: MailDeps,
  tx: Tx,
  { orderId, mail, by }: Resending & { by: string },
): Promise<keyof typeof names> {
  if (mail === 'refund') {
    await deps.jobs.enqueue(tx, refundMailJob, { noteId: await latestNote(tx, orderId), orderId });
    return mail;
  }
  const kind = mail === 'confirmation' ? mail : await latestStatusMail(tx, orderId);
  await queueBuyerMail(deps, tx, { orderId, kind, by });
  return kind;
}

async function latestStatusMail(tx: Tx, orderId: string): Promise<BuyerMail['kind']> {
  const row = await tx
    .selectFrom('order_mails')
    .select('kind')
    .where('order_id', '=', orderId)
    .where('kind', '<>', 'confirmation')
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow(() => conflict(sentences.noMailYet));
  return row.kind as BuyerMail['kind']; // the column takes no other
}

async function latestNote(tx: Tx, orderId: string): Promise<string> {
  const row = await tx
    .selectFrom('refunds as r')
    .innerJoin('adjustment_notes as n', 'n.refund_id', 'r.id')
    .select('n.id')
    .where('r.order_id', '=', orderId)
    .where('r.state', '=', 'done')
    .where(isActiveNote)
    .orderBy('n.issued_at', 'desc')
    .orderBy('n.number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow(() => conflict(sentences.noRefundYet));
  return row.id;
}
