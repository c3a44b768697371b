import { type Cents, shareOut, sum, zero } from '#lib/money.ts';

/** A line of an order, and what of it a refund is for. */
export interface AdjustableLine {
  id: string;
  /** What it came to, net of discount. */
  total: Cents;
  /** What the refunded units came to. */
  refunded: Cents;
}

export interface Adjustable {
  amount: Cents;
  /** In the order's sequence. */
  lines: readonly AdjustableLine[];
  /** The order's, and what of it the refund is for. */
  shippingFee: Cents;
  shippingRefunded: Cents;
}

export interface Adjusted {
  /** By the order's lines. */
  lines: Cents[];
  delivery: Cents;
}

/**
 * What a refund takes off each line of its order and off the delivery, to the cent: it comes off what it was for, and one by
 * amount alone off all that the order came to, in proportion.
 */
export function adjusted({ amount, lines, shippingFee, shippingRefunded }: Adjustable): Adjusted {
  const isFor = [...lines.map(({ refunded }) => refunded), shippingRefunded];
  const ofAll = [...lines.map(({ total }) => total), shippingFee];
  const shares = shareOut(amount, sum(isFor) > 0 ? isFor : ofAll);
  return { lines: shares.slice(0, -1), delivery: shares.at(-1) ?? zero };
}
