import type pg from 'pg';
import type { Collector } from './registry.server.ts';

/** The connections of a pool. */
export const poolMetrics = (pool: pg.Pool): Collector => {
  const name = 'db_client_connection_count';
  return () => [
    {
      name,
      help: 'Connections to the database.',
      type: 'gauge',
      samples: [
        { labels: { state: 'idle' }, value: pool.idleCount },
        { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
      ],
    },
    {
      name: 'db_client_connection_pending_requests',
      help: 'Statements that wait for a connection.',
      type: 'gauge',
      samples: [{ value: pool.waitingCount }],
    },
  ];
};
