import { AsyncLocalStorage } from 'node:async_hooks';

/** Which request some work belongs to. It is passed on to the jobs and mails that the work adds. */
export interface Trace {
  /** In every log line of the work; undefined for work that no request asked for. */
  readonly requestId?: string | undefined;
  /** The caller's or our own span, in the format of W3C Trace Context, 3.2: `00-<trace id>-<span id>-01`. */
  readonly traceparent?: string | undefined;
}

const traces = new AsyncLocalStorage<Trace>();

/** The trace of the running work; undefined outside of requests and jobs. */
export const currentTrace = (): Trace | undefined => traces.getStore();

/** Runs work, and whatever it starts, as part of a trace. */
export const runInTrace = <T>(trace: Trace, work: () => T): T => traces.run(trace, work);

const validTraceparent = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** A `traceparent` header; undefined if there is none or it is invalid, which must not fail the request (W3C Trace Context, 3.2.2). */
export const asTraceparent = (header: unknown): string | undefined =>
  typeof header === 'string' && validTraceparent.test(header) ? header : undefined;

/** What a log line says about the running work. */
export function traceForLog(): object {
  const trace = currentTrace();
  if (trace === undefined) return {};
  const { requestId, traceparent } = trace;
  return { ...(requestId !== undefined && { requestId }), ...(traceparent && { traceId: traceparent.slice(3, 35) }) };
}

/** A timed piece of work, which is exported when it ends. */
export interface Span {
  readonly traceparent: string;
  end(attributes?: Record<string, string | number>, isError?: boolean): void;
}

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** Starts spans; exists only if they are exported, see `OTEL_EXPORTER_OTLP_ENDPOINT`. */
export interface Tracer {
  start(name: string, kind: SpanKind, parent?: string): Span;
  /** Records a span that has just ended. */
  record(name: string, parent: string, ended: { ms: number; attributes: Record<string, string> }): void;
  /** Exports the remaining spans. */
  stop(): Promise<void>;
}
