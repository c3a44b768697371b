import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useViewer } from '#lib/api/root-data.ts';
import { StatusBadge } from '#orders/admin/status-badge.tsx';
import { orderPath } from '#stock/contract.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { MailIcon } from '#ui/icons/icons.tsx';
import { ChecklistIcon } from '#ui/icons/work-icons.tsx';
import type { DashboardOnPage } from '../contract.ts';
import { lastWeekOf, ordersOf } from './links.ts';
import { ago } from '#lib/text/time-ago.ts';
import panel from '#ui/layout/work-panel.module.css';
import styles from './dashboard.module.css';

interface StatusesProps {
  statuses: NonNullable<DashboardOnPage['sales']>['statuses'];
  at: string;
}

interface PanelProps {
  id: string;
  title: string;
  /** Beside the title. */
  about: ReactNode;
  children: ReactNode;
}

const Panel = ({ id, title, about, children }: PanelProps) => (
  <section className={panel.panel} aria-labelledby={id}>
    <div className={panel.head}>
      <h2 id={id}>{title}</h2>
      <p>{about}</p>
    </div>
    {children}
  </section>
);

/** Orders of the last seven days by status; the longest bar is the largest number. */
export function Statuses({ statuses, at }: StatusesProps) {
  const claims = useViewer()?.claims;
  const week = lastWeekOf(at);
  const most = Math.max(1, ...statuses.map(({ orders }) => orders));
  return (
    <Panel id="statuses" title="Orders by status" about="Last 7 days">
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
    </Panel>
  );
}

export function LowStock({ lowest }: NonNullable<DashboardOnPage['stock']>) {
  return (
    <Panel
      id="low"
      title="Low stock"
      about={
        <Link to="/admin/manage-product-stocks/?stock=low&displayedOnline=true&sort=stockOnHand">All low stock</Link>
      }
    >
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
    </Panel>
  );
}

export const Enquiries = ({ latest, at }: NonNullable<DashboardOnPage['enquiries']> & { at: string }) => (
  <Latest
    things="enquiries"
    none="No enquiries yet."
    icon={<MailIcon />}
    rows={latest.map(({ company, name, message, ...row }) => ({ ...row, title: company || name, text: message }))}
    at={at}
  />
);

export const Submissions = ({ latest, at }: NonNullable<DashboardOnPage['submissions']> & { at: string }) => (
  <Latest
    things="submissions"
    none="No new submissions."
    icon={<ChecklistIcon />}
    rows={latest.map(({ formName, sender, ...row }) => ({ ...row, title: formName, text: sender }))}
    at={at}
  />
);

interface LatestProps {
  things: 'enquiries' | 'submissions';
  none: string;
  icon: ReactNode;
  rows: readonly { id: string; title: string; text: string; at: string }[];
  at: string;
}

function Latest({ things, none, icon, rows, at }: LatestProps) {
  const list = `/admin/${things}/`;
  return (
    <Panel id={things} title={`New ${things}`} about={<Link to={list}>All {things}</Link>}>
      {rows.length === 0 && <p className={panel.none}>{none}</p>}
      <ul className={styles.list}>
        {rows.map(({ id, title, text, at: sent }) => (
          <li key={id}>
            <span className={styles.tile}>{icon}</span>
            <span>
              <strong>
                <Link to={list + id}>{title}</Link>
              </strong>
              <span>{text}</span>
            </span>
            <time dateTime={sent}>{ago(new Date(sent), new Date(at))}</time>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
