import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { mailKind, mailJobHandler } from '#platform/mail/mail-queue.server.ts';
import type { OutgoingMail } from '#platform/mail/send-mail.server.ts';
import { readSettings } from '#company/settings.server.ts';
import { sweepRefusals } from './checkout-attempts.server.ts';
import { confirmationMail, mailedOrder, mailOf, startBuyerMails } from '../mail/buyer-mails.server.ts';
import { orderNotice } from '../mail/order-notice.ts';
import { personName } from '../stored/orders.server.ts';

const aboutOrder = { area: 'orders', subjectOf: ({ orderId }: { orderId: string }) => orderId } as const;

/** Creates a paid order's invoice and mails it to the buyer. */
export const orderMailJob = mailKind<{ orderId: string }>('order-mail', aboutOrder);

/** Notifies one address of the settings of a paid order, by its index, so that a corrected address is used. */
export const orderNoticeJob = mailKind<{ orderId: string; place: number }>('order-notice', aboutOrder);

export const sweepJob = jobKind<object>('checkout-sweep');

/** The pause after an invoice, as a multiple of the time that it took. */
const restFactor = 3;

/**
 * Registers the handlers of the orders' jobs; call before the queue starts. An invoice takes more CPU than the order
 * itself, so invoices get a quarter of the time at most: checkouts are served first and mails follow.
 */
export function startOrderJobs(deps: Deps): void {
  let last = Promise.resolve();
  const throttledMail = (orderId: string): Promise<OutgoingMail | undefined> => {
    let began = 0;
    const writing = last.then(() => {
      began = performance.now();
      return confirmationMail(deps, orderId);
    });
    const rest = () =>
      sleep(Math.min(restFactor * (performance.now() - began), longestRestMs), undefined, { ref: false });
    last = writing.then(rest, rest);
    return writing;
  };
  deps.jobs.work(
    orderMailJob,
    mailJobHandler(deps, ({ orderId }) => throttledMail(orderId)),
  );
  startBuyerMails(deps);
  deps.jobs.work(
    orderNoticeJob,
    mailJobHandler(deps, ({ orderId, place }) => noticeOrder(deps, orderId, place)),
  );
  deps.jobs.daily(sweepJob, async () => {
    const swept = await sweepRefusals(deps);
    if (swept > 0) deps.log.info({ swept }, 'old checkouts deleted');
  });
}

const longestRestMs = 500;

/** Undefined if the settings no longer have this address. The link opens the back office. */
async function noticeOrder(deps: Deps, orderId: string, place: number): Promise<OutgoingMail | undefined> {
  const settings = await readSettings(deps);
  const to = settings.notifications.orders[place];
  const order = to === undefined ? undefined : await mailedOrder(deps, orderId);
  if (to === undefined || !order) return undefined;
  const { email, billing } = order;
  const orderUrl = `${deps.env.publicUrl}/admin/view-order-details/${orderId}/`;
  const buyer = { name: personName(billing), email, mobile: billing.mobile };
  return { to, ...orderNotice({ ...mailOf(deps, order, settings), orderUrl, buyer }) };
}
