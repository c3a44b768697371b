import { formatDollars } from '#lib/money.ts';
import { cx } from '#ui/classes.ts';
import styles from './ledger.module.css';
import type { AgeingOnPage } from './shapes.ts';

export const ageingLabels: readonly (readonly [keyof AgeingOnPage, string])[] = [
  ['notDue', 'Not due'],
  ['to30', '1 to 30 days'],
  ['to60', '31 to 60 days'],
  ['to90', '61 to 90 days'],
  ['over90', 'Over 90 days'],
  ['credit', 'Credit'],
  ['balance', 'Balance'],
];

const late = new Set<keyof AgeingOnPage>(['to30', 'to60', 'to90', 'over90']);

export const overdueOf = ({ to30, to60, to90, over90 }: AgeingOnPage): number =>
  Math.round((to30 + to60 + to90 + over90) * 100) / 100;

/** What is owed, by how long it has been due; the last amount is the sum of the others. */
export function AgeingStrip({ ageing }: { ageing: AgeingOnPage }) {
  return (
    <dl className={styles.ageing} aria-label="Ageing">
      {ageingLabels.map(([name, label]) => (
        <div
          key={name}
          className={cx(ageing[name] !== 0 && styles.some, ageing[name] > 0 && late.has(name) && styles.late)}
        >
          <dt>{label}</dt>
          <dd>{formatDollars(ageing[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
