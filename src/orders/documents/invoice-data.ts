import { isAbn } from '#lib/text/abn.ts';
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

/** The content of an invoice at the time of issue, as plain JSON for storage. Amounts are cents and include GST. */
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
  /** Always included, with company and ABN where given; required by law from $1,000 (GST Act 1999, section 29-70). */
  buyer: { name: string; address: string[]; email: string; mobile: string } & Business;
  /** The recipient and address of the goods; for a pick-up the seller's address. */
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

/** A tax invoice requires an ABN (contract, section 5). */
export const invoiceTitle = (abn: string): 'Tax Invoice' | 'Invoice' => (isAbn(abn) ? 'Tax Invoice' : 'Invoice');
