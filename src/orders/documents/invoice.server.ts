import { fullAddress, type StoredAddress } from '#addresses/full-address.ts';
import { shippingMethods } from '#storefront/cart/contract.ts';
import { newId } from '#lib/uuid.ts';
import type { IconDeps } from '#company/brand-icons.server.ts';
import { paperLook, type Supplier } from '#company/letterhead.server.ts';
import type { InvoiceData, InvoicedTrade } from './invoice-data.ts';
import { invoicePdf } from './invoice-pdf.server.ts';
import { demandReadAccess, missingOrderProblem, personName, type OrderReader } from '../stored/read-orders.server.ts';
import type { StoredOrder, TradeDetails } from '../stored/stored-order.server.ts';

/** An invoice's content without the invoice and order number, which are assigned last. */
export type InvoiceContent = Omit<InvoiceData, 'number' | 'orderNumber'>;

/** The content of an order's invoice at the time of issue. */
export function invoiceContentOf(order: StoredOrder, supplier: Supplier, at: Date): InvoiceContent {
  const { shipping, shippingMethod } = order;
  const isPickup = shippingMethod === shippingMethods.pickup;
  return {
    seller: sellerOf(supplier),
    issuedAt: at.toISOString(),
    buyer: buyerOf(order),
    delivery: {
      isPickup,
      name: personName(shipping),
      address: addressLines(isPickup ? supplier.address : shipping),
    },
    lines: order.items.map(({ code, name: product, label, quantity, price, discount }) => ({
      code,
      name: product,
      label,
      quantity,
      price,
      discount,
    })),
    subTotal: order.subTotal,
    discount: order.discount,
    promoCode: order.promoCode,
    shippingFee: order.shippingFee,
    total: order.total,
    totalIncludedGst: order.gst,
    amountPaid: order.amountPaid,
    payment: paymentOf(order),
    ...(order.trade && { trade: invoicedTrade(order.trade) }),
  };
}

const invoicedTrade = ({
  accountName,
  accountNumber,
  accountsEmail,
  site,
  poNumber,
  costCentre,
  dueDay,
}: TradeDetails): InvoicedTrade => ({
  accountName,
  accountNumber,
  ...(accountsEmail !== '' && { accountsEmail }),
  site,
  poNumber,
  costCentre,
  dueDay,
});

/** Business fields without a value are left out, as they are in invoices that are older than these fields. */
function buyerOf({ billing, email }: StoredOrder): InvoiceData['buyer'] {
  const { companyName, abn, purchaseOrder, mobile } = billing;
  const person = { name: personName(billing), address: addressLines(billing), email, mobile };
  return {
    ...person,
    ...(companyName && { companyName }),
    ...(abn && { abn }),
    ...(purchaseOrder && { purchaseOrder }),
  };
}

/** The company as it appears on documents. */
export function sellerOf({
  name,
  legalName,
  abn,
  email,
  officePhone: phone,
  address,
}: Supplier): InvoiceData['seller'] {
  return { name, ...(legalName !== '' && { legalName }), abn, address: addressLines(address), email, phone };
}

/** The card as it appears on documents; null when nothing had to be paid, and on account. */
export const paymentOf = ({ total, cardBrand, cardLastFour, trade }: StoredOrder): InvoiceData['payment'] =>
  total === 0 || trade?.isOnAccount ? null : { brand: cardBrand ?? 'Card', lastFour: cardLastFour ?? '' };

function addressLines(address: StoredAddress): string[] {
  const parts = fullAddress(address).split(', ');
  return [parts.slice(0, -1).join(', '), parts.at(-1) ?? ''].filter((line) => line !== '');
}

export interface DocumentFile {
  /** "INV-100001.pdf" */
  name: string;
  bytes: Buffer;
}

type InvoiceDeps = IconDeps;

/** An invoice as PDF, for readers who may see its order; see `demandReadAccess`. */
export async function openInvoice(deps: InvoiceDeps, taxInvoiceId: string, reader: OrderReader): Promise<DocumentFile> {
  const row = await deps.db
    .selectFrom('tax_invoices as t')
    .innerJoin('orders as o', 'o.id', 't.order_id')
    .select(['o.id', 'o.user_id as userId'])
    .where('t.id', '=', taxInvoiceId)
    .executeTakeFirstOrThrow(() => missingOrderProblem(reader));
  await demandReadAccess(deps, row, reader);
  return invoiceFile(deps, row.id);
}

/**
 * The invoice of a paid order as PDF. The file is created when it is first mailed or downloaded, and then stored. If two processes create it
 * at the same time, the first one's file is the invoice.
 */
export async function invoiceFile(deps: InvoiceDeps, orderId: string): Promise<DocumentFile> {
  const { db, files } = deps;
  const { id, number, content, fileKey } = await db
    .selectFrom('tax_invoices')
    .select(['id', 'number', 'content', 'file_key as fileKey'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const name = `${number}.pdf`;
  if (fileKey !== null) {
    const bytes = await files.get(fileKey);
    if (!bytes) throw new Error(`The file of invoice ${number} is missing.`);
    return { name, bytes };
  }
  // `invoiceContentOf` made the content; the numbers were added when the order was confirmed.
  const bytes = await invoicePdf(content as unknown as InvoiceData, await paperLook(deps));
  const key = `invoices/${number}-${newId()}.pdf`;
  await files.put(key, bytes, 'application/pdf');
  const { numUpdatedRows } = await db
    .updateTable('tax_invoices')
    .set({ file_key: key })
    .where('id', '=', id)
    .where('file_key', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return { name, bytes };
  await files.remove(key);
  return invoiceFile(deps, orderId);
}
