import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from './metrics/metrics.server.ts';
import { areMetricsServed } from './metrics/serve-metrics.server.ts';
import type { Env } from './process/env.server.ts';
import type { Tracer } from './process/trace.server.ts';

/** What measures and traces the process. */
export interface Observers {
  metrics?: Metrics | undefined;
  tracer?: Tracer | undefined;
}

/** Starts measuring and tracing, each only if it is configured; otherwise its code is not even loaded. */
export async function openObservers(env: Env, log: FastifyBaseLogger): Promise<Observers> {
  const isTraced = env.otelExporterOtlpEndpoint !== undefined;
  return {
    metrics: areMetricsServed(env) ? (await import('./metrics/metrics.server.ts')).makeMetrics(log) : undefined,
    tracer: isTraced ? (await import('./tracing/otlp.server.ts')).makeTracer(env, log) : undefined,
  };
}
