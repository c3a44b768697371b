/** The order statuses that count as a use: all but Cancelled. */
const statusesOfUses = [0, 4, 1, 3];

/** The URL of the list of all orders that use a promo, whenever they were placed. */
export function usesPath({ id, code }: { id: string; code: string }): string {
  const query = new URLSearchParams({ promo: code, promoId: id, startDate: '2000-01-01', endDate: '2999-12-31' });
  for (const status of statusesOfUses) query.append('orderStatuses', String(status));
  return `/admin/manage-orders/?${query}`;
}
