/** Orders that count as uses: all statuses but Cancelled, whenever they were placed. */
const counted = [0, 4, 1, 3];

export function usesPath({ id, code }: { id: string; code: string }): string {
  const query = new URLSearchParams({ promo: code, promoId: id, startDate: '2000-01-01', endDate: '2999-12-31' });
  for (const status of counted) query.append('orderStatuses', String(status));
  return `/admin/manage-orders/?${query}`;
}
