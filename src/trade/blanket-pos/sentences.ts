import { type Day, format as formatDay } from '#lib/day.ts';
import { type Cents, format } from '#lib/money.ts';

/** What people read about blanket POs. */
export const blanketPoSentences = {
  notFound: 'This blanket PO does not exist.',
  taken: 'This site has a blanket PO with this number already.',
  lastDay: 'The last day must not have passed.',
  tooLittle: (number: string, { left, total }: { left: Cents; total: Cents }): string =>
    left > 0
      ? `This order of ${format(total)} is more than the ${format(left)} left on PO ${number}. Use another PO number, or have it raised.`
      : `Nothing is left on PO ${number}. Use another PO number, or have it raised.`,
  over: (number: string, lastDay: Day): string =>
    `PO ${number} was valid until ${formatDay(lastDay)}. Use another PO number, or have it extended.`,
  save: 'Unable to save the blanket PO.',
} as const;
