import panel from '#ui/layout/back-office-panel.module.css';
import { cx } from '#ui/classes.ts';
import type { Backup } from './contract.ts';
import styles from './backups.module.css';

const steps = { database: 'Copying the database', files: 'Copying the files', checking: 'Reading it back' } as const;
const order = ['database', 'files', 'checking'] as const;

/** The progress of a backup, each step a third of the bar. */
export function RunningBackup({ backup: { step, done, total } }: { backup: Backup }) {
  const part = total > 0 ? done / total : 0;
  const share = step === null ? 0 : (order.indexOf(step) + part) / order.length;
  const label = step === null ? 'Starting' : steps[step];
  return (
    <section className={cx(panel.card, styles.running)} role="status" aria-label="Backup under way">
      <p>
        <strong>Making a backup.</strong> {label}
        <span aria-hidden="true">, {Math.round(part * 100)} %</span>
      </p>
      <progress value={share} aria-label="Progress of the backup">
        {Math.round(share * 100)} %
      </progress>
    </section>
  );
}
