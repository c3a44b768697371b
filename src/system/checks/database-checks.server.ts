import { sql } from 'kysely';
import { countText } from '#lib/text/count-text.ts';
import { formatSize } from '#lib/uploads.ts';
import type { Db } from '#platform/db/db.server.ts';
import { goneAfter } from '#platform/db/live-nodes.server.ts';
import { readSchemaState } from '#platform/db/pending-migrations.server.ts';
import { failing, type HealthCheck, off, ok, warning } from './check.server.ts';

const slowMs = 50;

/**
 * Milliseconds that the simplest query takes. The shortest of several measurements is the network's delay; longer ones include waiting for
 * this process.
 */
async function roundTrip(db: Db): Promise<number> {
  const start = performance.now();
  await sql`select 1`.execute(db);
  return performance.now() - start;
}

const database: HealthCheck = {
  key: 'database',
  name: 'Database',
  group: 'Data',
  needsDatabase: true,
  async run({ db }) {
    const ms = Math.min(await roundTrip(db), await roundTrip(db), await roundTrip(db));
    const { rows } = await sql<{ version: string; bytes: number; used: number; most: number }>`
      select split_part(current_setting('server_version'), ' ', 1) as version, pg_database_size(current_database()) as bytes,
        (select count(*)::int from pg_stat_activity
          where datid is not null and coalesce(backend_type, 'client backend') = 'client backend') as used, -- null: of a user hidden from ours
        current_setting('max_connections')::int as most`.execute(db);
    const { version = '', bytes = 0, used = 0, most = 1 } = rows[0] ?? {};
    const figure = `PostgreSQL ${version}, answers in ${ms.toFixed(1)} ms, ${formatSize(bytes)}, ${used} of ${most} connections`;
    if (used > 0.9 * most) {
      return warning(
        figure,
        'Nearly all connections are taken. Raise max_connections, or run fewer processes against it.',
      );
    }
    if (ms > slowMs)
      return warning(figure, 'It is slow. See whether its machine is busy, and run it close to the shop’s server.');
    return ok(figure);
  },
};

const replication: HealthCheck = {
  key: 'replication',
  name: 'Replication',
  group: 'Data',
  needsDatabase: true,
  async run({ db, env }) {
    const { rows } = await sql<{ state: string | null; lag: number }>`
      select state, coalesce(extract(epoch from replay_lag), 0)::float8 as lag from pg_stat_replication`.execute(db);
    if (rows.length === 0) {
      if (env.databaseReplicaUrl === undefined) return off('No replica is connected');
      return warning('No replica is connected', 'The primary is read instead. See the log of the replica’s server.');
    }
    const count = countText(rows.length, 'replica');
    const seen = rows.filter(({ state }) => state !== null);
    if (seen.length === 0) return ok(`${count}; our user may not see more (it lacks pg_read_all_stats)`);
    const lag = Math.max(...seen.map((row) => row.lag));
    const figure = `${count}, at most ${lag.toFixed(1)} s behind`;
    if (seen.some(({ state }) => state !== 'streaming'))
      return warning(
        `${figure}, one is not streaming`,
        'See the log of that replica; it may be catching up or cut off.',
      );
    return lag > 10 ? warning(figure, 'See whether the replica or its network is overloaded.') : ok(figure);
  },
};

const schema: HealthCheck = {
  key: 'schema',
  name: 'Schema',
  group: 'Data',
  needsDatabase: true,
  async run({ db }) {
    const { last = 'none', pending } = await readSchemaState(db);
    if (pending.length === 0) return ok(`Up to date: ${last}`);
    const figure = `${countText(pending.length, 'migration')} waiting: ${pending.join(', ')}`;
    return warning(figure, 'A restart applies them. One that waits for older processes runs once those have stopped.');
  },
};

const clockCheck: HealthCheck = {
  key: 'clock',
  name: 'Clock',
  group: 'Machine',
  needsDatabase: true,
  async run({ db, clock }) {
    const before = clock.now().getTime();
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
    const between = (before + clock.now().getTime()) / 2;
    const seconds = Math.abs((rows[0]?.at.getTime() ?? 0) - between) / 1000;
    const figure = seconds < 0.1 ? 'Same time as the database' : `${seconds.toFixed(1)} s from the database’s time`;
    const advice = 'Turn on time synchronisation (NTP) on both machines: sign-ins, links and reports go by the clock.';
    if (seconds > 30) return failing(figure, advice);
    return seconds > 2 ? warning(figure, advice) : ok(figure);
  },
};

const nodes: HealthCheck = {
  key: 'nodes',
  name: 'Processes',
  group: 'Machine',
  needsDatabase: true,
  async run({ db }) {
    const { rows } = await sql<{ version: string }>`
      select version from nodes where beat_at > now() - ${goneAfter}::interval and role <> 'command'`.execute(db);
    if (rows.length === 0) return warning('None has reported lately', 'See the log of the processes.');
    const versions = [...new Set(rows.map(({ version }) => version))];
    const figure = `${countText(rows.length, 'process', 'processes')} of version ${versions.join(' and ')}`;
    if (versions.length === 1) return ok(figure);
    return warning(figure, 'An upgrade is under way. Bring the remaining processes to the new version.');
  },
};

export const databaseChecks: readonly HealthCheck[] = [database, replication, schema, clockCheck, nodes];
