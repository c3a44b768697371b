import type { MailCompany } from '#platform/mail/mail-layout.ts';
import type { InvoiceLine } from '#orders/documents/invoice-data.ts';

export type SlipLine = Pick<InvoiceLine, 'code' | 'name' | 'label' | 'quantity'>;

/** A parcel's recipient and items; without prices, since it may be a present. */
export interface Slip {
  orderNumber: string;
  /** The buyer's company and own reference, '' if none was given. */
  companyName: string;
  purchaseOrder: string;
  placedAt: Date;
  isPickup: boolean;
  name: string;
  /** In one line; '' if the goods are picked up. */
  address: string;
  mobile: string;
  lines: SlipLine[];
}

export interface PickedOrder {
  orderNumber: string;
  /** '' if the buyer gave none. */
  purchaseOrder: string;
  name: string;
  units: number;
}

/** An item to pick, for all orders together. */
export interface PickedLine extends SlipLine {
  onHand: number;
  /** Quantity per order, oldest first. */
  orders: { number: string; quantity: number }[];
}

/** A category of items, as the shelves are sorted. */
export interface PickedPlace {
  name: string;
  lines: PickedLine[];
}

export type PaperCompany = Pick<MailCompany, 'name' | 'address' | 'phone' | 'email'>;
