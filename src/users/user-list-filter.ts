import { addYears, type Day } from '#lib/day.ts';

export interface ListFilter {
  startDate: string;
  endDate: string;
  userTypes: number[];
}

export const allTypes = [1, 2, 3] as const;

/** The filter of a URL; by default all types and the last year (specification of the shop, section 7). */
export function filterOf(query: URLSearchParams, today: Day): ListFilter {
  const types = query.getAll('userTypes').map(Number);
  return {
    startDate: query.get('startDate') ?? addYears(today, -1),
    endDate: query.get('endDate') ?? today,
    userTypes: types.length > 0 ? types : [...allTypes],
  };
}
