import { addYears, type Day } from '#lib/day.ts';
import type { OrderFilter } from '../contract.ts';

/** The list's filter, as in the page's URL. */
export interface ListFilter {
  startDate: string;
  endDate: string;
  orderStatuses: number[];
}

/** The statuses of the timeline in order, then Cancelled and Refunded. */
export const everyStatus = [0, 4, 1, 2, 3] as const;

/** The filter in a URL; by default all statuses and the last year (specification of the shop, section 7). */
export function filterOf(query: URLSearchParams, today: Day): ListFilter {
  const statuses = query.getAll('orderStatuses').map(Number);
  return {
    startDate: query.get('startDate') ?? addYears(today, -1),
    endDate: query.get('endDate') ?? today,
    orderStatuses: statuses.length > 0 ? statuses : [...everyStatus],
  };
}

/** The filter as the endpoint's input; the endpoint itself rejects invalid statuses and days. */
export const asFilter = (filter: ListFilter) => filter as Pick<OrderFilter, 'startDate' | 'endDate' | 'orderStatuses'>;

/** The URL's query for a new filter; it shows the first page and drops the saved view. */
export function addressOf(before: URLSearchParams, filter: ListFilter): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const name of ['page', 'orderStatuses', 'view']) after.delete(name);
  after.set('startDate', filter.startDate);
  after.set('endDate', filter.endDate);
  for (const status of filter.orderStatuses) after.append('orderStatuses', String(status));
  return after;
}
