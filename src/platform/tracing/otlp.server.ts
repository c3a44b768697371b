import { randomBytes } from 'node:crypto';
import type { Env } from '../process/env.server.ts';
import { StartFault } from '../process/start-fault.server.ts';
import { asTraceparent, type SpanKind, type Tracer } from '../process/trace.server.ts';

type TracingEnv = Pick<
  Env,
  'otelExporterOtlpEndpoint' | 'otelExporterOtlpHeaders' | 'otelServiceName' | 'otelTracesSamplerArg'
>;

/** The numbers of OTLP's `SpanKind`. */
const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 };

interface EndedSpan {
  name: string;
  kind: SpanKind;
  /** `00-<trace id>-<span id>-01` */
  traceparent: string;
  parent: string | undefined;
  /** Milliseconds of `performance.now()`. */
  start: number;
  end: number;
  attributes: Record<string, string | number>;
  isError: boolean;
}

/** Spans are exported at this interval, or once `exportAt` are waiting; while the collector is away, those beyond `mostWaiting` are dropped. */
const exportEveryMs = 5_000;
const exportAt = 256;
const mostWaiting = 4_096;
const exportWithinMs = 10_000;

const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);
const spanIdOf = (traceparent: string): string => traceparent.slice(36, 52);
const isSampled = (traceparent: string): boolean => (Number.parseInt(traceparent.slice(53), 16) & 1) === 1;

/**
 * Exports spans by OTLP over HTTP, as JSON (opentelemetry-proto 1.0), in batches. Names are route patterns, and attributes contain no
 * user data. The caller decides whether its trace is exported; otherwise a random fraction is, set by `OTEL_TRACES_SAMPLER_ARG`.
 */
export function makeTracer(env: TracingEnv, log: { warn(details: object, message: string): void }): Tracer {
  const exporter = makeExporter(env, log);
  const childOf = (parent: string | undefined): string => {
    if (parent !== undefined) return `${parent.slice(0, 36)}${newSpanId()}${parent.slice(52)}`;
    const flags = Math.random() < env.otelTracesSamplerArg ? '01' : '00';
    return `00-${randomBytes(16).toString('hex')}-${newSpanId()}-${flags}`;
  };
  return {
    start(name, kind, given) {
      const parent = asTraceparent(given);
      const traceparent = childOf(parent);
      const start = performance.now();
      return {
        traceparent,
        end(attributes = {}, isError = false) {
          if (!isSampled(traceparent)) return;
          exporter.add({ name, kind, traceparent, parent, start, end: performance.now(), attributes, isError });
        },
      };
    },
    record(name, parent, { ms, attributes }) {
      if (!isSampled(parent)) return;
      const end = performance.now();
      const span = { name, kind: 'client' as const, traceparent: childOf(parent), parent, attributes, isError: false };
      exporter.add({ ...span, start: end - ms, end });
    },
    stop: exporter.stop,
  };
}

const newSpanId = (): string => randomBytes(8).toString('hex');

function makeExporter(env: TracingEnv, log: { warn(details: object, message: string): void }) {
  const url = `${env.otelExporterOtlpEndpoint?.replace(/\/$/, '')}/v1/traces`;
  const headers = { 'content-type': 'application/json', ...headersOf(env.otelExporterOtlpHeaders ?? '') };
  let waiting: EndedSpan[] = [];
  let exporting: Promise<void> | undefined;
  let dropped = 0;
  const exportNow = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const spans = waiting;
    waiting = [];
    try {
      const body = JSON.stringify(requestOf(spans, env.otelServiceName));
      const signal = AbortSignal.timeout(exportWithinMs);
      const response = await fetch(url, { method: 'POST', headers, body, signal });
      await response.arrayBuffer();
      if (!response.ok) log.warn({ status: response.status, spans: spans.length }, 'traces were refused');
    } catch (error) {
      log.warn({ err: error, spans: spans.length + dropped }, 'traces could not be exported');
      dropped = 0;
    }
  };
  const exportWaiting = (): Promise<void> =>
    (exporting ??= exportNow().finally(() => {
      exporting = undefined;
    }));
  const timer = setInterval(() => void exportWaiting(), exportEveryMs).unref();
  return {
    add(span: EndedSpan): void {
      if (waiting.length >= mostWaiting) dropped++;
      else waiting.push(span);
      if (waiting.length >= exportAt) void exportWaiting();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await exporting;
      await exportWaiting();
    },
  };
}

/** `authorization=Bearer%20abc,x-team=shop`. Throws `StartFault` if it cannot be decoded. */
function headersOf(list: string): Record<string, string> {
  const pairs = list.split(',').filter((pair) => pair.includes('='));
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1))];
      }),
    );
  } catch (cause) {
    throw new StartFault('OTEL_EXPORTER_OTLP_HEADERS must be percent-encoded: a % is written as %25.', { cause });
  }
}

/** Unix time in nanoseconds, as text, because a number cannot hold it. */
const unixNano = (at: number): string => String(BigInt(Math.round((performance.timeOrigin + at) * 1e6)));

const asAttributes = (attributes: Record<string, string | number>) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));

const requestOf = (spans: readonly EndedSpan[], service: string) => ({
  resourceSpans: [
    {
      resource: { attributes: asAttributes({ 'service.name': service }) },
      scopeSpans: [{ scope: { name: 'spruce' }, spans: spans.map(asOtlp) }],
    },
  ],
});

const asOtlp = ({ name, kind, traceparent, parent, start, end, attributes, isError }: EndedSpan) => ({
  traceId: traceIdOf(traceparent),
  spanId: spanIdOf(traceparent),
  ...(parent && { parentSpanId: spanIdOf(parent) }),
  name,
  kind: kinds[kind],
  startTimeUnixNano: unixNano(start),
  endTimeUnixNano: unixNano(end),
  attributes: asAttributes(attributes),
  status: isError ? { code: 2 } : {},
});
