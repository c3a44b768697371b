import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { conflict } from '#lib/api/problem.ts';
import { refundMailJob } from '../mail/refund-mail-jobs.server.ts';
import { type BuyerMail, queueBuyerMail } from '../mail/buyer-mails.server.ts';
import { changeOrder } from '../stored/change-order.server.ts';
import { personName } from '../stored/read-orders.server.ts';
import { isActiveNote } from '../stored/refund-states.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { sentences } from './contract.ts';
import { orderMailNames } from './contract.ts';

type MailDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>;

interface ResendRequest {
  orderId: string;
  mail: 'confirmation' | 'status' | 'refund';
}

/** Resends a mail and returns a sentence for the user. Throws 409 if no mail of this kind has been sent. */
export function sendMailAgain(deps: MailDeps, request: ResendRequest, context: ActionContext): Promise<string> {
  const { db, clock } = deps;
  return inTransaction(db, async (tx) => {
    let to = '';
    await changeOrder(tx, request.orderId, { clock, ...context, gone: sentences.gone }, async ({ email }) => {
      const kind = await queueAgain(deps, tx, { ...request, by: personName(context.actor) });
      to = email;
      return { action: 'mail', before: {}, after: { mail: kind === 'refund' ? 'Refund' : orderMailNames[kind], to } };
    });
    return `The e-mail is on its way to ${to}.`;
  });
}

async function queueAgain(
  deps: MailDeps,
  tx: Tx,
  { orderId, mail, by }: ResendRequest & { by: string },
): Promise<BuyerMail['kind'] | 'refund'> {
  if (mail === 'refund') {
    await deps.jobs.enqueue(tx, refundMailJob, { noteId: await latestAdjustmentNote(tx, orderId), orderId });
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
  return row.kind as BuyerMail['kind']; // the column has no other values
}

async function latestAdjustmentNote(tx: Tx, orderId: string): Promise<string> {
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
