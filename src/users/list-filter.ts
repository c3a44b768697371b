import { addYears, type Day } from '#lib/day.ts';

/** Whom the list shows, as its page's address says it. */
export interface ListFilter {
  startDate: string;
  endDate: string;
  userTypes: number[];
}

export const everyType = [1, 2, 3] as const;

/** The filter of an address; all types and the last year where it says nothing (specification of the shop, section 7). */
export function filterOf(query: URLSearchParams, today: Day): ListFilter {
  const types = query.getAll('userTypes').map(Number);
  return {
    startDate: query.get('startDate') ?? addYears(today, -1),
    endDate: query.get('endDate') ?? today,
    userTypes: types.length > 0 ? types : [...everyType],
  };
}

/** `31/01/2026` as `2026-01-31`; what is no date stays as it was typed. */
export const isoOf = (typed: string): string => typed.trim().replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1');

/** `2026-01-31` as `31/01/2026`. */
export const typedOf = (iso: string): string => iso.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1');
