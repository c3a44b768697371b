import type { Deps } from '#platform/deps.server.ts';
import { mailKind } from '#platform/mail/mail-queue.server.ts';
import type { OutgoingMail } from '#platform/mail/send-mail.server.ts';
import { readSettings } from '#company/settings.server.ts';
import {
  writeAccountInvoice,
  writeConfirmationMail,
  readMailedOrder,
  orderMailData,
  startBuyerMails,
} from '../mail/buyer-mails.server.ts';
import { orderNotice } from '../mail/order-notice.ts';
import { personName } from '../stored/read-orders.server.ts';

const aboutOrder = { area: 'orders', subjectOf: ({ orderId }: { orderId: string }) => orderId } as const;

/** Creates a paid order's invoice and mails it to the buyer. */
export const orderMailJob = mailKind<{ orderId: string }>('order-mail', aboutOrder);

/** Mails the invoice of an order on account to the people who pay the account's invoices. */
export const accountInvoiceJob = mailKind<{ orderId: string }>('account-invoice', aboutOrder);

/** Tells one notification address about a paid order. `place` is the address's index in the settings, so that a corrected address is used. */
export const orderNoticeJob = mailKind<{ orderId: string; place: number }>('order-notice', aboutOrder);

/** Registers the mails of orders; call before the queue starts. */
export function startOrderJobs(deps: Deps): void {
  deps.mails.work(orderMailJob, ({ orderId }) => writeConfirmationMail(deps, orderId));
  deps.mails.work(accountInvoiceJob, ({ orderId }) => writeAccountInvoice(deps, orderId));
  startBuyerMails(deps);
  deps.mails.work(orderNoticeJob, ({ orderId, place }) => writeOrderNotice(deps, orderId, place));
}

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
