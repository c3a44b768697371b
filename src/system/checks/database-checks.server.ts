import { sql } from 'kysely';
import { countText } from '#lib/text/count-text.ts';
import { durationText } from '#lib/text/duration-text.ts';
import { formatSize } from '#lib/uploads.ts';
import type { Db } from '#platform/db/db.server.ts';
import { readSchemaState } from '#platform/db/pending-migrations.server.ts';
import { failing, type HealthCheck, off, ok, warning } from './check.server.ts';

/** Whether a table exists: those of features that this release may lack. */
export async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass(${name}) is not null as "isThere"`.execute(db);
  return rows[0]?.isThere ?? false;
}

const slowMs = 50;

/** Milliseconds of the shortest question. The best of several is the network's; others waited for this process. */
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
        (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
        current_setting('max_connections')::int as most`.execute(db);
    const { version = '', bytes = 0, used = 0, most = 1 } = rows[0] ?? {};
    const figure = `PostgreSQL ${version}, answers in ${ms.toFixed(1)} ms, ${formatSize(bytes)}, ${used} of ${most} connections`;
    if (used > 0.9 * most) {
      return warning(
        figure,
        'Nearly all connections are taken. Raise max_connections, or run fewer processes against it.',
      );
    }
    if (ms > slowMs) return warning(figure, 'It is slow. See whether its machine is busy, and put it near the shop.');
    return ok(figure);
  },
};

const replication: HealthCheck = {
  key: 'replication',
  name: 'Replication',
  group: 'Data',
  needsDatabase: true,
  async run({ db }) {
    const { rows } = await sql<{ state: string; lag: number }>`
      select state, coalesce(extract(epoch from replay_lag), 0)::float8 as lag from pg_stat_replication`.execute(db);
    if (rows.length === 0) return off('No replica is connected');
    const lag = Math.max(...rows.map((row) => row.lag));
    const figure = `${countText(rows.length, 'replica')}, at most ${lag.toFixed(1)} s behind`;
    if (rows.some(({ state }) => state !== 'streaming'))
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
    const figure = seconds < 0.1 ? 'In step with the database’s' : `${seconds.toFixed(1)} s from the database’s`;
    const advice = 'Turn on time synchronisation (NTP) on both machines: sign-ins, links and reports go by the clock.';
    if (seconds > 30) return failing(figure, advice);
    return seconds > 2 ? warning(figure, advice) : ok(figure);
  },
};

/** Longer than several heartbeats of a process. */
const aliveSeconds = 60;

interface Node {
  id: string;
  version?: string;
  role?: string;
  seconds: number;
}

const nodes: HealthCheck = {
  key: 'nodes',
  name: 'Processes',
  group: 'Machine',
  needsDatabase: true,
  async run({ db }) {
    if (!(await hasTable(db, 'nodes'))) return off('Processes are not recorded in this release');
    // As JSON, because the table's columns belong to another part of the program.
    const { rows } = await sql<{ node: Node }>`
      select to_jsonb(n) || jsonb_build_object('seconds', extract(epoch from now() - n.beat_at)) as node
      from nodes n where n.beat_at > now() - make_interval(secs => ${aliveSeconds})`.execute(db);
    const alive = rows.map(({ node }) => node);
    const versions = [...new Set(alive.map(({ version = '' }) => version))];
    const figure = `${countText(alive.length, 'process', 'processes')} of version ${versions.join(' and ') || 'unknown'}`;
    if (alive.length === 0) return warning('None has reported for a minute', 'See the log of the processes.');
    if (versions.length > 1)
      return warning(figure, 'An upgrade is under way. Bring the remaining processes to the new version.');
    const late = Math.max(...alive.map(({ seconds }) => seconds));
    return late > 30
      ? warning(`${figure}, one silent for ${durationText(late)}`, 'See whether that process still runs.')
      : ok(figure);
  },
};

export const databaseChecks: readonly HealthCheck[] = [database, replication, schema, clockCheck, nodes];
