import { currentTrace, type Trace } from '../process/trace.server.ts';

/** The key of a job's data under which its trace is stored; no job has data of this name. */
const key = 'trace';

/** A job's data with the trace of the work that adds it, so that its log lines have the same request id. */
export function withTrace(data: object): object {
  const trace = currentTrace();
  return trace?.requestId === undefined && trace?.traceparent === undefined ? data : { ...data, [key]: trace };
}

/** Separates a job's own data from its trace. */
export function traceOf(stored: object): Trace & { data: object } {
  const { [key]: trace, ...data } = stored as Record<string, unknown>; // JSON objects only
  const { requestId, traceparent } = (trace ?? {}) as Trace; // written by `withTrace`
  return { data, requestId, traceparent };
}
