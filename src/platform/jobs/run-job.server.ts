import type { FastifyBaseLogger } from 'fastify';
import type { JobWithMetadata } from 'pg-boss';
import { runInTrace, type Tracer } from '../process/trace.server.ts';
import { traceOf } from './job-trace.server.ts';

export interface JobRun {
  id: string;
  /** Fires when the process stops and can't wait any longer. */
  signal: AbortSignal;
}

/** A job that this process has taken from the queue. */
export type Claimed = JobWithMetadata<object>;

interface Runnable {
  kind: { name: string };
  queue: string;
  handler: (data: object, run: JobRun) => Promise<void>;
}

/** What observes jobs. */
export interface Running {
  log: FastifyBaseLogger;
  tracer?: Tracer | undefined;
}

/** Runs a job in the trace of the request that added it. */
export function runJob({ kind, queue, handler }: Runnable, job: Claimed, { log, tracer }: Running): Promise<void> {
  const { data, requestId, traceparent: parent } = traceOf(job.data);
  const span = tracer?.start(`job ${kind.name}`, 'consumer', parent);
  return runInTrace({ requestId, traceparent: span?.traceparent ?? parent }, async () => {
    const details = { job: queue, jobId: job.id, attempt: job.retryCount + 1 };
    const start = performance.now();
    const end = (isError: boolean) => {
      span?.end({ 'messaging.destination.name': kind.name, 'messaging.message.id': job.id }, isError);
      return { ...details, ms: Math.round(performance.now() - start) };
    };
    try {
      // Jobs claimed by finishAll come without a signal, despite the type.
      await handler(data, { id: job.id, signal: job.signal ?? AbortSignal.any([]) });
      log.info(end(false), 'job done');
    } catch (error) {
      const failed = { ...end(true), err: error };
      if (job.retryCount >= job.retryLimit) log.error(failed, 'job failed for good');
      else log.warn(failed, 'job failed, will be retried');
      throw error;
    }
  });
}
