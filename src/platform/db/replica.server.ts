import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import { errorCode } from '#lib/error-code.ts';
import { type Changes, topics } from './changes.server.ts';
import { type Connection, type Db, openDb } from './db.server.ts';
import { isConnectionLost } from './lost-connection.server.ts';
import { startRounds } from '../process/periodic-rounds.server.ts';

/** A read replica of the primary database (`DATABASE_REPLICA_URL`), which may lag behind it. */
export interface Replica {
  /**
   * The replica's database, if it has replayed all published changes and the write at `position`. Undefined if it lags or can't be
   * reached: then read from the primary.
   */
  upTo(position?: string): Db | undefined;
  /** The end of the primary's write-ahead log (`0/1A2B3C4D`), which includes everything committed before this call. */
  position(): Promise<string>;
  stop(): Promise<void>;
}

export interface Readable {
  db: Db;
  replica?: Replica | undefined;
}

/** The replica, or the primary if the replica is not up to date. */
export const databaseUpTo = ({ db, replica }: Readable, position: string | undefined): Db =>
  replica?.upTo(position) ?? db;

/**
 * Runs `work` on the replica, or on the primary if the replica is not up to date. `work` must only read: if the replica fails,
 * it is run again on the primary.
 */
export async function readUpTo<T>(
  databases: Readable,
  position: string | undefined,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const chosen = databaseUpTo(databases, position);
  try {
    return await work(chosen);
  } catch (error) {
    if (chosen === databases.db || (!isConnectionLost(error) && !isCancelled(error))) throw error;
    return work(databases.db);
  }
}

/** Whether a replica has cancelled a query because the changes that it replays conflict with it. */
const isCancelled = (error: unknown): boolean => errorCode(error) === '40001';

const pollMs = 200;

interface ReplicaOptions {
  connection: Connection;
  primary: Db;
  changes: Changes;
  log: FastifyBaseLogger;
}

/** Connects to the replica and keeps track of how far it has replayed. A replica that is down or lags is not an error of the shop. */
export function startReplica({ connection, primary, changes, log }: ReplicaOptions): Replica {
  const { db, close } = openDb(connection, log);
  let replayed: bigint | undefined;
  /** The position that every reader needs, because a change was published before it; undefined until it has been read. */
  let required: bigint | undefined;
  let publishedChanges = 0;
  let isFailing = false;

  const position = async (): Promise<string> => {
    const { rows } = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(primary);
    return rows[0]?.at ?? '';
  };
  /** A notification arrives after the commit that it announces, so what is in the log by now includes that commit. */
  const noteChange = async (): Promise<void> => {
    required = undefined;
    const change = ++publishedChanges;
    const end = positionValue(await position());
    if (change === publishedChanges) required = end;
  };
  const poll = async (): Promise<void> => {
    const { rows } = await sql<{ at: string | null }>`select pg_last_wal_replay_lsn()::text as at`.execute(db);
    replayed = positionValue(rows[0]?.at ?? '');
    if (replayed === undefined) throw new Error('DATABASE_REPLICA_URL is not a replica.');
    if (required === undefined) await noteChange();
    if (isFailing) log.info('the read replica is back');
    isFailing = false;
  };
  const failed = (error: unknown): void => {
    replayed = undefined;
    if (!isFailing) log.warn({ err: error }, 'the read replica is away; the primary database is read instead');
    isFailing = true;
  };
  for (const topic of topics) changes.subscribe(topic, () => void noteChange().catch(() => {})); // the next poll tries again
  const rounds = startRounds(poll, { everyMs: pollMs, failed });

  return {
    upTo(after) {
      if (replayed === undefined || required === undefined || replayed < required) return undefined;
      const own = after === undefined ? 0n : positionValue(after);
      return own !== undefined && own <= replayed ? db : undefined;
    },
    position,
    async stop() {
      await rounds.stop();
      await close();
    },
  };
}

/** A position in the write-ahead log as a number: the two halves of `0/1A2B3C4D` are hexadecimal. Undefined for any other text. */
function positionValue(text: string): bigint | undefined {
  const [, high, low] = /^([\da-f]{1,8})\/([\da-f]{1,8})$/i.exec(text) ?? [];
  return high === undefined || low === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
