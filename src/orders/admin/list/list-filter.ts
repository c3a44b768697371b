import { addYears, type Day } from '#lib/day.ts';
import type { OrderFilter } from '../contract.ts';

/** Which orders the list shows, as its page's address says it. */
export interface ListFilter {
  startDate: string;
  endDate: string;
  orderStatuses: number[];
}

/** In the order of the timeline, then how an order ends otherwise. */
export const everyStatus = [0, 4, 1, 2, 3] as const;

/** The filter of an address; all statuses and the last year where it says nothing (specification of the shop, section 7). */
export function filterOf(query: URLSearchParams, today: Day): ListFilter {
  const statuses = query.getAll('orderStatuses').map(Number);
  return {
    startDate: query.get('startDate') ?? addYears(today, -1),
    endDate: query.get('endDate') ?? today,
    orderStatuses: statuses.length > 0 ? statuses : [...everyStatus],
  };
}

/** The filter as a call takes it, which itself refuses other statuses and what are no days. */
export const asFilter = (filter: ListFilter) => filter as Pick<OrderFilter, 'startDate' | 'endDate' | 'orderStatuses'>;

/** The address after the panel's filter is set anew: its first page, and no view. */
export function addressOf(before: URLSearchParams, filter: ListFilter): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const name of ['page', 'orderStatuses', 'view']) after.delete(name);
  after.set('startDate', filter.startDate);
  after.set('endDate', filter.endDate);
  for (const status of filter.orderStatuses) after.append('orderStatuses', String(status));
  return after;
}
