import { sql } from 'kysely';
import { fullAddress } from '#addresses/full-address.ts';
import { mailCompany } from '#company/mail-company.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { personName } from '../stored/read-orders.server.ts';
import type { StoredOrder } from '../stored/stored-order.server.ts';
import { trackingUrl } from '../stored/tracking-link.server.ts';
import { backOrderMail, dispatchMail } from './delivery-mail-kinds.server.ts';
import { backOrderText, type DeliveryMail, dispatchText } from './delivery-mail-texts.ts';
import { readOpenLines, readStored } from './read-deliveries.server.ts';

/** Registers the mails about deliveries; call before the queue starts. */
export function startDeliveryMails(deps: Deps): void {
  const { db, mails } = deps;
  mails.work(dispatchMail, async ({ orderId, deliveryId }) => {
    const mail = await mailOf(deps, orderId);
    const [delivery] = await readStored(db, sql`d.id = ${deliveryId} and d.state in ('dispatched', 'delivered')`);
    if (!mail || !delivery) return undefined;
    return { to: mail.email, ...dispatchText({ ...mail, ...delivery }) };
  });
  mails.work(backOrderMail, async ({ orderId, lines }) => {
    const mail = await mailOf(deps, orderId);
    const open = new Map(mail?.backOrders.map((line) => [line.orderItemId, line]));
    const changed = lines.flatMap(({ orderItemId, expectedDay, was }) => {
      const line = open.get(orderItemId);
      return line ? [{ ...line, expectedDay, was }] : [];
    });
    if (!mail || changed.length === 0) return undefined;
    return { to: mail.email, ...backOrderText({ ...mail, changed }) };
  });
}

type MailedOrder = Pick<StoredOrder, 'number' | 'placedAt' | 'firstName' | 'email' | 'shipping' | 'billing'>;

/** What mails about an order's deliveries share, and the buyer's address; undefined if the order has been removed. */
async function mailOf(deps: Deps, orderId: string): Promise<(DeliveryMail & { email: string }) | undefined> {
  const { db, env } = deps;
  const { rows } = await sql<MailedOrder>`
    select number, placed_at as "placedAt", first_name as "firstName", email, shipping, billing from orders
    where id = ${orderId} and payment = 'paid'`.execute(db);
  const [order] = rows;
  if (!order) return undefined;
  const { number, placedAt, firstName, email, shipping, billing } = order;
  const lines = await readOpenLines(db, orderId);
  return {
    company: await mailCompany(deps),
    orderNumber: number ?? '',
    placedAt,
    firstName,
    email,
    to: [personName(shipping), ...(shipping.siteName ? [shipping.siteName] : []), fullAddress(shipping)],
    poNumber: billing.purchaseOrder ?? '',
    trackingUrl: trackingUrl(env, orderId),
    backOrders: lines.filter(({ left }) => left > 0),
  };
}
