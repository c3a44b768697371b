import { sql } from 'kysely';
import type { Deps } from '#platform/deps.server.ts';
import { mailKind } from '#platform/mail/mail-queue.server.ts';
import type { OutgoingMail } from '#platform/mail/send-mail.server.ts';
import type { Cents } from '#lib/money.ts';
import type { MailCompany } from '#platform/mail/mail-layout.ts';
import { mailCompany } from '#company/mail-company.server.ts';
import { readSettings } from '#company/settings.server.ts';
import { type AdjustmentData, noteTitle } from '../documents/adjustment-note-data.ts';
import { adjustmentNoteFile } from '../documents/adjustment-note.server.ts';
import { accountNoteMail } from './account-note-mail.ts';
import { accountsEmail, buyerOrderUrl } from './buyer-mails.server.ts';
import { personName } from '../stored/read-orders.server.ts';
import { refundReturnedMail, refundReturnedNotice } from './refund-returned-mail.ts';
import { refundMail } from './refund-mail.ts';
import type { WrittenMail } from './order-mail.ts';

interface RefundMail {
  noteId: string;
  orderId: string;
}

const aboutOrder = { area: 'orders', subjectOf: ({ orderId }: RefundMail) => orderId } as const;

/** Mails an adjustment note to the buyer, as PDF. */
export const refundMailJob = mailKind<RefundMail>('refund-mail', aboutOrder);

/** Mails the adjustment note of an order on account to the account's address for invoices, as PDF. */
export const accountNoteJob = mailKind<RefundMail>('account-note', aboutOrder);

/**
 * Tells one notification address that a refund came back. `place` is the address's index in the settings, and `noteId`
 * is the id of the note that cancels the refund's first note.
 */
export const refundNoticeJob = mailKind<RefundMail & { place: number }>('refund-notice', aboutOrder);

/** Registers the mails about refunds; call before the queue starts. */
export function startRefundMailJobs(deps: Deps): void {
  deps.mails.work(refundMailJob, ({ noteId }) => writeRefundMail(deps, noteId));
  deps.mails.work(accountNoteJob, ({ noteId, orderId }) => writeAccountNote(deps, noteId, orderId));
  deps.mails.work(refundNoticeJob, ({ noteId, place }) => writeReturnedNotice(deps, noteId, place));
}

interface RefundOfNote {
  orderId: string;
  userId: string | null;
  email: string;
  firstName: string;
  lastName: string;
  placedAt: Date;
  total: Cents;
  content: AdjustmentData;
  failure: string | null;
}

async function readRefundOfNote({ db }: Deps, noteId: string): Promise<RefundOfNote | undefined> {
  const { rows } = await sql<RefundOfNote>`
    select o.id as "orderId", o.user_id as "userId", o.email, o.first_name as "firstName", o.last_name as "lastName",
      o.placed_at as "placedAt", o.total_cents as total, n.content, r.failure
    from adjustment_notes n join refunds r on r.id = n.refund_id join orders o on o.id = r.order_id
    where n.id = ${noteId}`.execute(db);
  return rows[0];
}

async function writeRefundMail(deps: Deps, noteId: string): Promise<OutgoingMail | undefined> {
  const refund = await readRefundOfNote(deps, noteId);
  if (!refund) return undefined;
  const { email, orderId: id, userId } = refund;
  const { name, bytes } = await adjustmentNoteFile(deps, noteId);
  return {
    to: email,
    ...mailTextOf(refund, {
      company: await mailCompany(deps),
      orderUrl: buyerOrderUrl(deps, { id, userId }),
    }),
    attachments: [{ filename: name, content: bytes, contentType: 'application/pdf' }],
  };
}

/** Undefined if the buyer has the note already, or the account has no such address. */
async function writeAccountNote(deps: Deps, noteId: string, orderId: string): Promise<OutgoingMail | undefined> {
  const refund = await readRefundOfNote(deps, noteId);
  const to = refund && (await accountsEmail(deps, { orderId, buyer: refund.email }));
  if (!refund || to === undefined) return undefined;
  const { name, bytes } = await adjustmentNoteFile(deps, noteId);
  return {
    to,
    ...accountNoteMail(refund.content, await mailCompany(deps)),
    attachments: [{ filename: name, content: bytes, contentType: 'application/pdf' }],
  };
}

/** The mail with a note. If the note cancels another, the mail says that the refund came back. */
function mailTextOf(
  { content, firstName, placedAt, total }: RefundOfNote,
  about: { company: MailCompany; orderUrl: string },
): WrittenMail {
  const { amount, amountBefore, seller, number, cancels, orderNumber } = content;
  const note = { number, title: noteTitle(seller.abn) };
  if (!cancels) {
    return refundMail({ ...content, ...about, firstName, placedAt, isAll: amountBefore + amount === total, note });
  }
  const refundedAt = new Date(cancels.issuedAt);
  const returned = { ...about, orderNumber, refundedAt, amount, firstName };
  return refundReturnedMail({ ...returned, note: { ...note, cancels: cancels.number } });
}

/** The mail to one notification address; undefined if the address was removed. */
async function writeReturnedNotice(deps: Deps, noteId: string, place: number): Promise<OutgoingMail | undefined> {
  const settings = await readSettings(deps);
  const to = settings.notifications.orders[place];
  const refund = to === undefined ? undefined : await readRefundOfNote(deps, noteId);
  if (to === undefined || !refund) return undefined;
  const { content, orderId, email, failure } = refund;
  const { amount, orderNumber, cancels, issuedAt } = content;
  const notice = refundReturnedNotice({
    company: await mailCompany(deps),
    orderUrl: `${deps.env.publicUrl}/admin/view-order-details/${orderId}/`,
    orderNumber,
    amount,
    refundedAt: new Date(cancels?.issuedAt ?? issuedAt),
    buyer: { name: personName(refund), email },
    failure,
  });
  return { to, ...notice };
}
