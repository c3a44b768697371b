import { sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { serverReasons } from '#platform/mail/send-mail.server.ts';
import { mailNames } from '#unsent-mails/contract.ts';
import { type FailedJob, type JobsOverview, mostFailed, type Queue, sentences } from './contract.ts';
import { maskedLine } from './masked-line.server.ts';
import { queueLabel } from './queue-names.ts';

const mailKinds = Object.keys(mailNames);

/** The days for which failed jobs are stored, so that a failure on a Friday can be retried on Monday. Jobs that succeeded are deleted after a day. */
const keptDays = 14;

/**
 * All queues, of jobs and of mails, with the numbers of their jobs, those with failed or late jobs first. A job whose process has died counts as waiting once its
 * time limit or its heartbeat has expired.
 */
export async function readQueues(db: Db): Promise<Queue[]> {
  const { rows } = await sql<Omit<Queue, 'label'>>`
    with jobs as (
      select name, state, start_after, created_on, state = 'active'
        and started_on + expire_seconds * interval '1 s' > now()
        and coalesce(heartbeat_on + heartbeat_seconds * interval '1 s' > now(), true) as is_running
      from jobs.job where state in ('created', 'retry', 'active', 'failed')
        and name <> all(${mailKinds}::text[]) -- a process of a former release has added them
      union all
      -- Mails wait in a table of their own. Those that have failed are another check's; no worker is missing while the mail server is away.
      select kind, 'created', case when not (select exists (select from unsent_mails where reason = any(${serverReasons}::text[]))) then next_try_at end,
        created_at, attempts > 0 and next_try_at > now()
      from unsent_mails where next_try_at is not null and reason is null
    ), counts as (
      select name, count(*) filter (where is_running) as running, count(*) filter (where state = 'failed') as failed,
        count(*) filter (where not is_running and state <> 'failed') as waiting,
        extract(epoch from now() - min(greatest(start_after, created_on))
          filter (where not is_running and state <> 'failed' and start_after <= now())) as oldest
      from jobs group by name
    )
    select name, coalesce(waiting, 0)::int as waiting, coalesce(running, 0)::int as running,
      coalesce(failed, 0)::int as failed, greatest(0, coalesce(oldest, 0))::int as "oldestSeconds"
    from (select name from jobs.queue union select unnest(${mailKinds}::text[]) union select name from counts) names
      left join counts using (name)
    where name not like '\\_\\_%'
    order by coalesce(failed, 0) desc, coalesce(oldest, 0) desc, coalesce(waiting, 0) desc, name`.execute(db);
  return rows.map((row) => ({ ...row, label: queueLabel(row.name) }));
}

/**
 * The longest time in seconds for which a due job has waited in a queue without a running job. A job that waits behind a long one of its own
 * queue is no alarm.
 */
export const longestIdleWait = (queues: readonly Queue[]): number =>
  Math.max(0, ...queues.filter(({ running }) => running === 0).map(({ oldestSeconds }) => oldestSeconds));

interface FailedRow {
  id: string;
  queue: string;
  output: { message?: unknown } | null;
  attempts: number;
  at: Date;
  requestId: string | null;
}

/** Queues, and the jobs that failed for good, newest first. */
export async function readJobsOverview(db: Db): Promise<JobsOverview> {
  const [queues, { rows }] = await Promise.all([
    readQueues(db),
    sql<FailedRow>`
      select id, name as queue, output, retry_count + 1 as attempts, coalesce(completed_on, created_on) as at,
        data -> 'trace' ->> 'requestId' as "requestId"
      from jobs.job where state = 'failed' and name not like '\\_\\_%'
      order by completed_on desc nulls last, id limit ${mostFailed}`.execute(db),
  ]);
  return { queues, failed: rows.map(asFailedJob), failedTotal: queues.reduce((sum, { failed }) => sum + failed, 0) };
}

const asFailedJob = ({ id, queue, output, attempts, at, requestId }: FailedRow): FailedJob => ({
  id,
  queue,
  label: queueLabel(queue),
  reason: reasonOf(output),
  attempts,
  failedDate: at.toISOString(),
  requestId,
});

const reasonOf = (output: FailedRow['output']): string =>
  typeof output?.message === 'string' ? maskedLine(output.message) : 'It ended without a reason, such as a kill.';

type RetryDeps = Pick<Deps, 'db' | 'clock'>;

/** Which failed jobs to retry; all of them if neither is given. */
interface Selected {
  id?: string;
  queue?: string | undefined;
}

/** Makes failed jobs due now, with one more attempt. Throws 404 if the job with this `id` has not failed. */
export function retryFailed(deps: RetryDeps, selected: Selected, { actor, requestId }: ActionContext): Promise<number> {
  const { id, queue } = selected;
  return inTransaction(deps.db, async (tx) => {
    // Does what pg-boss' own retry does, but without the name of the queue and in this transaction.
    const { rows } = await sql<{ id: string; queue: string }>`
      update jobs.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now()
      where state = 'failed' and name not like '\\_\\_%'
        and (${id ?? null}::uuid is null or id = ${id ?? null}) and (${queue ?? null}::text is null or name = ${queue ?? null})
      returning id, name as queue`.execute(tx);
    if (rows.length === 0 && id !== undefined) throw notFound(sentences.gone);
    if (rows.length > 0) {
      const queues = [...new Set(rows.map((row) => queueLabel(row.queue)))];
      const entry = { action: 'job-retry', entity: 'system', entityId: id ?? 'jobs', at: deps.clock.now(), requestId };
      await audit(tx, { actor, ...entry, after: { jobs: rows.length, queues: queues.join(', ') } });
    }
    return rows.length;
  });
}

/** Makes the queue store failed jobs for two weeks. Called hourly, because the queue would delete them after a day. */
export async function keepFailedJobs(db: Db): Promise<void> {
  await sql`
    update jobs.job set deletion_seconds = ${keptDays * 86_400}
    where state = 'failed' and deletion_seconds < ${keptDays * 86_400} and name not like '\\_\\_%'
      and singleton_on is null`.execute(db);
}
