import { addDays, addMonths, type Day, firstOfMonth } from '#lib/day.ts';

/** When an invoice is due: some days after it (`days`), or after the end of its month (`endOfMonth`). */
export interface TradingTerms {
  kind: 'days' | 'endOfMonth';
  /** 0 to 120. */
  days: number;
}

/** The last day of a day's month. */
export const monthEnd = (of: Day): Day => addDays(addMonths(firstOfMonth(of), 1), -1);

/** The day on which an invoice is due; overdue is the day after. */
export const dueDay = (invoiced: Day, { kind, days }: TradingTerms): Day =>
  addDays(kind === 'endOfMonth' ? monthEnd(invoiced) : invoiced, days);

/** `30 days`, `End of month`, `30 days from the end of the month`. */
export function termsInWords({ kind, days }: TradingTerms): string {
  const counted = days === 1 ? '1 day' : `${days} days`;
  if (kind === 'days') return days === 0 ? 'Due at once' : `${counted} from the invoice`;
  return days === 0 ? 'End of the month' : `${counted} from the end of the month`;
}
