import { addDays, type Day, dayOf } from '#lib/day.ts';
import type { Claim } from '#lib/api/endpoint.ts';

/** The URL of a period's orders, or of its reports if the user may not see orders. */
export function ordersLink(
  claims: readonly Claim[] | undefined,
  { from, until, status }: { from: string; until: string; status?: number },
): string {
  const days = new URLSearchParams({ startDate: from, endDate: until });
  if (!claims?.includes('ManageCartOrders')) return `/admin/reports-page/?${days}`;
  if (status !== undefined) days.append('orderStatuses', String(status));
  return `/admin/manage-orders/?${days}`;
}

/** The seven days that end on the day of the given instant. */
export function lastWeekOf(at: string): { from: Day; until: Day } {
  const until = dayOf(new Date(at));
  return { from: addDays(until, -6), until };
}
