import type { LogEvent } from 'kysely';
import type { Metrics } from '../metrics/metrics.server.ts';
import { currentTrace, type Tracer } from '../process/trace.server.ts';

interface Observers {
  metrics?: Metrics | undefined;
  tracer?: Tracer | undefined;
}

/** A function for Kysely to call after each statement; undefined if there are neither metrics nor traces. */
export function observeQueries({ metrics, tracer }: Observers): ((event: LogEvent) => void) | undefined {
  if (!metrics && !tracer) return undefined;
  return ({ query, queryDurationMillis: ms }) => {
    metrics?.queries.observe(ms / 1000);
    const parent = currentTrace()?.traceparent;
    if (!tracer || parent === undefined) return;
    const [operation = 'query'] = /[a-z]+/i.exec(query.sql) ?? [];
    // The text holds no values, as those are parameters.
    tracer.record(operation, parent, {
      ms,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': query.sql },
    });
  };
}
