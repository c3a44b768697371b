import { type Cents, format } from '#lib/money.ts';

const left = (of: Cents, spent: Cents): string => `${format(Math.max(of - spent, 0) as Cents)} of ${format(of)}`; // whole cents

/** Why an order needs approval, as buyers and approvers read it. */
export const limitSentences = {
  overBudget: (site: string, { budget, spent, month }: { budget: Cents; spent: Cents; month: string }): string =>
    `The order is above the budget of ${site}: ${left(budget, spent)} left in ${month}.`,
  overMonthLimit: (limit: Cents, spent: Cents, month: string): string =>
    `The order is above your limit: ${left(limit, spent)} left in ${month}.`,
  overOrderLimit: (limit: Cents): string => `The order is above your limit of ${format(limit)} an order.`,
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
