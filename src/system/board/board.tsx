import { formatInstant } from '#lib/day.ts';
import { Button } from '#ui/button/button.tsx';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import styles from './board.module.css';
import { Checks, StateBadge, Troubles } from './checks.tsx';
import { Jobs } from './jobs.tsx';
import { supportText } from './support-text.ts';
import { type SystemState, useLiveSystem } from './use-live-system.ts';

const about = 'What the shop depends on, and what to do if something is wrong.';

/** The health of the system, refreshed automatically. */
export function Board({ first }: { first: SystemState }) {
  const { state, isBusy, refresh } = useLiveSystem(first);
  const { health, jobs, failure } = state;
  return (
    <>
      <PageHead
        title="System"
        badge={health && <StateBadge state={health.state} />}
        actions={
          <>
            {health && jobs && (
              <Button look="quiet" size="small" onClick={() => void copy(supportText(health, jobs))}>
                Copy for support
              </Button>
            )}
            <Button look="quiet" size="small" isBusy={isBusy} onClick={() => void refresh()}>
              Refresh
            </Button>
          </>
        }
      >
        {health
          ? `Version ${health.version}, as of ${formatInstant(new Date(health.at))}, Sydney time. Refreshed every ten seconds.`
          : about}
      </PageHead>
      {failure !== undefined && (
        <Note tone="danger" isLive>
          {failure} {health ? 'What you see is from the time above.' : 'It is tried again every ten seconds.'}
        </Note>
      )}
      {health && <Troubles checks={health.checks} />}
      <div className={styles.board}>
        {health && <Checks checks={health.checks} />}
        {jobs && <Jobs jobs={jobs} refresh={refresh} />}
      </div>
    </>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ text: 'Copied without secrets. The reasons why jobs failed may contain what people entered.' });
  } catch {
    notifyProblem('The browser did not allow copying.');
  }
}

/** Shown while the checks run, which takes three seconds at most. */
export const BoardSkeleton = () => (
  <>
    <PageHead title="System">{about}</PageHead>
    <div className={styles.groups} aria-busy="true" aria-label="Checking">
      {[5, 6, 6, 3].map((rows, i) => (
        <div key={i} className={panel.card}>
          {Array.from({ length: rows }, (_, row) => (
            <Skeleton key={row} height="2.5rem" />
          ))}
        </div>
      ))}
    </div>
  </>
);
