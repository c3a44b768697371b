import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';
import { lastOf, nextOf, type Recurrence } from '#lib/day.ts';
import type { Clock } from '../process/clock.server.ts';

/** The data of a recurring job. */
export interface Due {
  /** When it was due, as an ISO instant. */
  due: string;
}

/** A queue whose jobs are added by the schedule; without an interval and a recurrence, they are added by `enqueue` only. */
export interface Scheduled {
  queue: string;
  everySeconds?: number;
  recurrence?: Recurrence;
}

const hour = 3_600;

/**
 * Adds the scheduled jobs at once, again every hour, and when a recurring job is due. The queue drops a job if one has already been added
 * for the same hour, day (UTC) or due time, perhaps by another process. Returns a function that stops the schedule.
 */
export async function startSchedule(
  boss: PgBoss,
  workers: readonly Scheduled[],
  { clock, log }: { clock: Clock; log: FastifyBaseLogger },
): Promise<() => void> {
  const add = async () => {
    for (const { queue, everySeconds, recurrence } of workers) {
      if (everySeconds !== undefined) await boss.send(queue, {}, { singletonSeconds: everySeconds });
      if (recurrence === undefined) continue;
      const due = lastOf(recurrence, clock.now()).toISOString();
      await boss.send(queue, { due }, { singletonKey: due, singletonSeconds: hour });
    }
  };
  const failed = (error: unknown) => log.error({ err: error }, 'could not add the scheduled jobs');
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const wait = () => {
    if (isStopped) return;
    const now = clock.now();
    const waits = workers.map(({ recurrence }) =>
      recurrence ? nextOf(recurrence, now).getTime() - now.getTime() : Infinity,
    );
    timer = setTimeout(() => void add().catch(failed).finally(wait), Math.min(hour * 1_000, ...waits)).unref();
  };
  await add();
  wait();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
