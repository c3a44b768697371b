import { type Cents, format } from '#lib/money.ts';
import { format as formatDay, type Day } from '#lib/day.ts';

/** Sentences about credit and the ledger of accounts. */
export const creditSentences = {
  onHold: 'This account is on hold, so nothing can be ordered on account. Please contact us.',
  closed: 'This account is closed, so nothing can be ordered on account.',
  notOpen: 'This account is not open, so nothing can be ordered on account.',
  tooLittle: (total: Cents, left: Cents) =>
    left > 0
      ? `This order of ${format(total)} is more than the ${format(left)} of credit that this account has left. An invoice has to be paid first.`
      : `This account has no credit left for an order of ${format(total)}. An invoice has to be paid first.`,
  gone: 'There is no such account.',
  noEntry: 'This entry does not belong to the account.',
  moreThanOpen: 'Less is open than you want to allocate. Load the page again to see what is open now.',
  notCredit: 'Only a payment, adjustment or write-off can pay an invoice.',
  notAllocated: 'This payment is no longer allocated to this invoice.',
  writeOffTakenBack: 'What was written off has been taken back already. Write it off again instead.',
  monthClosed: (first: Day) =>
    `The months before ${formatDay(first)} are closed, because their statements may have been sent. Choose that day or a later one.`,
  future: 'The day is in the future.',
} as const;

/** Beside what is left of an account's credit, for staff. Amounts in dollars. */
export function creditNote({ status, exposure, limit }: { status: string; exposure: number; limit: number }): string {
  if (status === 'hold') return 'On hold: orders need a card';
  if (status === 'closed') return 'Closed: no more orders';
  return exposure > limit ? 'Over the limit' : 'Orders above this need a card';
}

interface OnAccount {
  dueDay: Day;
  total: Cents;
  /** What is open of the invoice; null until there is one. */
  open: Cents | null;
}

/** `On account, due 27/12/2026`, with what is left of an invoice that is paid in part; else that nothing is to pay. */
export function onAccountInWords({ dueDay, total, open }: OnAccount, isCancelled = false): string {
  if (isCancelled) return 'On account, cancelled: nothing to pay';
  if (open === 0) return 'On account, nothing left to pay';
  if (open !== null && open < total) return `On account, ${format(open)} left to pay, due ${formatDay(dueDay)}`;
  return onAccountDue(dueDay);
}

/** `On account, due 27/12/2026` */
export const onAccountDue = (dueDay: Day): string => `On account, due ${formatDay(dueDay)}`;
