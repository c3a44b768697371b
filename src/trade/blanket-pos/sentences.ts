import { type Day, format as formatDay } from '#lib/day.ts';
import { type Cents, format } from '#lib/money.ts';

/** What people read about blanket POs. */
export const blanketPoSentences = {
  notFound: 'This blanket PO does not exist.',
  taken: 'This site has a blanket PO with this number already.',
  lastDay: 'The last day must not have passed.',
  tooLittle: (number: string, { left, total }: { left: Cents; total: Cents }): string =>
    left > 0
      ? `This order of ${format(total)} is more than the ${format(left)} left on PO ${number}. The PO has to be raised, or the order needs another PO number.`
      : `Nothing is left on PO ${number}. The PO has to be raised, or the order needs another PO number.`,
  over: (number: string, lastDay: Day): string =>
    `PO ${number} was valid until ${formatDay(lastDay)}. The PO has to be extended, or the order needs another PO number.`,
  save: 'Unable to save the blanket PO.',
} as const;
