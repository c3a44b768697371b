import { processMetrics } from './process-metrics.server.ts';
import { asText, type Collector, Counter, type Family, Histogram } from './registry.server.ts';
import { within } from '../process/within.server.ts';

/** Metrics of this process; exists only if they are served, see `METRICS_PORT` and `METRICS_TOKEN`. */
export interface Metrics {
  /** By method, route pattern and status. */
  requests: Histogram;
  queries: Histogram;
  /** By cache (`pages`, `answers`) and result (`hit`, `miss`). */
  cacheReads: Counter;
  mailsSent: Counter;
  mailsFailed: Counter;
  /** Adds metrics that are read at each scrape. If that fails or takes longer than 3 s, they are left out of that scrape. */
  collect(collector: Collector): void;
  text(): Promise<string>;
  stop(): void;
}

/**
 * Combinations of method, route and status that are counted separately, with 9 lines each; later combinations are counted under
 * `http_route="other"`. So there are fewer than 2,000 lines in all, however many addresses are called.
 */
const mostRoutes = 160;
const collectWithinMs = 3_000;

/** Creates the metrics and begins to measure the event loop and garbage collection. */
export function makeMetrics(log: { warn(details: object, message: string): void }): Metrics {
  const requests = new Histogram(
    { name: 'http_server_request_duration_seconds', help: 'Duration of requests.' },
    {
      labels: ['http_request_method', 'http_route', 'http_response_status_code'],
      limits: [0.01, 0.05, 0.1, 0.25, 1, 5],
      most: mostRoutes,
      overflow: ([, , status = '']) => ['_OTHER', 'other', `${status.slice(0, 1)}xx`],
    },
  );
  const queries = new Histogram(
    { name: 'db_client_operation_duration_seconds', help: 'Duration of statements, without waiting for a connection.' },
    { limits: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5] },
  );
  const cacheReads = new Counter(
    { name: 'spruce_cache_reads_total', help: 'Public pages and answers of the shop that were in memory or not.' },
    ['cache', 'result'],
  );
  const mailsSent = new Counter({ name: 'spruce_mail_sent_total', help: 'E-mails that this process has sent.' });
  const mailsFailed = new Counter({
    name: 'spruce_mail_failed_total',
    help: 'E-mails that this process has given up.',
  });
  const ofProcess = processMetrics();
  const own: Collector = () => [requests, queries, cacheReads, mailsSent, mailsFailed].map((one) => one.family());
  const collectors: Collector[] = [own, ofProcess.collect];
  const read = async (collector: Collector): Promise<Family[]> => {
    try {
      const families = await within(collectWithinMs, collector());
      if (families) return families;
      log.warn({ afterMs: collectWithinMs }, 'some metrics could not be read in time');
    } catch (error) {
      log.warn({ err: error }, 'some metrics could not be read');
    }
    return [];
  };
  return {
    requests,
    queries,
    cacheReads,
    mailsSent,
    mailsFailed,
    collect: (collector) => void collectors.push(collector),
    text: async () => asText((await Promise.all(collectors.map(read))).flat()),
    stop: ofProcess.stop,
  };
}
