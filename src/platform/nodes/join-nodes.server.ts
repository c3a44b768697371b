import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import { newId } from '#lib/uuid.ts';
import type { Db } from '../db/db.server.ts';
import { readMigrations } from '../db/migration-files.server.ts';
import { recordedMigrations, refuseContracted, unknownContract } from '../db/migration-record.server.ts';
import { startRounds } from '../process/periodic-rounds.server.ts';
import { programVersion } from '../process/version.server.ts';

/** A third of the time after which a process counts as gone: one lost beat has no consequence. */
const beatsEveryMs = 10_000;

/** This process as one of the nodes on its database. */
export interface JoinedNode {
  id: string;
  /** Why this process can no longer serve, because of the database's schema; undefined if it can. */
  unfitReason(): string | undefined;
  /** Stops the heartbeat. The node counts as alive for 30 s more, so that a process of this release can take its place. */
  leave(): Promise<void>;
}

export interface NodeOptions {
  db: Db;
  log: FastifyBaseLogger;
  /** `web`, `worker`, `web,worker` or `command`. */
  role: string;
  /** Where the migrations are; the program's own by default. */
  folder?: string | undefined;
}

/**
 * Adds this process to the table of nodes and keeps its heartbeat. While it beats, nothing that its release uses is removed from the
 * database. Throws `StartFault` if that has happened already.
 */
export async function joinNodes({ db, log, role, folder }: NodeOptions): Promise<JoinedNode> {
  const files = await readMigrations(folder);
  const id = newId();
  const last = (names: string[]): string => names.at(-1) ?? '';
  const row = {
    id,
    version: programVersion,
    role,
    schema_min: last(files.filter(({ phase }) => phase === 'expand').map(({ name }) => name)),
    schema_max: last(files.map(({ name }) => name)),
    // The database's clock, because the nodes' clocks may differ; `now()` would be from before the wait for a contract migration.
    started_at: sql<Date>`clock_timestamp()`,
    beat_at: sql<Date>`clock_timestamp()`,
  };
  let unfit: string | undefined;
  const beat = async (): Promise<void> => {
    await db
      .insertInto('nodes')
      .values(row)
      .onConflict((existing) => existing.column('id').doUpdateSet({ beat_at: row.beat_at }))
      .execute();
    const contract = unknownContract(await recordedMigrations(db), files);
    if (contract !== undefined && unfit === undefined)
      log.error({ contract }, 'a newer version has changed the database; this process no longer fits it');
    unfit = contract === undefined ? undefined : 'schema too new';
    await sql`delete from nodes where beat_at < now() - interval '1 day'`.execute(db);
  };
  // First the row is added, then the schema is checked. A contract migration does this in reverse order, so at least one sees the other.
  await db.insertInto('nodes').values(row).execute();
  try {
    refuseContracted(await recordedMigrations(db), files);
  } catch (error) {
    await db.deleteFrom('nodes').where('id', '=', id).execute(); // so that no contract migration waits for it
    throw error;
  }
  const failed = (error: unknown) => log.warn({ err: error }, 'a heartbeat was not written');
  const rounds = startRounds(beat, { everyMs: beatsEveryMs, failed });
  return {
    id,
    unfitReason: () => unfit,
    leave: rounds.stop,
  };
}
