import type pg from 'pg';
import { type Collector, gauge } from './registry.server.ts';

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
    gauge('db_client_connection_pending_requests', 'Statements that wait for a connection.', pool.waitingCount),
  ];
};
