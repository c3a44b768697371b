import { cents, type Cents } from '#lib/money.ts';
import { creditSentences as sentences } from './credit-sentences.ts';

/** What an account may still order on account. */
export interface Credit {
  status: 'applied' | 'declined' | 'open' | 'hold' | 'closed';
  limit: Cents;
  /** The balance and the orders that are not invoiced yet. */
  exposure: Cents;
}

/** What is left of the limit; never negative. */
export const creditLeft = ({ limit, exposure }: Pick<Credit, 'limit' | 'exposure'>): Cents =>
  cents(Math.max(limit - exposure, 0));

/** Why an order cannot be placed on account; undefined if it can. */
export function reasonAgainst(credit: Credit, total: Cents): string | undefined {
  if (credit.status === 'hold') return sentences.onHold;
  if (credit.status === 'closed') return sentences.closed;
  if (credit.status !== 'open') return sentences.notOpen;
  const isWithin = credit.exposure + total <= credit.limit;
  return isWithin ? undefined : sentences.tooLittle(total, creditLeft(credit));
}
