import { sql } from 'kysely';
import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { mailKind, mailJobHandler } from '#platform/mail/mail-queue.server.ts';
import type { OutgoingMail } from '#platform/mail/send-mail.server.ts';
import type { Cents } from '#lib/money.ts';
import type { MailCompany } from '#platform/mail/mail-layout.ts';
import { mailCompany } from '#company/mail-company.ts';
import { readSettings } from '#company/settings.server.ts';
import { type AdjustmentData, noteTitle } from '../documents/adjustment-data.ts';
import { noteFile } from '../documents/adjustment-note.server.ts';
import { buyersUrl } from './buyer-mails.server.ts';
import { personName } from '../stored/orders.server.ts';
import { refundReturnedMail, refundReturnedNotice } from './refund-back-mail.ts';
import { refundMail } from './refund-mail.ts';
import type { WrittenMail } from './order-mail.ts';

interface RefundMail {
  noteId: string;
  orderId: string;
}

const aboutOrder = { area: 'orders', subjectOf: ({ orderId }: RefundMail) => orderId } as const;

/** Creates an adjustment note and mails it to the buyer. */
export const refundMailJob = mailKind<RefundMail>('refund-mail', aboutOrder);

/** Notifies one address of the settings, by its index, of a refund that came back; the note is the cancelling one. */
export const refundNoticeJob = mailKind<RefundMail & { place: number }>('refund-notice', aboutOrder);

export const sweepEventsJob = jobKind<object>('payment-event-sweep');

/** Registers the handlers of after-sale jobs; call before the queue starts. */
export function startAfterSaleJobs(deps: Deps): void {
  deps.jobs.work(
    refundMailJob,
    mailJobHandler(deps, ({ noteId }) => mailRefund(deps, noteId)),
  );
  deps.jobs.work(
    refundNoticeJob,
    mailJobHandler(deps, ({ noteId, place }) => noticeRefund(deps, noteId, place)),
  );
  deps.jobs.daily(sweepEventsJob, async () => {
    const swept = await sweepEvents(deps);
    if (swept > 0) deps.log.info({ swept }, 'old payment events deleted');
  });
}

interface MailedRefund {
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

async function readMailed({ db }: Deps, noteId: string): Promise<MailedRefund | undefined> {
  const { rows } = await sql<MailedRefund>`
    select o.id as "orderId", o.user_id as "userId", o.email, o.first_name as "firstName", o.last_name as "lastName",
      o.placed_at as "placedAt", o.total_cents as total, n.content, r.failure
    from adjustment_notes n join refunds r on r.id = n.refund_id join orders o on o.id = r.order_id
    where n.id = ${noteId}`.execute(db);
  return rows[0];
}

async function mailRefund(deps: Deps, noteId: string): Promise<OutgoingMail | undefined> {
  const refund = await readMailed(deps, noteId);
  if (!refund) return undefined;
  const { email, orderId: id, userId } = refund;
  const { name, bytes } = await noteFile(deps, noteId);
  return {
    to: email,
    ...writtenMail(refund, {
      company: mailCompany(await readSettings(deps), deps.env.publicUrl),
      orderUrl: buyersUrl(deps, { id, userId }),
    }),
    attachments: [{ filename: name, content: bytes, contentType: 'application/pdf' }],
  };
}

/** A cancelling note gets the mail that the refund came back. */
function writtenMail(
  { content, firstName, placedAt, total }: MailedRefund,
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

/** Undefined if the settings no longer have this address. */
async function noticeRefund(deps: Deps, noteId: string, place: number): Promise<OutgoingMail | undefined> {
  const settings = await readSettings(deps);
  const to = settings.notifications.orders[place];
  const refund = to === undefined ? undefined : await readMailed(deps, noteId);
  if (to === undefined || !refund) return undefined;
  const { content, orderId, email, failure } = refund;
  const { amount, orderNumber, cancels, issuedAt } = content;
  const notice = refundReturnedNotice({
    company: mailCompany(settings, deps.env.publicUrl),
    orderUrl: `${deps.env.publicUrl}/admin/view-order-details/${orderId}/`,
    orderNumber,
    amount,
    refundedAt: new Date(cancels?.issuedAt ?? issuedAt),
    buyer: { name: personName(refund), email },
    failure,
  });
  return { to, ...notice };
}

/** Retention of payment events, in days. Providers resend an event for a few days at most. */
const retentionDays = 365;
const sweepBatchSize = 1_000;

/** Deletes payment events that are a year old; returns how many. Applying one again would be harmless. */
export async function sweepEvents({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - retentionDays * 24 * 60 * 60 * 1000);
  for (let swept = 0; ; ) {
    const old = db
      .selectFrom('payment_events')
      .select(['provider', 'event_id'])
      .where('received_at', '<', before)
      .limit(sweepBatchSize);
    const { numDeletedRows } = await db
      .deleteFrom('payment_events')
      .where(({ eb, refTuple }) => eb(refTuple('provider', 'event_id'), 'in', old.$asTuple('provider', 'event_id')))
      .executeTakeFirst();
    swept += Number(numDeletedRows);
    if (numDeletedRows < sweepBatchSize) return swept;
  }
}
