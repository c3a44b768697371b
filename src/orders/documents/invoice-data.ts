import { isAbn } from '#lib/text/company.ts';
import type { Cents } from '#lib/money.ts';
import type { Business } from '../business.ts';

export interface InvoiceLine {
  code: string;
  name: string;
  /** "Small / Blue", empty for a plain product. */
  label: string;
  quantity: number;
  /** Per unit, including GST. */
  price: Cents;
  /** Off the whole line. */
  discount: Cents;
}

/**
 * All that stands on an invoice, as it was when issued: plain JSON, so that it can be kept with the order. Amounts are cents
 * and include GST.
 */
export interface InvoiceData {
  seller: {
    name: string;
    /** Eleven digits, empty while there is none. */
    abn: string;
    /** In lines. */
    address: string[];
    email: string;
    /** Digits. */
    phone: string;
  };
  /** `INV-100001` */
  number: string;
  /** `SO-100001` */
  orderNumber: string;
  /** ISO 8601. */
  issuedAt: string;
  /** Named always, by company and ABN where given; the law asks for it from $1,000 (GST Act 1999, section 29-70). */
  buyer: { name: string; address: string[]; email: string; mobile: string } & Business;
  /** Who gets the goods, and where: their address, or the seller's where they are picked up. */
  delivery: { isPickup: boolean; name: string; address: string[] };
  lines: InvoiceLine[];
  subTotal: Cents;
  discount: Cents;
  promoCode: string | null;
  shippingFee: Cents;
  total: Cents;
  totalIncludedGst: Cents;
  amountPaid: Cents;
  /** Null when nothing had to be paid. */
  payment: { brand: string; lastFour: string } | null;
}

/** Only who has an ABN may issue a tax invoice (contract, section 5). */
export const invoiceTitle = (abn: string): 'Tax Invoice' | 'Invoice' => (isAbn(abn) ? 'Tax Invoice' : 'Invoice');
