import { sql, type Kysely } from 'kysely';
import { fullAddress } from '#addresses/full-address.ts';
import { shippingMethods } from '#storefront/cart/contract.ts';
import type { Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { mailKind } from '#platform/mail/mail-queue.server.ts';
import type { OutgoingMail } from '#platform/mail/send-mail.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { IconDeps } from '#company/brand-icons.server.ts';
import { mailCompany } from '#company/mail-company.server.ts';
import { readSettings } from '#company/settings.server.ts';
import { invoiceTitle } from '../documents/invoice-data.ts';
import { invoiceFile, paymentOf } from '../documents/invoice.server.ts';
import { accountInvoiceMail } from './account-invoice-mail.ts';
import { guestKey } from '../stored/guest-key.server.ts';
import { type OrderMail, orderMail, type WrittenMail } from './order-mail.ts';
import { personName } from '../stored/read-orders.server.ts';
import { statusMail, type StatusMailKind } from './status-mail.ts';
import { orderColumns, type StoredOrder } from '../stored/stored-order.server.ts';
import type { Tables } from '#platform/db/tables.server.ts';
import type { Day } from '#lib/day.ts';
import { documentPath } from '#catalogue/products/documents/document-file.server.ts';

/** Sends one mail from `order_mails` to the order's buyer. */
const buyerMailJob = mailKind<{ mailId: string; orderId: string }>('buyer-mail', {
  area: 'orders',
  subjectOf: ({ orderId }) => orderId,
});

/** A mail to a buyer that staff have requested: a status mail, or the confirmation once more. */
export interface BuyerMail {
  orderId: string;
  kind: StatusMailKind | 'confirmation';
}

/** Queues a mail to an order's buyer when the transaction commits, and records who requested it. */
export async function queueBuyerMail(
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  tx: Tx,
  { orderId, kind, by }: BuyerMail & { by: string },
): Promise<void> {
  const asked_at = clock.now();
  const id = newId(asked_at.getTime());
  const row = { id, order_id: orderId, kind, asked_at, asked_by: by };
  await tx.insertInto('order_mails').values(row).execute();
  await jobs.enqueue(tx, buyerMailJob, { mailId: id, orderId });
}

/** Registers the mails to buyers; call before the queue starts. */
export function startBuyerMails(deps: Deps): void {
  const markSent = ({ mailId }: { mailId: string }) =>
    deps.db.updateTable('order_mails').set({ sent_at: deps.clock.now() }).where('id', '=', mailId).execute();
  deps.mails.work(buyerMailJob, ({ mailId }) => writeBuyerMail(deps, mailId), markSent);
}

async function writeBuyerMail(deps: Deps, mailId: string): Promise<OutgoingMail | undefined> {
  const row = await deps.db
    .selectFrom('order_mails')
    .select(['order_id as orderId', 'kind', 'sent_at as sentAt'])
    .where('id', '=', mailId)
    .executeTakeFirst();
  if (!row || row.sentAt !== null) return undefined;
  const { orderId } = row;
  const kind = row.kind as BuyerMail['kind']; // the column has no other values
  return kind === 'confirmation' ? writeConfirmationMail(deps, orderId) : writeStatusMail(deps, { orderId, kind });
}

/** A status mail as it would be sent now; 404 for an unknown order. */
export async function writeStatusMail(
  deps: IconDeps,
  { orderId, kind }: { orderId: string; kind: StatusMailKind },
): Promise<WrittenMail & { to: string }> {
  const order = await readMailedOrder(deps, orderId);
  if (!order) throw notFound();
  const { amountPaid, amountRefunded } = order;
  const mail = await orderMailData(deps, order);
  const orderUrl = buyerOrderUrl(deps, order);
  return { to: order.email, ...statusMail({ ...mail, orderUrl, kind, amountPaid, amountRefunded }) };
}

/** The confirmation of a paid order with its invoice; undefined for an unknown order. */
export async function writeConfirmationMail(deps: Deps, orderId: string): Promise<OutgoingMail | undefined> {
  const order = await readMailedOrder(deps, orderId);
  if (!order) return undefined;
  const [mail, documents, { name, bytes }] = await Promise.all([
    orderMailData(deps, order),
    boughtDocuments(deps.db, { orderId, publicUrl: deps.env.publicUrl }),
    invoiceFile(deps, orderId),
  ]);
  return {
    to: order.email,
    ...orderMail({ ...mail, orderUrl: buyerOrderUrl(deps, order), documents }),
    attachments: [{ filename: name, content: bytes, contentType: 'application/pdf' }],
  };
}

/** The invoice of an order on account to the account's address for invoices; undefined if the buyer has it already, or there is no such address. */
export async function writeAccountInvoice(deps: Deps, orderId: string): Promise<OutgoingMail | undefined> {
  const order = await readMailedOrder(deps, orderId);
  const to = order && (await accountsEmail(deps, { orderId, buyer: order.email }));
  if (!order || to === undefined) return undefined;
  const [mail, { name, bytes }] = await Promise.all([orderMailData(deps, order), invoiceFile(deps, orderId)]);
  return {
    to,
    ...accountInvoiceMail({ ...mail, orderedBy: personName(order) }),
    attachments: [{ filename: name, content: bytes, contentType: 'application/pdf' }],
  };
}

/** The address for invoices of the account that has ordered; undefined for other orders, and if it has none or it is the buyer's. */
export async function accountsEmail(
  { db }: Pick<Deps, 'db'>,
  { orderId, buyer }: { orderId: string; buyer: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('trade_orders as t')
    .innerJoin('trade_accounts as a', 'a.id', 't.account_id')
    .select('a.accounts_email as email')
    .where('t.order_id', '=', orderId)
    .executeTakeFirst();
  const email = row?.email ?? '';
  return email === '' || email.toLowerCase() === buyer.toLowerCase() ? undefined : email;
}

/** The URL of the order's page for its buyer; a guest's URL has the key. */
export function buyerOrderUrl({ env }: Pick<Deps, 'env'>, { id, userId }: Pick<StoredOrder, 'id' | 'userId'>): string {
  const url = `${env.publicUrl}/shopping/order/${id}`;
  return userId === null ? `${url}?key=${guestKey(env, id)}` : url;
}

export type MailedOrder = StoredOrder & { invoiceNumber: string; abn: string };

/** A paid order with the data for its mails; undefined if no paid order has the id. */
export async function readMailedOrder({ db }: Pick<Deps, 'db'>, orderId: string): Promise<MailedOrder | undefined> {
  const { rows } = await sql<MailedOrder>`
    select ${orderColumns}, t.number as "invoiceNumber", t.content->'seller'->>'abn' as abn
    from orders o join tax_invoices t on t.order_id = o.id where o.id = ${orderId}`.execute(db);
  return rows[0];
}

/** The data that all mails of an order share. */
export async function orderMailData(deps: IconDeps, order: MailedOrder): Promise<OrderMail> {
  const settings = await readSettings(deps);
  const { env } = deps;
  const isPickup = order.shippingMethod === shippingMethods.pickup;
  const { companyName, abn, purchaseOrder } = order.billing;
  return {
    company: await mailCompany(deps),
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
    ...(order.trade && { trade: order.trade }),
    open: order.trade?.open ?? null,
    delivery: {
      isPickup,
      name: personName(order.shipping),
      address: fullAddress(isPickup ? settings.company.address : order.shipping),
      mobile: order.shipping.mobile,
    },
    ...(companyName || abn || purchaseOrder
      ? { billedTo: { name: personName(order.billing), companyName, abn, purchaseOrder } }
      : {}),
    deliveryText: isPickup ? settings.delivery.pickUp : settings.delivery.times,
    invoice: { number: order.invoiceNumber, title: invoiceTitle(order.abn) },
  };
}

/** A current document of an ordered product, such as a safety data sheet. */
interface BoughtDocument {
  productName: string;
  title: string;
  issuedOn: Day | null;
  url: string;
}

/** The current documents of an order's products, safety data sheets first, with absolute URLs. */
async function boughtDocuments(
  db: Kysely<Tables>,
  { orderId, publicUrl }: { orderId: string; publicUrl: string },
): Promise<BoughtDocument[]> {
  const { rows } = await sql<Omit<BoughtDocument, 'url'> & { id: string }>`
    select d.id, p.name as "productName", d.title, to_char(d.issued_on, 'YYYY-MM-DD') as "issuedOn"
    from products p join product_documents d on d.product_id = p.id and d.state = 'current'
    where p.id in (select product_id from order_items where order_id = ${orderId})
    order by d.kind <> 'safetyDataSheet', p.name, d.position, d.id`.execute(db);
  return rows.map(({ id, ...row }) => ({ ...row, url: `${publicUrl}${documentPath(id)}` }));
}
