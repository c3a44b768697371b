import { fullAddress, type StoredAddress } from '#addresses/full-address.ts';
import { shippingMethods } from '#storefront/cart/contract.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { newId } from '#lib/uuid.ts';
import type { Settings } from '#company/contract.ts';
import type { InvoiceData } from './invoice-data.ts';
import { invoicePdf } from './invoice-pdf.server.ts';
import { demandReadAccess, missingFor, personName, type OrderReader } from '../stored/orders.server.ts';
import type { StoredOrder } from '../stored/stored-order.server.ts';

/** An invoice's content without its numbers, which are assigned last. */
export type InvoiceContent = Omit<InvoiceData, 'number' | 'orderNumber'>;

/** The content of an order's invoice at the time of issue (contract, section 5). */
export function contentOf(order: StoredOrder, settings: Settings, at: Date): InvoiceContent {
  const { shipping, shippingMethod } = order;
  const isPickup = shippingMethod === shippingMethods.pickup;
  return {
    seller: sellerOf(settings),
    issuedAt: at.toISOString(),
    buyer: buyerOf(order),
    delivery: {
      isPickup,
      name: personName(shipping),
      address: addressLines(isPickup ? settings.company.address : shipping),
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
  };
}

/** Business fields without a value are omitted, as in earlier invoices. */
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

/** The company as documents show it. */
export function sellerOf({ company }: Settings): InvoiceData['seller'] {
  const { name, abn, email, officePhone: phone, address } = company;
  return { name, abn, address: addressLines(address), email, phone };
}

/** The card as documents show it; null when nothing had to be paid. */
export const paymentOf = ({ total, cardBrand, cardLastFour }: StoredOrder): InvoiceData['payment'] =>
  total === 0 ? null : { brand: cardBrand ?? 'Card', lastFour: cardLastFour ?? '' };

function addressLines(address: StoredAddress): string[] {
  const parts = fullAddress(address).split(', ');
  return [parts.slice(0, -1).join(', '), parts.at(-1) ?? ''].filter((line) => line !== '');
}

export interface InvoiceFile {
  /** "INV-100001.pdf" */
  name: string;
  bytes: Buffer;
}

type InvoiceDeps = Pick<Deps, 'db' | 'env' | 'files'>;

/** An invoice as PDF, for readers who may see its order; see `demandReadAccess`. */
export async function openInvoice(deps: InvoiceDeps, taxInvoiceId: string, reader: OrderReader): Promise<InvoiceFile> {
  const row = await deps.db
    .selectFrom('tax_invoices as t')
    .innerJoin('orders as o', 'o.id', 't.order_id')
    .select(['o.id', 'o.user_id as userId', 't.file_key as fileKey', 't.number'])
    .where('t.id', '=', taxInvoiceId)
    .executeTakeFirstOrThrow(() => missingFor(reader));
  demandReadAccess(deps.env, row, reader);
  return invoiceFile(deps, row.id);
}

/**
 * The invoice of a paid order as PDF. It is created once, for its mail or its first reader, and stored; the row is
 * locked meanwhile, so that only one file is created.
 */
export async function invoiceFile({ db, files }: InvoiceDeps, orderId: string): Promise<InvoiceFile> {
  const written = await db
    .selectFrom('tax_invoices')
    .select(['number', 'file_key as fileKey'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const name = `${written.number}.pdf`;
  const bytes = written.fileKey === null ? undefined : await files.get(written.fileKey);
  if (bytes) return { name, bytes };
  if (written.fileKey !== null) throw new Error(`The file of invoice ${written.number} is missing.`);
  return inTransaction(db, async (tx) => {
    const invoice = await tx
      .selectFrom('tax_invoices')
      .select(['id', 'content', 'file_key as fileKey'])
      .where('order_id', '=', orderId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const others = invoice.fileKey === null ? undefined : await files.get(invoice.fileKey);
    if (others) return { name, bytes: others };
    // The content was written by `contentOf` and completed with its numbers.
    const made = await invoicePdf(invoice.content as unknown as InvoiceData);
    const key = `invoices/${written.number}-${newId()}.pdf`;
    await files.put(key, made, 'application/pdf');
    await tx.updateTable('tax_invoices').set({ file_key: key }).where('id', '=', invoice.id).execute();
    return { name, bytes: made };
  });
}
