import { Link } from 'react-router';
import { useViewer } from '#lib/api/root-data.ts';
import { StatusBadge } from '#orders/admin/status-badge.tsx';
import { orderPath } from '#stock/contract.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { MailIcon } from '#ui/icons/icons.tsx';
import { ChecklistIcon } from '#ui/icons/work-icons.tsx';
import type { DashboardOnPage } from '../contract.ts';
import { lastWeekOf, ordersOf } from './links.ts';
import { ago } from '#lib/text/ago.ts';
import panel from '#ui/layout/work-panel.module.css';
import styles from './dashboard.module.css';

interface StatusesProps {
  statuses: NonNullable<DashboardOnPage['sales']>['statuses'];
  at: string;
}

/** Orders of the last seven days by status; the longest bar is the largest number. */
export function Statuses({ statuses, at }: StatusesProps) {
  const claims = useViewer()?.claims;
  const week = lastWeekOf(at);
  const most = Math.max(1, ...statuses.map(({ orders }) => orders));
  return (
    <section className={panel.panel} aria-labelledby="statuses">
      <div className={panel.head}>
        <h2 id="statuses">Orders by status</h2>
        <p>Last 7 days</p>
      </div>
      <dl className={styles.statuses}>
        {statuses.map(({ status, orders }) => (
          <div key={status}>
            <dt>
              <Link to={ordersOf(claims, { ...week, status })}>
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
    </section>
  );
}

export function LowStock({ lowest }: NonNullable<DashboardOnPage['stock']>) {
  return (
    <section className={panel.panel} aria-labelledby="low">
      <div className={panel.head}>
        <h2 id="low">Low stock</h2>
        <p>
          <Link to="/admin/manage-product-stocks/?stock=low&displayedOnline=true&sort=stockOnHand">All low stock</Link>
        </p>
      </div>
      {lowest.length === 0 && <p className={panel.none}>No items are low in stock.</p>}
      <ul className={styles.list}>
        {lowest.map(({ id, supplierId, name, variation, code, onHand, image }) => (
          <li key={id}>
            {image ? (
              <img src={`${image}?w=160`} alt="" width="36" height="36" loading="lazy" />
            ) : (
              <span className={styles.tile} />
            )}
            <span>
              <strong>
                <Link to={`/admin/manage-product-stocks/${id}/`}>{name}</Link>
              </strong>
              <span>{[variation, code].filter(Boolean).join(' · ')}</span>
            </span>
            <span className={styles.aside}>
              <Badge tone={onHand < 1 ? 'danger' : 'warning'}>{onHand < 1 ? 'Out of Stock' : `${onHand} left`}</Badge>
              {supplierId !== null && (
                <Link to={orderPath({ id, supplierId })} aria-label={`Order ${name} from its supplier`}>
                  Order
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Enquiries({ latest, at }: NonNullable<DashboardOnPage['enquiries']> & { at: string }) {
  return (
    <section className={panel.panel} aria-labelledby="enquiries">
      <div className={panel.head}>
        <h2 id="enquiries">New enquiries</h2>
        <p>
          <Link to="/admin/enquiries/">All enquiries</Link>
        </p>
      </div>
      {latest.length === 0 && <p className={panel.none}>No enquiries yet.</p>}
      <ul className={styles.list}>
        {latest.map(({ id, company, name, message, at: written }) => (
          <li key={id}>
            <span className={styles.tile}>
              <MailIcon />
            </span>
            <span>
              <strong>
                <Link to={`/admin/enquiries/${id}`}>{company || name}</Link>
              </strong>
              <span>{message}</span>
            </span>
            <time dateTime={written}>{ago(new Date(written), new Date(at))}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Submissions({ latest, at }: NonNullable<DashboardOnPage['submissions']> & { at: string }) {
  return (
    <section className={panel.panel} aria-labelledby="submissions">
      <div className={panel.head}>
        <h2 id="submissions">New submissions</h2>
        <p>
          <Link to="/admin/submissions/">All submissions</Link>
        </p>
      </div>
      {latest.length === 0 && <p className={panel.none}>No new submissions.</p>}
      <ul className={styles.list}>
        {latest.map(({ id, formName, sender, at: sent }) => (
          <li key={id}>
            <span className={styles.tile}>
              <ChecklistIcon />
            </span>
            <span>
              <strong>
                <Link to={`/admin/submissions/${id}`}>{formName}</Link>
              </strong>
              <span>{sender}</span>
            </span>
            <time dateTime={sent}>{ago(new Date(sent), new Date(at))}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}
