import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { mailKind, sendsMail } from '#platform/mail/mail-queue.server.ts';
import type { OutgoingMail } from '#platform/mail/mail.server.ts';
import { readSettings } from '#company/service.server.ts';
import { sweepRefusals } from './checkout-attempts.server.ts';
import { confirmationMail, mailedOrder, mailOf, startBuyerMails } from '../mail/buyer-mails.server.ts';
import { orderNotice } from '../mail/order-notice.ts';
import { personName } from '../stored/orders.server.ts';

const aboutOrder = { area: 'orders', subjectOf: ({ orderId }: { orderId: string }) => orderId } as const;

/** Writes a paid order's invoice and mails it to the buyer. */
export const orderMailJob = mailKind<{ orderId: string }>('order-mail', aboutOrder);

/** Tells one of the settings' addresses of a paid order, by its place: what is mended there meanwhile is what counts. */
export const orderNoticeJob = mailKind<{ orderId: string; place: number }>('order-notice', aboutOrder);

/** Forgets old checkouts that came to nothing. */
export const sweepJob = jobKind<object>('checkout-sweep');

/** After an invoice its writer rests this many times as long as it took. */
const restAfterPaper = 3;

/**
 * Says who does the orders' jobs; before the queue is started. An invoice takes more of the process than the order itself:
 * papers get a quarter of its time at most, so that a rush of buyers is served first and its mails follow.
 */
export function startOrderJobs(deps: Deps): void {
  let last = Promise.resolve();
  const unhurried = (orderId: string): Promise<OutgoingMail | undefined> => {
    let began = 0;
    const writing = last.then(() => {
      began = performance.now();
      return confirmationMail(deps, orderId);
    });
    const rest = () =>
      sleep(Math.min(restAfterPaper * (performance.now() - began), longestRestMs), undefined, { ref: false });
    last = writing.then(rest, rest);
    return writing;
  };
  deps.jobs.work(
    orderMailJob,
    sendsMail(deps, ({ orderId }) => unhurried(orderId)),
  );
  startBuyerMails(deps);
  deps.jobs.work(
    orderNoticeJob,
    sendsMail(deps, ({ orderId, place }) => noticeOrder(deps, orderId, place)),
  );
  deps.jobs.daily(sweepJob, async () => {
    const swept = await sweepRefusals(deps);
    if (swept > 0) deps.log.info({ swept }, 'old checkouts forgotten');
  });
}

const longestRestMs = 500;

/** Nobody is told where the place is empty by now. The link leads into the back office, where the company's people sign in. */
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
