import { type Cents, cents, minus, shareOut, sum, zero } from '#lib/money.ts';

/** An order line and the part of it to refund. */
export interface AdjustableLine {
  id: string;
  /** The line's total, net of discount, less earlier adjustments. */
  left: Cents;
  /** Price of the refunded units. */
  refunded: Cents;
}

export interface AdjustmentInput {
  amount: Cents;
  /** In the order's sequence. */
  lines: readonly AdjustableLine[];
  /** What is left of the order's delivery fee, and the part of it to refund. */
  shippingLeft: Cents;
  shippingRefunded: Cents;
}

export interface AdjustmentShares {
  /** One amount for each order line, in the order's sequence. */
  lines: Cents[];
  delivery: Cents;
}

const smaller = (one: Cents, other: Cents): Cents => (one < other ? one : other);

/**
 * Distributes a refund to the cent over the order's lines and its delivery fee. The refunded lines come first, each with
 * at most what is left of it. The remainder, or the whole amount if no lines are refunded, is spread proportionally over
 * everything that is left.
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
  const distribute = (isIncluded: (place: number) => boolean, amountFor: (room: Cents, rest: Cents) => Cents): void => {
    const room = left.map((one, i) => (isIncluded(i) ? minus(one, shares[i] ?? zero) : zero));
    const more = shareOut(amountFor(sum(room), minus(amount, sum(shares))), room);
    shares = shares.map((share, i) => cents(share + (more[i] ?? 0)));
  };
  distribute((i) => targets[i] !== 0, smaller);
  distribute(
    () => true,
    (_, rest) => rest,
  );
  return { lines: shares.slice(0, -1), delivery: shares.at(-1) ?? zero };
}
