import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { type Collector, gauge, Histogram } from './registry.server.ts';

const kinds: Record<number, string> = { 1: 'minor', 4: 'major', 8: 'incremental', 16: 'weakcb' };

/** How often the delay of the event loop is measured, in milliseconds. */
const resolution = 20;

/** What the process uses, under the metric names of Prometheus' client libraries. */
export function processMetrics(): { collect: Collector; stop: () => void } {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  const collections = new Histogram(
    { name: 'nodejs_gc_duration_seconds', help: 'Garbage collections by kind.' },
    { labels: ['kind'], limits: [0.001, 0.01, 0.1, 1] },
  );
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { duration, detail } = entry as unknown as { duration: number; detail: { kind: number } }; // as Node documents entries of this type
      const { kind } = detail;
      collections.observe(duration / 1000, kinds[kind] ?? 'other');
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  const lag = (name: string, help: string, nanoseconds: number) =>
    gauge(`nodejs_eventloop_lag_${name}_seconds`, help, Math.max(0, nanoseconds / 1e9 - resolution / 1000));
  return {
    collect() {
      const { heapUsed, heapTotal, external, rss } = process.memoryUsage();
      const { user, system } = process.cpuUsage();
      const delays = [
        lag('p50', 'Delay of the event loop since the last scrape, median.', delay.percentile(50)),
        lag('p99', 'Delay of the event loop since the last scrape, 99th percentile.', delay.percentile(99)),
        lag('max', 'Delay of the event loop since the last scrape, longest.', delay.max),
      ];
      delay.reset();
      return [
        {
          name: 'process_cpu_seconds_total',
          help: 'CPU time of the process.',
          type: 'counter',
          samples: [{ value: (user + system) / 1e6 }],
        },
        gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
        gauge('process_start_time_seconds', 'When the process started, in Unix time.', performance.timeOrigin / 1000),
        gauge('process_open_fds', 'Open files and connections.', openFiles()),
        gauge('nodejs_heap_size_used_bytes', 'JavaScript memory in use.', heapUsed),
        gauge('nodejs_heap_size_total_bytes', 'JavaScript memory reserved.', heapTotal),
        gauge('nodejs_external_memory_bytes', 'Memory of buffers and native objects.', external),
        ...delays,
        collections.family(),
      ];
    },
    stop() {
      delay.disable();
      observer.disconnect();
    },
  };
}

/** The number of open files and connections; NaN on systems other than Linux. */
function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return NaN;
  }
}
