import { type Cents, cents, minus, shareOut, sum, zero } from '#lib/money.ts';

/** A line of an order, and what of it a refund is for. */
export interface AdjustableLine {
  id: string;
  /** What it came to, net of discount, less what refunds before took off it. */
  left: Cents;
  /** What the refunded units came to. */
  refunded: Cents;
}

export interface Adjustable {
  amount: Cents;
  /** In the order's sequence. */
  lines: readonly AdjustableLine[];
  /** Of the order's delivery fee, and what of it the refund is for. */
  shippingLeft: Cents;
  shippingRefunded: Cents;
}

export interface Adjusted {
  /** By the order's lines. */
  lines: Cents[];
  delivery: Cents;
}

const smaller = (one: Cents, other: Cents): Cents => (one < other ? one : other);

/**
 * What a refund takes off each line of its order and off the delivery, to the cent: it comes off what it was for, but off
 * nothing more than is left of it; the rest, and one by amount alone, off all that is left, in proportion.
 */
export function adjusted({ amount, lines, shippingLeft, shippingRefunded }: Adjustable): Adjusted {
  const isFor = [...lines.map(({ refunded }) => refunded), shippingRefunded];
  const left = [...lines.map((line) => line.left), shippingLeft];
  const meant = sum(isFor) > 0 ? shareOut(amount, isFor) : isFor;
  let shares = meant.map((share, i) => smaller(share, left[i] ?? zero));
  const fill = (isOpen: (place: number) => boolean, most: (room: Cents, rest: Cents) => Cents): void => {
    const room = left.map((one, i) => (isOpen(i) ? minus(one, shares[i] ?? zero) : zero));
    const more = shareOut(most(sum(room), minus(amount, sum(shares))), room);
    shares = shares.map((share, i) => cents(share + (more[i] ?? 0)));
  };
  fill((i) => isFor[i] !== 0, smaller);
  fill(
    () => true,
    (_, rest) => rest,
  );
  return { lines: shares.slice(0, -1), delivery: shares.at(-1) ?? zero };
}
