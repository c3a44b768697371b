import autocannon from 'autocannon';

export interface Figures {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Of one answer, with its headers. */
  bytes: number;
  failed: number;
  /** Seconds. */
  elapsed: number;
}

export interface Ask {
  path: string;
  method?: 'GET' | 'POST';
  body?: string;
  headers?: Record<string, string>;
}

export interface Load {
  port: number;
  /** Asked in turn; each connection begins at another place. */
  asks: readonly Ask[];
  seconds: number;
  connections?: number;
  /** Made anew for each request, where no two may be alike. */
  fresh?: () => Ask;
}

/** Asks over a fixed number of connections, each waiting for its answer, and measures every answer. */
export async function measure({ port, asks, seconds, connections = 16, fresh }: Load): Promise<Figures> {
  const times: number[] = [];
  let bytes = 0;
  let failed = 0;
  let place = 0;
  const begun = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const options: autocannon.Options = {
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    setupClient(client) {
      if (fresh) {
        const next = (): void => client.setRequest({ ...fresh() });
        next();
        client.on('response', next);
        return;
      }
      const from = Math.floor((place++ * asks.length) / connections);
      client.setRequests([...asks.slice(from), ...asks.slice(0, from)]);
    },
  };
  const run = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
  run.on('response', (_client, status, size, time) => {
    times.push(time);
    bytes += size;
    if (status >= 400) failed += 1;
  });
  const result = await promise;
  const elapsed = (performance.now() - begun) / 1000;
  const sorted = Float64Array.from(times).sort();
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return {
    perSecond: sorted.length / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    bytes: Math.round(bytes / Math.max(sorted.length, 1)),
    failed: failed + result.errors + result.timeouts,
    elapsed,
  };
}
