import { day, format } from '#lib/day.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import type { listOwnBlanketPos } from './contract.ts';

/** A blanket PO as the browser gets it, with amounts in dollars. */
export type BlanketPoOnPage = ReplyOf<typeof listOwnBlanketPos>[number];

/** Whether an order may still use it. */
export const isUsable = ({ left, isOver }: BlanketPoOnPage): boolean => left > 0 && !isOver;

/** `$3,200.00 of $10,000.00 left, until 30/06/2027` */
export function leftInWords({ left, amount, validTo, isOver }: BlanketPoOnPage): string {
  if (isOver && validTo !== null) return `was valid until ${format(day(validTo))}`;
  if (left <= 0) return `${formatDollars(amount)} used up`;
  const amounts = `${formatDollars(left)} of ${formatDollars(amount)} left`;
  return validTo === null ? amounts : `${amounts}, until ${format(day(validTo))}`;
}
