/** A line of a parcel. */
export interface SlipLine {
  code: string;
  name: string;
  /** "Small / Blue", '' for a plain product. */
  label: string;
  quantity: number;
}

/** What lies in a parcel: whose it is, and what is in it; without prices, as a parcel may be a present. */
export interface Slip {
  orderNumber: string;
  /** The buyer's company and own reference, '' where none was given. */
  companyName: string;
  purchaseOrder: string;
  placedAt: Date;
  isPickup: boolean;
  name: string;
  /** In one line; '' where the goods are picked up. */
  address: string;
  mobile: string;
  lines: SlipLine[];
}

/** An order on a picking list. */
export interface PickedOrder {
  orderNumber: string;
  /** '' where the buyer gave none. */
  purchaseOrder: string;
  name: string;
  units: number;
}

/** An item to take off the shelf, for all orders together. */
export interface PickedLine extends SlipLine {
  onHand: number;
  /** How many go to which order, the oldest first. */
  orders: { number: string; quantity: number }[];
}

/** Where goods stand: a category, as the company sorts its shelves. */
export interface PickedPlace {
  name: string;
  lines: PickedLine[];
}

/** Who packs, as its papers say it. */
export interface PaperCompany {
  name: string;
  address: string;
  /** Digits. */
  phone: string;
  email: string;
}
