import type { InvoiceLine } from '#orders/documents/invoice-data.ts';

export type SlipLine = Pick<InvoiceLine, 'code' | 'name' | 'label' | 'quantity'> & {
  /** Units on back order, of a slip of a delivery. */
  toFollow?: number;
  /** The day on which those are expected; '' if it is not known. */
  expected?: string;
};

/** A parcel's recipient and items, without prices, because the parcel may be a gift. */
export interface Slip {
  orderNumber: string;
  /** If the slip is of one delivery, not of the whole order. */
  deliveryNumber?: number;
  costCentre?: string;
  /** The buyer's company and PO number; '' if not given. */
  companyName: string;
  purchaseOrder: string;
  placedAt: Date;
  isPickup: boolean;
  name: string;
  /** On one line; '' for a pick-up. */
  address: string;
  mobile: string;
  /** For the driver; '' for none. */
  instructions: string;
  lines: SlipLine[];
}

export interface PickedOrder {
  orderNumber: string;
  /** The buyer's PO number; '' if not given. */
  purchaseOrder: string;
  name: string;
  units: number;
}

/** An item to pick, with its total for all orders. */
export interface PickedLine extends SlipLine {
  onHand: number;
  /** The quantity for each order, oldest order first. */
  orders: { number: string; quantity: number }[];
}

/** The items of one category. Shelves are arranged by category. */
export interface PickedCategory {
  name: string;
  lines: PickedLine[];
}
