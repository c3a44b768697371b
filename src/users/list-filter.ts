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
