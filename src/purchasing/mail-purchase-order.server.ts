import { audit } from '#platform/db/audit.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { mailKind } from '#platform/mail/mail-queue.server.ts';
import type { OutgoingMail } from '#platform/mail/send-mail.server.ts';
import { conflict } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { mailCompany } from '#company/mail-company.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { mailSentences } from './mail-contract.ts';
import { lockPurchaseOrder } from './change-purchase-orders.server.ts';
import { readPurchaseOrder } from './read-purchase-orders.server.ts';
import { purchaseOrderMail } from './purchase-order-mail.ts';
import { purchaseOrderPdf } from './purchase-order-pdf.server.ts';

const purchaseMailJob = mailKind<{ mailId: string; purchaseOrderId: string }>('purchase-order-mail', {
  area: 'purchasing',
  subjectOf: ({ purchaseOrderId }) => purchaseOrderId,
});

interface MailRequest {
  id: string;
  email: string;
  /** How many mails of this order the user's page shows. */
  known: number;
}

/**
 * Mails an open order to its supplier once the transaction commits. The order is locked, so that a double click sends one
 * mail. 409 if the order is not open, the supplier's address has changed, or the order was mailed in the meantime. Returns
 * the sentence for the user.
 */
export function mailPurchaseOrder(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  { id, email, known }: MailRequest,
  { actor, requestId }: ActionContext,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const { number, state } = await lockPurchaseOrder(tx, id);
    if (state !== 'open') throw conflict(mailSentences.notOpen);
    const { supplierContact, mails } = await readPurchaseOrder(tx, id);
    if (!supplierContact?.email) throw conflict(mailSentences.noAddress);
    if (supplierContact.email !== email) throw conflict(mailSentences.otherAddress);
    if (mails.length !== known) throw conflict(mailSentences.alreadySent);
    const at = clock.now();
    const mailId = newId(at.getTime());
    const request = { asked_at: at, asked_by: `${actor.firstName} ${actor.lastName}` };
    await tx
      .insertInto('purchase_order_mails')
      .values({ id: mailId, purchase_order_id: id, email, ...request })
      .execute();
    await jobs.enqueue(tx, purchaseMailJob, { mailId, purchaseOrderId: id });
    const change = { action: 'mail', entity: 'purchase-order', entityId: id, at, requestId };
    await audit(tx, { actor, ...change, before: { name: number }, after: { name: number, to: email } });
    return mailSentences.onItsWay(email);
  });
}

/** Registers the handler of purchase order mails; call before the queue starts. */
export function startPurchaseMails(deps: Deps): void {
  const markSent = ({ mailId }: { mailId: string }) =>
    deps.db.updateTable('purchase_order_mails').set({ sent_at: deps.clock.now() }).where('id', '=', mailId).execute();
  deps.mails.work(purchaseMailJob, ({ mailId }) => writeMail(deps, mailId), markSent);
}

/** The mail with the order as it is now; undefined if the mail was already sent or the order was cancelled. */
async function writeMail(deps: Deps, mailId: string): Promise<OutgoingMail | undefined> {
  const row = await deps.db
    .selectFrom('purchase_order_mails')
    .select(['purchase_order_id as orderId', 'email', 'sent_at as sentAt'])
    .where('id', '=', mailId)
    .executeTakeFirst();
  if (!row || row.sentAt !== null) return undefined;
  const order = await readPurchaseOrder(deps.db, row.orderId);
  if (order.state === 'cancelled') return undefined;
  const content = await purchaseOrderPdf(order, deps);
  return {
    to: row.email,
    ...purchaseOrderMail(order, await mailCompany(deps)),
    attachments: [{ filename: `${order.number}.pdf`, content, contentType: 'application/pdf' }],
  };
}
