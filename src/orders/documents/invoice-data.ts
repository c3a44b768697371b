import { isAbn } from '#lib/text/abn.ts';
import type { Day } from '#lib/day.ts';
import type { Cents } from '#lib/money.ts';
import { invoiceReference } from '#trade/credit/payment-reference.ts';
import type { Business } from '../business-details.ts';

export interface InvoiceLine {
  code: string;
  name: string;
  /** "Small / Blue", empty for a plain product. */
  label: string;
  quantity: number;
  /** Per unit, including GST. */
  price: Cents;
  /** Discount on the whole line. */
  discount: Cents;
}

/** The content of an invoice at the time of issue, as plain JSON for storage. Amounts are cents and include GST. */
export interface InvoiceData {
  seller: {
    /** The name under which the company trades. */
    name: string;
    /** The registered name, if it differs from `name`. */
    legalName?: string;
    /** Eleven digits; empty if the company has none yet. */
    abn: string;
    /** One string per line. */
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
  /**
   * The law requires invoices of $1,000 or more to name the buyer (GST Act 1999, section 29-70). All our invoices do,
   * with company and ABN if given.
   */
  buyer: { name: string; address: string[]; email: string; mobile: string } & Business;
  /** The recipient and the delivery address; for a pick-up the seller's address. */
  delivery: { isPickup: boolean; name: string; address: string[] };
  lines: InvoiceLine[];
  subTotal: Cents;
  discount: Cents;
  promoCode: string | null;
  shippingFee: Cents;
  total: Cents;
  totalIncludedGst: Cents;
  amountPaid: Cents;
  /** Null when nothing had to be paid, and on account. */
  payment: { brand: string; lastFour: string } | null;
  /** For an order of a trade account. */
  trade?: InvoicedTrade;
}

export interface InvoicedTrade {
  accountName: string;
  accountNumber: number;
  /** Where the account got its invoices; left out where the buyer got them, and in invoices that are older than this field. */
  accountsEmail?: string;
  site: string;
  poNumber: string;
  costCentre: string;
  /** Null if it is paid by card. */
  dueDay: Day | null;
}

/** The reference that a payer quotes; undefined for an invoice that is paid by card. */
export const referenceOf = ({ trade, number }: Pick<InvoiceData, 'trade' | 'number'>): string | undefined =>
  trade?.dueDay ? invoiceReference(trade.accountNumber, number) : undefined;

/** The lines that say for which site of an account an order is. Its PO number stands with whom it is billed to. */
export const siteLines = ({ site, costCentre }: InvoicedTrade): string[] => [
  `Site: ${site}`,
  ...(costCentre === '' ? [] : [`Cost centre: ${costCentre}`]),
];

/** A document without an ABN may not be called a tax invoice. */
export const invoiceTitle = (abn: string): 'Tax Invoice' | 'Invoice' => (isAbn(abn) ? 'Tax Invoice' : 'Invoice');
