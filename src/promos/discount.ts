import { type Cents, cents, gstIn, minus, percentOf, shareOut, sum, times, zero } from '#lib/money.ts';

export interface DiscountLine {
  price: Cents;
  quantity: number;
  /** Whether the promo applies to this product. */
  isEligible: boolean;
}

/** A promo's discount: a percentage (1 to 100, at most two decimals), or an amount once per order. */
export interface PromoTerms {
  percentage: number | null;
  amount: Cents | null;
  /** The minimum value of the whole cart before any discount; 0 for none. */
  minimumSpend: Cents;
}

export type DiscountIssue = 'PromoMinimumSpend' | 'PromoNotApplicable';

export interface Discount {
  discount: Cents;
  /** One share for each line, in order; the shares add up to `discount` exactly. */
  lineDiscounts: Cents[];
  /** Why there is no discount. */
  issue?: DiscountIssue;
}

export interface Totals {
  subTotal: Cents;
  discount: Cents;
  shippingFee: Cents;
  total: Cents;
  totalIncludedGst: Cents;
}

const lineTotal = (line: Pick<DiscountLine, 'price' | 'quantity'>): Cents => times(line.price, line.quantity);

/**
 * Calculates a promo's discount on these lines (contract, section 5). It is calculated from the sum of the eligible lines,
 * rounded half up and at most that sum, and then shared among them by the largest remainder method. The issue is
 * `PromoMinimumSpend` if the cart is too small, `PromoNotApplicable` if no line is eligible or the discount is less than
 * half a cent.
 */
export function discountOf(lines: readonly DiscountLine[], promo: PromoTerms): Discount {
  const weights = lines.map((line) => (line.isEligible ? lineTotal(line) : zero));
  const discount = reductionOf(sum(weights), promo);
  if (discount === 0) return nothingOff(lines, 'PromoNotApplicable');
  if (sum(lines.map(lineTotal)) < promo.minimumSpend) return nothingOff(lines, 'PromoMinimumSpend');
  return { discount, lineDiscounts: shareOut(discount, weights) };
}

/** The result without a discount: there is no promo, or it does not apply. */
export const nothingOff = (lines: readonly unknown[], issue?: DiscountIssue): Discount => ({
  discount: zero,
  lineDiscounts: lines.map(() => zero),
  ...(issue && { issue }),
});

function reductionOf(eligible: Cents, promo: PromoTerms): Cents {
  if (promo.percentage !== null) return percentOf(eligible, promo.percentage);
  return cents(Math.min(promo.amount ?? 0, eligible));
}

/** A cart's totals. The included GST covers goods and delivery. */
export function totalsOf(
  lines: readonly Pick<DiscountLine, 'price' | 'quantity'>[],
  discount: Cents,
  shippingFee: Cents,
): Totals {
  const subTotal = sum(lines.map(lineTotal));
  const total = cents(minus(subTotal, discount) + shippingFee);
  return { subTotal, discount, shippingFee, total, totalIncludedGst: gstIn(total) };
}
