import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { formatInstant } from '#lib/day.ts';
import { countText } from '#lib/text/count-text.ts';
import { durationText } from '#lib/text/duration-text.ts';
import { Button } from '#ui/button/button.tsx';
import { useAttempt } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import { Confirm } from '#ui/overlay/confirm.tsx';
import {
  type FailedJob,
  isBusy,
  type JobsOverview,
  mostFailed,
  type Queue,
  type retryAllJobs,
  type retryJob,
  sentences,
} from '../contract.ts';
import styles from './board.module.css';

interface JobsProps {
  jobs: JobsOverview;
  refresh: () => Promise<void>;
}

/** The jobs that failed for good, and the queues. */
export function Jobs({ jobs: { queues, failed, failedTotal }, refresh }: JobsProps) {
  return (
    <>
      {failedTotal > 0 && <FailedJobs failed={failed} total={failedTotal} refresh={refresh} />}
      <Queues queues={queues} />
    </>
  );
}

function FailedJobs({
  failed,
  total,
  refresh,
}: {
  failed: readonly FailedJob[];
  total: number;
  refresh: () => Promise<void>;
}) {
  const [isAsking, setAsking] = useState(false);
  const [busyId, setBusyId] = useState<string>();
  const { isBusy, attempt } = useAttempt();
  const retry = async ({ id }: FailedJob): Promise<void> => {
    setBusyId(id);
    await attempt(async () => {
      const { message } = await call<typeof retryJob>('POST /v1/system/jobs/{id}/retry', { params: { id } });
      notify({ text: message });
    }, sentences.retryFailed);
    await refresh();
    setBusyId(undefined);
  };
  const retryAll = async (): Promise<void> => {
    setAsking(false);
    await attempt(async () => {
      const { message } = await call<typeof retryAllJobs>('POST /v1/system/jobs/retry', { body: {} });
      notify({ text: message });
    }, sentences.retryFailed);
    await refresh();
  };
  const columns: SimpleColumn<FailedJob>[] = [
    { label: 'Job', cell: ({ label }) => label, about: ({ failedDate }) => formatInstant(new Date(failedDate)) },
    {
      label: 'Reason',
      isText: true,
      cell: ({ reason }) => <span className={styles.reason}>{reason}</span>,
      about: ({ attempts, requestId }) =>
        `${countText(attempts, 'attempt')}${requestId === null ? '' : `, request ${requestId}`}`,
    },
    {
      label: 'Action',
      cell: (job) => (
        <Button
          look="quiet"
          size="small"
          isBusy={busyId === job.id}
          aria-label={`Retry: ${job.label}, ${formatInstant(new Date(job.failedDate))}`}
          onClick={() => void retry(job)}
        >
          Retry
        </Button>
      ),
    },
  ];
  return (
    <section className={panel.panel} aria-labelledby="failed-jobs">
      <div className={panel.head}>
        <h2 id="failed-jobs">Failed jobs</h2>
        <Button look="soft" size="small" isBusy={isBusy && busyId === undefined} onClick={() => setAsking(true)}>
          Retry all
        </Button>
      </div>
      <SimpleTable label="Failed jobs" columns={columns} rows={failed} keyOf={({ id }) => id} />
      <div className={panel.foot}>
        <p>
          {total > mostFailed && `The newest ${mostFailed} of ${total}. `}Most were retried for hours. All are kept for
          two weeks. Mend the cause first. A job that is done twice does no harm.
        </p>
      </div>
      <Confirm
        isOpen={isAsking}
        title={`Retry ${countText(total, 'job')}?`}
        confirm="Retry all"
        cancel="Cancel"
        onConfirm={() => void retryAll()}
        onCancel={() => setAsking(false)}
      >
        <p>All failed jobs are tried again now. Those that fail again appear here again.</p>
      </Confirm>
    </section>
  );
}

const columns: SimpleColumn<Queue>[] = [
  { label: 'Queue', cell: ({ label }) => label },
  { label: 'Waiting', cell: ({ waiting }) => waiting },
  { label: 'Oldest', cell: ({ oldestSeconds }) => (oldestSeconds > 0 ? durationText(oldestSeconds) : '–') },
  { label: 'Running', cell: ({ running }) => running },
  { label: 'Failed', cell: ({ failed }) => failed },
];

function Queues({ queues }: { queues: readonly Queue[] }) {
  const [areAllShown, setAllShown] = useState(false);
  const shown = areAllShown ? queues : queues.filter(isBusy);
  return (
    <section className={panel.panel} aria-labelledby="queues">
      <div className={panel.head}>
        <h2 id="queues">Queues</h2>
        <Button look="plain" aria-expanded={areAllShown} onClick={() => setAllShown(!areAllShown)}>
          {areAllShown ? 'Show those with jobs' : `Show all ${queues.length}`}
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className={panel.none}>No job is waiting or running.</p>
      ) : (
        <SimpleTable label="Queues" columns={columns} rows={shown} keyOf={({ name }) => name} />
      )}
    </section>
  );
}
