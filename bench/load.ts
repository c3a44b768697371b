import type Autocannon from 'autocannon';
import { tool } from './tool.ts';

const { default: autocannon } = await tool<{ default: typeof Autocannon }>('autocannon');

export interface Figures {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  /** Of one answer, with its headers. */
  bytes: number;
  failed: number;
  answers: number;
}

export interface BenchRequest {
  path: string;
  method?: 'GET' | 'POST' | 'PUT';
  body?: string;
  headers?: Record<string, string>;
}

export interface Load {
  port: number;
  /** Distributed over the connections, each of which sends its own in turn. */
  asks: readonly BenchRequest[];
  seconds: number;
  connections?: number;
  /** The status of a success. */
  wanted?: number;
}

/** Sends requests over a fixed number of connections, each waiting for its response, and measures every response. */
export async function measure({ port, asks, seconds, connections = 16, wanted = 200 }: Load): Promise<Figures> {
  const seen = { times: [] as number[], bytes: 0, failed: 0 };
  let place = 0;
  const begun = performance.now();
  const result = await run(
    {
      url: `http://127.0.0.1:${port}`,
      connections,
      duration: seconds,
      setupClient(client) {
        forgetBodies(client);
        const own = place++;
        client.setRequests(asks.filter((_, i) => i % connections === own % Math.min(connections, asks.length)));
      },
    },
    (status, bytes, time) => {
      seen.times.push(time);
      seen.bytes += bytes;
      if (status !== wanted) seen.failed += 1;
    },
  );
  const elapsed = (performance.now() - begun) / 1000;
  const sorted = Float64Array.from(seen.times).sort();
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return {
    perSecond: sorted.length / elapsed,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    bytes: Math.round(seen.bytes / Math.max(sorted.length, 1)),
    failed: seen.failed + result.errors + result.timeouts,
    answers: sorted.length,
  };
}

/**
 * Counts the bytes of a body without assembling it: decoding a compressed page as text costs the client more than sending
 * it costs the server, so the client would be measured.
 */
function forgetBodies(client: Autocannon.Client): void {
  const { pipelinedRequests } = client as unknown as { pipelinedRequests: { addBody(data: Buffer): void } }; // its own queue
  pipelinedRequests.addBody = () => {};
}

function run(
  options: Autocannon.Options,
  note: (status: number, bytes: number, time: number) => void,
): Promise<Autocannon.Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Autocannon.Result>();
  const instance = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
  instance.on('response', (...[, status, bytes, time]) => note(status, bytes, time));
  return promise;
}
