import { call } from '#lib/api/api.ts';
import { formatInstant } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { durationText } from '#lib/text/duration-text.ts';
import { formatSize } from '#lib/uploads.ts';
import { Button } from '#ui/button/button.tsx';
import { useChange } from '#ui/feedback/attempt.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { type DrillChecksOnPage, type DrillOnPage, type runDrill, sentences } from './contract.ts';
import styles from './backups.module.css';

const instant = (date: string): string => formatInstant(new Date(date));
const number = (value: number): string => value.toLocaleString('en-AU');

interface DrillPanelProps {
  drill: DrillOnPage | null;
  hasBackup: boolean;
  nextDate: string;
}

/** The last restore drill: what was compared, or why it failed. */
export function DrillPanel({ drill, hasBackup, nextDate }: DrillPanelProps) {
  const { isBusy, change } = useChange();
  const isRunning = drill?.state === 'running';
  const start = () =>
    change(async () => {
      await call<typeof runDrill>('POST /v1/backups/drill', {});
      notify({ text: 'The restore drill has been started.' });
    }, sentences.drillFailed);
  return (
    <section className={panel.panel} aria-labelledby="drill">
      <div className={panel.head}>
        <h2 id="drill">Restore drill</h2>
        <p>Once a week, the newest backup is restored beside the shop, compared, and dropped again.</p>
      </div>
      <div className={styles.drill}>
        {drill ? <Result drill={drill} /> : <p>No drill has run yet.</p>}
        {drill?.checked && <Checks checked={drill.checked} />}
        {drill?.error && <Note tone="danger">{drill.error}</Note>}
      </div>
      <div className={panel.foot}>
        <p>{hasBackup ? `The next one runs on ${instant(nextDate)}.` : 'It needs a backup first.'}</p>
        {hasBackup && (
          <Button look="quiet" size="small" isBusy={isBusy || isRunning} onClick={() => void start()}>
            Run drill now
          </Button>
        )}
      </div>
    </section>
  );
}

const states = {
  running: { tone: 'info', label: 'Running' },
  passed: { tone: 'success', label: 'Passed' },
  failed: { tone: 'danger', label: 'Failed' },
} as const;

function Result({ drill: { state, startedDate, backupDate, seconds } }: { drill: DrillOnPage }) {
  return (
    <p role="status">
      <Badge tone={states[state].tone}>{states[state].label}</Badge> {instant(startedDate)}
      {seconds !== null && `, in ${durationText(seconds)}`}
      {backupDate && `, with the backup of ${instant(backupDate)}`}
    </p>
  );
}

function Checks({ checked }: { checked: DrillChecksOnPage }) {
  const facts: [string, string][] = [
    ['Rows', `${number(checked.rows)} in ${checked.tables} tables`],
    ['Files', `${number(checked.files)}, ${formatSize(checked.fileBytes)}`],
    ['Orders', `${number(checked.orders)}, ${formatDollars(checked.ordersTotal)} in total`],
    [
      'Stock',
      checked.stockDifferences === 0
        ? 'On hand equals the movements of every item'
        : `Stock differs from its movements for ${number(checked.stockDifferences)} ${checked.stockDifferences === 1 ? 'item' : 'items'}, exactly as in the shop`,
    ],
  ];
  return (
    <dl className={styles.checks}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
