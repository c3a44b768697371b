import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#platform/deps.server.ts';
import { mailKind, mailJobHandler } from '#platform/mail/mail-queue.server.ts';
import type { OutgoingMail } from '#platform/mail/send-mail.server.ts';
import { readSettings } from '#company/settings.server.ts';
import { writeConfirmationMail, readMailedOrder, orderMailData, startBuyerMails } from '../mail/buyer-mails.server.ts';
import { orderNotice } from '../mail/order-notice.ts';
import { personName } from '../stored/read-orders.server.ts';

const aboutOrder = { area: 'orders', subjectOf: ({ orderId }: { orderId: string }) => orderId } as const;

/** Creates a paid order's invoice and mails it to the buyer. */
export const orderMailJob = mailKind<{ orderId: string }>('order-mail', aboutOrder);

/** Tells one notification address about a paid order. `place` is the address's index in the settings, so that a corrected address is used. */
export const orderNoticeJob = mailKind<{ orderId: string; place: number }>('order-notice', aboutOrder);

/** The pause after an invoice, as a multiple of the time that the invoice took. */
const restFactor = 3;

/**
 * Registers the handlers of order jobs; call before the queue starts. An invoice takes more CPU time than placing the
 * order, so invoices get at most a quarter of the time: checkouts come first, and their mails can wait.
 */
export function startOrderJobs(deps: Deps): void {
  let last = Promise.resolve();
  const throttledMail = (orderId: string): Promise<OutgoingMail | undefined> => {
    let began = 0;
    const writing = last.then(() => {
      began = performance.now();
      return writeConfirmationMail(deps, orderId);
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
    mailJobHandler(deps, ({ orderId, place }) => writeOrderNotice(deps, orderId, place)),
  );
}

const longestRestMs = 500;

/** The mail to one notification address, with a link to the back office; undefined if the address was removed. */
async function writeOrderNotice(deps: Deps, orderId: string, place: number): Promise<OutgoingMail | undefined> {
  const settings = await readSettings(deps);
  const to = settings.notifications.orders[place];
  const order = to === undefined ? undefined : await readMailedOrder(deps, orderId);
  if (to === undefined || !order) return undefined;
  const { email, billing } = order;
  const orderUrl = `${deps.env.publicUrl}/admin/view-order-details/${orderId}/`;
  const buyer = { name: personName(billing), email, mobile: billing.mobile };
  return { to, ...orderNotice({ ...(await orderMailData(deps, order)), orderUrl, buyer }) };
}
