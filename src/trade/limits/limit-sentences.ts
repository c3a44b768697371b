import { type Cents, cents, format } from '#lib/money.ts';

/** A budget or limit of a month that an order would exceed. */
interface Exceeded {
  limit: Cents;
  /** What was spent without the order. */
  spent: Cents;
  total: Cents;
  month: string;
}

/** What an order would exceed and by how much, and what was left without it or exceeded already. `who` exceeds `which`. */
function exceeded({ limit, spent, total, month }: Exceeded, who: string, which: string): string {
  const above = format(cents(spent + total - limit));
  const before =
    spent > limit
      ? `which is already exceeded by ${format(cents(spent - limit))}`
      : `of which ${format(cents(limit - spent))} is left`;
  return `This order of ${format(total)} puts ${who} ${above} above ${which} of ${format(limit)} for ${month}, ${before}.`;
}

/** Why an order needs approval, as buyers and approvers read it. `buyer` names the person for readers who are somebody else. */
export const limitSentences = {
  overBudget: (site: string, budget: Exceeded): string => exceeded(budget, site, 'its budget'),
  overMonthLimit: (limit: Exceeded, buyer?: string): string =>
    buyer === undefined ? exceeded(limit, 'you', 'your limit') : exceeded(limit, buyer, 'their limit'),
  overOrderLimit: ({ limit, total }: { limit: Cents; total: Cents }, buyer?: string): string => {
    const which = buyer === undefined ? 'your limit' : `the limit of ${buyer}`;
    return `This order of ${format(total)} is ${format(cents(total - limit))} above ${which} of ${format(limit)} for each order.`;
  },
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
