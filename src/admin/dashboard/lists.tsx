import { Link } from 'react-router';
import { useViewer } from '#lib/root-data.ts';
import { Badge } from '#ui/badge.tsx';
import { MailIcon } from '#ui/icons.tsx';
import type { DashboardOnPage } from '../contract.ts';
import { ago } from './ago.ts';
import styles from './dashboard.module.css';

/** Orders of the last seven days; the longest bar is the largest number. */
export function Statuses({ statuses }: { statuses: NonNullable<DashboardOnPage['sales']>['statuses'] }) {
  const most = Math.max(1, ...statuses.map(({ orders }) => orders));
  return (
    <section className={styles.panel} aria-labelledby="statuses">
      <div className={styles.head}>
        <h2 id="statuses">Orders by status</h2>
        <p>Last 7 days</p>
      </div>
      <dl className={styles.statuses}>
        {statuses.map(({ status, name, orders }) => (
          <div key={status}>
            <dt>{name}</dt>
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

/** What runs out first. */
export function LowStock({ lowest }: NonNullable<DashboardOnPage['stock']>) {
  const mayEdit = useViewer()?.claims.includes('ManageCartProducts');
  return (
    <section className={styles.panel} aria-labelledby="low">
      <div className={styles.head}>
        <h2 id="low">Low stock</h2>
      </div>
      {lowest.length === 0 && <p className={styles.none}>Nothing runs out.</p>}
      <ul className={styles.list}>
        {lowest.map(({ id, productId, name, variation, code, onHand, image }) => (
          <li key={id}>
            {image ? (
              <img src={`${image}?w=160`} alt="" width="36" height="36" loading="lazy" />
            ) : (
              <span className={styles.tile} />
            )}
            <span>
              <strong>{mayEdit ? <Link to={`/admin/update-product-details/${productId}/`}>{name}</Link> : name}</strong>
              {[variation, code].filter(Boolean).join(' · ')}
            </span>
            <Badge tone={onHand < 1 ? 'danger' : 'warning'}>{onHand < 1 ? 'Out of Stock' : `${onHand} left`}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who wrote last. */
export function Enquiries({ latest, at }: NonNullable<DashboardOnPage['enquiries']> & { at: string }) {
  return (
    <section className={styles.panel} aria-labelledby="enquiries">
      <div className={styles.head}>
        <h2 id="enquiries">New enquiries</h2>
      </div>
      {latest.length === 0 && <p className={styles.none}>Nobody has written yet.</p>}
      <ul className={styles.list}>
        {latest.map(({ id, company, name, message, at: written }) => (
          <li key={id}>
            <span className={styles.tile}>
              <MailIcon />
            </span>
            <span>
              <strong>{company || name}</strong>
              {message}
            </span>
            <time dateTime={written}>{ago(new Date(written), new Date(at))}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}
