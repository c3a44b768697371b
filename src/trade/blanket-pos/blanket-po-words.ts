import { day, format } from '#lib/day.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import type { listOwnBlanketPos } from './contract.ts';

/** A blanket PO as the browser gets it, with amounts in dollars. */
export type BlanketPoOnPage = ReplyOf<typeof listOwnBlanketPos>[number];

/** `$3,200.00 of $10,000.00 left, until 30/06/2027` */
export function leftInWords({ left, amount, validTo }: Pick<BlanketPoOnPage, 'left' | 'amount' | 'validTo'>): string {
  const amounts =
    left > 0 ? `${formatDollars(left)} of ${formatDollars(amount)} left` : `${formatDollars(amount)} used up`;
  return validTo === null ? amounts : `${amounts}, until ${format(day(validTo))}`;
}
