import { type Cents, cents, minus, shareOut, sum, zero } from '#lib/money.ts';

/** An order line and the part of it to refund. */
export interface AdjustableLine {
  id: string;
  /** Its total, net of discount, less earlier adjustments. */
  left: Cents;
  /** Price of the refunded units. */
  refunded: Cents;
}

export interface AdjustmentInput {
  amount: Cents;
  /** In the order's sequence. */
  lines: readonly AdjustableLine[];
  /** The rest of the order's delivery fee, and the part of it to refund. */
  shippingLeft: Cents;
  shippingRefunded: Cents;
}

export interface AdjustmentShares {
  /** One amount for each order line, in their sequence. */
  lines: Cents[];
  delivery: Cents;
}

const smaller = (one: Cents, other: Cents): Cents => (one < other ? one : other);

/**
 * Distributes a refund over the order's lines and delivery, to the cent: first over the lines that it is for, at most
 * up to what is left of each; the rest, and a refund by amount alone, in proportion over everything that is left.
 */
export function distributeAdjustment({
  amount,
  lines,
  shippingLeft,
  shippingRefunded,
}: AdjustmentInput): AdjustmentShares {
  const targets = [...lines.map(({ refunded }) => refunded), shippingRefunded];
  const left = [...lines.map((line) => line.left), shippingLeft];
  const intended = sum(targets) > 0 ? shareOut(amount, targets) : targets;
  let shares = intended.map((share, i) => smaller(share, left[i] ?? zero));
  const fill = (isOpen: (place: number) => boolean, most: (room: Cents, rest: Cents) => Cents): void => {
    const room = left.map((one, i) => (isOpen(i) ? minus(one, shares[i] ?? zero) : zero));
    const more = shareOut(most(sum(room), minus(amount, sum(shares))), room);
    shares = shares.map((share, i) => cents(share + (more[i] ?? 0)));
  };
  fill((i) => targets[i] !== 0, smaller);
  fill(
    () => true,
    (_, rest) => rest,
  );
  return { lines: shares.slice(0, -1), delivery: shares.at(-1) ?? zero };
}
