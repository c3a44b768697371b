import { rmSync } from 'node:fs';
import pg from 'pg';
import { StartFault } from '../../process/start-fault.server.ts';
import { reasonOf } from '../archive/report-failures.server.ts';
import type { prepareLaunch } from '../launch-options.server.ts';
import { type LaunchResult, launch, shutDown } from '../postgres-process.server.ts';

/** Settings with which the server replays the WAL in its folder, and then ends recovery. */
export const recoverySettings = {
  wal_level: 'replica',
  hot_standby: 'off',
  restore_command: 'false', // all WAL is in the folder already
  recovery_target_timeline: 'current',
  recovery_target_action: 'promote',
};

interface Target {
  moment: Date;
  /** The WAL was archived up to this moment, so every change up to it must be found. */
  until: Date;
}

/**
 * Replays the WAL in an unpacked folder up to a moment, reads every table once, and stops the server. Throws `StartFault` if the WAL
 * ends before the moment although it was archived that far.
 */
export async function recover(prepared: ReturnType<typeof prepareLaunch>, { moment, until }: Target): Promise<void> {
  const { launchOptions, connection } = prepared;
  const start = (target: Record<string, string>) =>
    launch({ ...launchOptions, settings: { ...launchOptions.settings, ...target } });
  let result = await start({ recovery_target_time: moment.toISOString().replace('Z', '+00') });
  // If nothing was committed after the moment, nothing ends the recovery before the end of the WAL, so all of it is replayed.
  const isAtEnd =
    result.state !== 'ready' && result.reason.includes('recovery ended before configured recovery target');
  if (isAtEnd && moment >= until) result = await start({});
  if (result.state !== 'ready') throw damaged(result);
  try {
    await check(connection, isAtEnd ? until : undefined);
  } finally {
    await shutDown(result.child);
    if (connection.host !== launchOptions.folder) rmSync(connection.host, { recursive: true, force: true });
  }
}

const damaged = (result: Exclude<LaunchResult, { state: 'ready' }>): StartFault =>
  new StartFault(`The database could not be restored from the archive (${result.reason}).`);

/** Reads every table, which verifies the checksums of its pages. With `until`, its last commit must not be earlier. */
async function check(connection: pg.ClientConfig, until: Date | undefined): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => {}); // reported by query() too
  await client.connect();
  try {
    const replayed = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
    const at = replayed.rows[0]?.at;
    if (until && (!at || at < until)) throw new Error(`its WAL ends at ${at?.toISOString()}`);
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname <> 'information_schema'`,
    );
    for (const { name } of tables.rows) await client.query(`select count(*) from ${name}`);
  } catch (cause) {
    throw new StartFault(`The restored database is damaged (${reasonOf(cause)}).`, { cause });
  } finally {
    await client.end();
  }
}
