import { Link } from '#ui/link.tsx';
import { useViewer } from '#lib/api/root-data.ts';
import { StatusBadge } from '#orders/admin/status-badge.tsx';
import type { DashboardOnPage } from '../contract.ts';
import styles from './dashboard.module.css';
import { DashboardPanel } from './dashboard-panel.tsx';
import { lastWeekOf, ordersLink } from './orders-link.ts';

/** Orders from the last seven days by status; the status with the most orders has the longest bar. */
export function OrdersByStatus({
  statuses,
  at,
}: Pick<NonNullable<DashboardOnPage['sales']>, 'statuses'> & { at: string }) {
  const claims = useViewer()?.claims;
  const week = lastWeekOf(at);
  const most = Math.max(1, ...statuses.map(({ orders }) => orders));
  return (
    <DashboardPanel id="statuses" title="Orders by status" about="Last 7 days">
      <dl className={styles.statuses}>
        {statuses.map(({ status, orders }) => (
          <div key={status}>
            <dt>
              <Link to={ordersLink(claims, { ...week, status })}>
                <StatusBadge status={status} />
              </Link>
            </dt>
            <dd className={styles.track} aria-hidden="true">
              <span data-status={status} style={{ width: `${(orders / most) * 100}%` }} />
            </dd>
            <dd>{orders.toLocaleString('en-AU')}</dd>
          </div>
        ))}
      </dl>
    </DashboardPanel>
  );
}
