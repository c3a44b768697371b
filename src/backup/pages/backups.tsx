import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { api, requireAdministrator } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { formatInstant } from '#lib/day.ts';
import { useChange } from '#ui/feedback/attempt.ts';
import { Button } from '#ui/button/button.tsx';
import { Figure, Figures } from '#ui/feedback/key-figures.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { BackupTable } from '../backup-table.tsx';
import { type OverviewOnPage, type createBackup, lateAfterHours, readBackups, sentences } from '../contract.ts';
import { DrillPanel } from '../drill-panel.tsx';
import { RestorePanel } from '../restore-panel.tsx';
import { RunningBackup } from '../running-backup.tsx';
import styles from '../backups.module.css';
import type { Route } from './+types/backups';

export const handle = { crumb: 'Backups' };

export const meta = backOfficeMeta('Backups');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageUserPermissions');
  return { overview: await api(context)(readBackups) };
}

/** Milliseconds after which the state of a running backup or drill is read again. */
const pollMs = 1_000;

const instant = (date: string): string => formatInstant(new Date(date));

/** Backups, the last restore drill, and how to restore. */
export default function Backups({ loaderData: { overview } }: Route.ComponentProps) {
  const { backups, drill, lastGoodDate } = overview;
  const running = backups.find(({ state }) => state === 'running');
  const isBusy = running !== undefined || drill?.state === 'running';
  const { revalidate, state } = useRevalidator();
  const { isBusy: isStarting, change } = useChange();
  useEffect(() => {
    if (!isBusy || state !== 'idle') return;
    const timer = setTimeout(() => void revalidate(), pollMs);
    return () => clearTimeout(timer);
  }, [isBusy, state, revalidate]);
  const backUp = () =>
    change(async () => {
      await call<typeof createBackup>('POST /v1/backups', {});
      notify({ text: 'The backup has been started.' });
    }, sentences.backupFailed);
  const button = (
    <Button size="small" isBusy={isStarting || running !== undefined} onClick={() => void backUp()}>
      Back up now
    </Button>
  );
  return (
    <div className={styles.page}>
      <PageHead title="Backups" actions={button}>
        One file that is the whole shop: database, files and settings, made every night while the shop runs.
      </PageHead>
      {overview.isLate && (
        <Note tone="warning">
          <strong>There is no good backup of the last {lateAfterHours} hours.</strong> Press Back up now. If it fails,
          the reason is in the list below.
        </Note>
      )}
      {running && <RunningBackup backup={running} />}
      <Summary overview={overview} />
      <BackupTable backups={backups} />
      <DrillPanel drill={drill} hasBackup={lastGoodDate !== null} nextDate={overview.nextDrillDate} />
      <RestorePanel overview={overview} />
    </div>
  );
}

function Summary({ overview }: { overview: OverviewOnPage }) {
  const { backups, drill, lastGoodDate, nextBackupDate, nextDrillDate, place, isEncrypted } = overview;
  const drillText = { passed: 'Passed', failed: 'Failed', running: 'Running' } as const;
  const stored = backups.filter(({ state }) => state === 'done').length;
  return (
    <Figures>
      <Figure label="Last good backup" value={lastGoodDate ? shortInstant(lastGoodDate) : 'None yet'}>
        Next one {instant(nextBackupDate)}
      </Figure>
      <Figure label="Stored" value={stored.toLocaleString('en-AU')}>
        {place === 'bucket' ? 'In the bucket' : 'On this server'}, {isEncrypted ? 'encrypted' : 'not encrypted'}
      </Figure>
      <Figure label="Last restore drill" value={drill ? drillText[drill.state] : 'None yet'}>
        {drill ? instant(drill.startedDate) : `First one ${instant(nextDrillDate)}`}
      </Figure>
    </Figures>
  );
}

/** `02/03, 12:00 pm`, without the year, which is shown beside it. */
const shortInstant = (date: string): string => instant(date).replace(/\/\d{4}/, '');
