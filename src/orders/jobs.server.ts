import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { fullAddress } from '#addresses/parts.ts';
import { shippingMethods } from '#cart/contract.ts';
import type { Deps } from '#infra/deps.server.ts';
import { jobKind } from '#infra/jobs.server.ts';
import type { Settings } from '#settings/contract.ts';
import { mailCompany } from '#settings/mail-company.ts';
import { readSettings } from '#settings/service.server.ts';
import { sweepRefusals } from './attempts.server.ts';
import { invoiceTitle } from './invoice-data.ts';
import { invoiceFile, paymentOf } from './invoice.server.ts';
import { guestKey } from './keyed.server.ts';
import { type OrderMail, orderMail } from './order-mail.ts';
import { orderNotice } from './order-notice.ts';
import { personName } from './orders.server.ts';
import { orderColumns, type StoredOrder } from './stored-order.server.ts';

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
  deps.jobs.work(orderNoticeJob, ({ orderId, place }) => noticeOrder(deps, orderId, place));
  deps.jobs.daily(sweepJob, async () => {
    const swept = await sweepRefusals(deps);
    if (swept > 0) deps.log.info({ swept }, 'old checkouts forgotten');
  });
}

const longestRestMs = 500;

type Mailed = StoredOrder & { invoiceNumber: string; abn: string };

async function mailed({ db }: Deps, orderId: string): Promise<Mailed | undefined> {
  const { rows } = await sql<Mailed>`
    select ${orderColumns}, t.number as "invoiceNumber", t.content->'seller'->>'abn' as abn
    from orders o join tax_invoices t on t.order_id = o.id where o.id = ${orderId}`.execute(db);
  return rows[0];
}

async function mailOrder(deps: Deps, orderId: string): Promise<void> {
  const order = await mailed(deps, orderId);
  if (!order) return;
  const mail = mailOf(deps, order, await readSettings(deps));
  const orderUrl = order.userId === null ? `${mail.orderUrl}?key=${guestKey(deps.env, order.id)}` : mail.orderUrl;
  const { name, bytes } = await invoiceFile(deps, orderId);
  await deps.mail.send({
    to: order.email,
    ...orderMail({ ...mail, orderUrl }),
    attachments: [{ filename: name, content: bytes, contentType: 'application/pdf' }],
  });
}

/** Nobody is told where the place is empty by now. The link has no guest's key: the company's people sign in. */
async function noticeOrder(deps: Deps, orderId: string, place: number): Promise<void> {
  const settings = await readSettings(deps);
  const to = settings.notifications.orders[place];
  const order = to === undefined ? undefined : await mailed(deps, orderId);
  if (to === undefined || !order) return;
  const { email, billing } = order;
  const buyer = { name: personName(billing), email, mobile: billing.mobile };
  await deps.mail.send({ to, ...orderNotice({ ...mailOf(deps, order, settings), buyer }) });
}

function mailOf({ env }: Deps, order: Mailed, settings: Settings): OrderMail {
  const isPickup = order.shippingMethod === shippingMethods.pickup;
  return {
    company: mailCompany(settings, env.publicUrl),
    firstName: order.firstName,
    orderNumber: order.number ?? '',
    placedAt: order.placedAt,
    orderUrl: `${env.publicUrl}/shopping/order/${order.id}`,
    lines: order.items,
    subTotal: order.subTotal,
    discount: order.discount,
    promoCode: order.promoCode,
    shippingFee: order.shippingFee,
    total: order.total,
    totalIncludedGst: order.gst,
    payment: paymentOf(order),
    delivery: {
      isPickup,
      name: personName(order.shipping),
      address: fullAddress(isPickup ? settings.company.address : order.shipping),
      mobile: order.shipping.mobile,
    },
    invoice: { number: order.invoiceNumber, title: invoiceTitle(order.abn) },
  };
}
