import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import { type CartLine, lineKey } from './browser-cart.ts';
import type { priceCart } from './contract.ts';

/** The server's priced cart, in dollars. */
export type Priced = ReplyOf<typeof priceCart>;
export type Issue = Priced['issues'][number];

/** What the user did to cause a sync, which decides the error message. */
export type Cause = 'load' | 'quantity' | 'remove' | 'promo';

/** Sentences of the specification of the shop, section 8. */
export const failures: Record<Cause, string> = {
  load: 'Unable load cart items.',
  quantity: 'Unable to update qty.',
  remove: 'Unable to remove cart item.',
  promo: 'Something went wrong. Please try again.',
};
export const promoApplied = 'Promo code has been applied.';

/** With these issues the code stays, because it may apply later, with other items in the cart. */
const issuesThatKeepPromo = ['PromoMinimumSpend', 'PromoNotApplicable'];

/** The code that stays in the cart after a sync; empty if it is removed. */
export const keptPromo = (promo: string, { issues }: Pick<Priced, 'issues'>): string =>
  issues.some((issue) => isOfPromo(issue) && !issuesThatKeepPromo.includes(issue.cartItemIssue)) ? '' : promo;

export const isOfPromo = ({ cartItemIssue }: Issue): boolean => cartItemIssue.startsWith('Promo');

/** A sentence for each line whose price has changed since it was shown. */
export function priceChanges(seen: readonly CartLine[], now: readonly CartLine[]): string[] {
  const before = new Map(seen.map((line) => [lineKey(line), line.price]));
  return now.flatMap(({ productName, price, ...line }) => {
    const old = before.get(lineKey(line));
    if (old === undefined || old === price) return [];
    return [`The price of ${productName} has changed from ${formatDollars(old)} to ${formatDollars(price)}.`];
  });
}

/** In a site's cart a price may also change with the quantity, so only lines that were priced as they are now count as seen. */
export const pricedBefore = (lines: readonly CartLine[]): CartLine[] =>
  lines.filter(({ rowUpdateId }) => rowUpdateId !== undefined);

/** How many dollars are missing for free delivery; undefined if delivery is never free. */
export function missingToFree({ subTotal, discount }: Priced, freeFrom: number | null | undefined): number | undefined {
  if (freeFrom === null || freeFrom === undefined) return undefined;
  return Math.max(0, Math.round((freeFrom - (subTotal - discount)) * 100) / 100);
}

/** The reasons without duplicates, since an item that is listed twice has the same issue twice. */
export const reasonsOf = (issues: readonly { reason: string }[]): string[] => [
  ...new Set(issues.map(({ reason }) => reason)),
];
