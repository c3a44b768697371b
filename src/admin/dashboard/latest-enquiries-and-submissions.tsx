import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { ago } from '#lib/text/time-ago.ts';
import { MailIcon } from '#ui/icons/icons.tsx';
import { ChecklistIcon } from '#ui/icons/back-office-icons.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import type { DashboardOnPage } from '../contract.ts';
import styles from './dashboard.module.css';
import { DashboardPanel } from './dashboard-panel.tsx';

export const LatestEnquiries = ({ latest, at }: NonNullable<DashboardOnPage['enquiries']> & { at: string }) => (
  <LatestList
    things="enquiries"
    none="No enquiries yet."
    icon={<MailIcon />}
    rows={latest.map(({ company, name, message, ...row }) => ({ ...row, title: company || name, text: message }))}
    at={at}
  />
);

export const LatestSubmissions = ({ latest, at }: NonNullable<DashboardOnPage['submissions']> & { at: string }) => (
  <LatestList
    things="submissions"
    none="No new submissions."
    icon={<ChecklistIcon />}
    rows={latest.map(({ formName, sender, ...row }) => ({ ...row, title: formName, text: sender }))}
    at={at}
  />
);

interface LatestListProps {
  things: 'enquiries' | 'submissions';
  none: string;
  icon: ReactNode;
  rows: readonly { id: string; title: string; text: string; at: string }[];
  at: string;
}

function LatestList({ things, none, icon, rows, at }: LatestListProps) {
  const list = `/admin/${things}/`;
  return (
    <DashboardPanel id={things} title={`New ${things}`} about={<Link to={list}>All {things}</Link>}>
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
    </DashboardPanel>
  );
}
