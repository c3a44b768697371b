import { type Cents, cents, format } from '#lib/money.ts';

/** `$212.00 of $600.00 left in November`; of a budget that was exceeded with approval `$40.00 over $600.00 in November`. */
const leftIn = (of: Cents, spent: Cents, month: string): string =>
  spent > of
    ? `${format(cents(spent - of))} over ${format(of)} in ${month}`
    : `${format(cents(of - spent))} of ${format(of)} left in ${month}`;

/** `buyer` names the person for readers who are somebody else. */
const limitOf = (buyer: string | undefined): string => (buyer === undefined ? 'your limit' : `the limit of ${buyer}`);

/** Why an order needs approval, as buyers and approvers read it. */
export const limitSentences = {
  overBudget: (site: string, { budget, spent, month }: { budget: Cents; spent: Cents; month: string }): string =>
    `The order is above the budget of ${site}: ${leftIn(budget, spent, month)}.`,
  overMonthLimit: ({ limit, spent, month }: { limit: Cents; spent: Cents; month: string }, buyer?: string): string =>
    `The order is above ${limitOf(buyer)}: ${leftIn(limit, spent, month)}.`,
  overOrderLimit: (limit: Cents, buyer?: string): string =>
    `The order is above ${limitOf(buyer)}: ${format(limit)} for each order.`,
  overAmount: (amount: Cents): string => `Orders above ${format(amount)} need approval.`,
  category: (product: string, category: string): string => `${product} needs approval, as all of ${category} does.`,
  newItem: (product: string): string => `${product} needs approval, because this site has not ordered it before.`,
  quoteGone: 'This quote can no longer be accepted: it was answered, replaced, or has expired.',
  runGone: 'This standing order has been ordered or skipped already.',
  decided: 'This request has been decided already.',
  approvers: (names: readonly string[]): string =>
    names.length === 0 ? 'Nobody at your company may approve it yet.' : `${names.join(' or ')} can approve it.`,
  acceptors: (names: readonly string[]): string =>
    names.length === 0 ? 'Nobody at your company may accept it above that.' : `${names.join(' or ')} can accept it.`,
} as const;

const months = new Intl.DateTimeFormat('en-AU', { month: 'long', timeZone: 'UTC' });

/** `November` */
export const monthName = (month: string): string => months.format(new Date(`${month}T00:00:00Z`));
