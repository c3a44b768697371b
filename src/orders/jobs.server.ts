import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#infra/deps.server.ts';
import { jobKind } from '#infra/jobs.server.ts';
import { readSettings } from '#settings/service.server.ts';
import { sweepRefusals } from './attempts.server.ts';
import { buyerMailJob, mailBuyer, mailedOrder, mailOf, mailOrder } from './buyer-mails.server.ts';
import { orderNotice } from './order-notice.ts';
import { personName } from './orders.server.ts';

/** Writes a paid order's invoice and mails it to the buyer. */
export const orderMailJob = jobKind<{ orderId: string }>('order-mail');

/** Tells one of the settings' addresses of a paid order, by its place: what is mended there meanwhile is what counts. */
export const orderNoticeJob = jobKind<{ orderId: string; place: number }>('order-notice');

/** Forgets old checkouts that came to nothing. */
export const sweepJob = jobKind<object>('checkout-sweep');

/** After a mail the queue rests this many times as long as the mail took. */
const restAfterMail = 3;

/**
 * Says who does the orders' jobs; before the queue is started. An invoice takes more of the process than the order itself:
 * papers get a quarter of its time at most, so that a rush of buyers is served first and its mails follow.
 */
export function startOrderJobs(deps: Deps): void {
  deps.jobs.work(orderMailJob, async ({ orderId }, { signal }) => {
    const began = performance.now();
    await mailOrder(deps, orderId);
    const rest = Math.min(restAfterMail * (performance.now() - began), longestRestMs);
    await sleep(rest, undefined, { signal }).catch(() => {}); // stopping ends the rest, not the mail
  });
  deps.jobs.work(buyerMailJob, ({ mailId }) => mailBuyer(deps, mailId));
  deps.jobs.work(orderNoticeJob, ({ orderId, place }) => noticeOrder(deps, orderId, place));
  deps.jobs.daily(sweepJob, async () => {
    const swept = await sweepRefusals(deps);
    if (swept > 0) deps.log.info({ swept }, 'old checkouts forgotten');
  });
}

const longestRestMs = 500;

/** Nobody is told where the place is empty by now. The link leads into the back office, where the company's people sign in. */
async function noticeOrder(deps: Deps, orderId: string, place: number): Promise<void> {
  const settings = await readSettings(deps);
  const to = settings.notifications.orders[place];
  const order = to === undefined ? undefined : await mailedOrder(deps, orderId);
  if (to === undefined || !order) return;
  const { email, billing } = order;
  const orderUrl = `${deps.env.publicUrl}/admin/view-order-details/${orderId}/`;
  const buyer = { name: personName(billing), email, mobile: billing.mobile };
  await deps.mail.send({ to, ...orderNotice({ ...mailOf(deps, order, settings), orderUrl, buyer }) });
}
