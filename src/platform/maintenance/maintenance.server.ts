import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { publishChange } from '../db/changes.server.ts';
import { type Db, inTransaction } from '../db/db.server.ts';
import { startRounds } from '../process/periodic-rounds.server.ts';

/** Maintenance mode while it is on: the reason that visitors see, and since when. */
export interface MaintenanceState {
  /** The operator's own sentence; may be empty. */
  reason: string;
  since: Date;
}

export interface Maintenance {
  /** Undefined while changes are accepted. */
  current(): MaintenanceState | undefined;
  /** Calls `changed` whenever any process has switched the mode. */
  subscribe(changed: () => void): void;
  stop(): Promise<void>;
}

/** How often each process reads the mode. */
const readsEveryMs = 1_000;

/** This long after a switch, every process has read the new mode and has begun to refuse changes. */
const followedAfterMs = 3 * readsEveryMs;

/** Follows the mode that is stored in the database. While the database is away, the last known mode holds. */
export async function followMaintenance({ db, log }: { db: Db; log: FastifyBaseLogger }): Promise<Maintenance> {
  const listeners: (() => void)[] = [];
  let state = await readMaintenance(db);
  const read = async (): Promise<void> => {
    const now = await readMaintenance(db);
    const hasChanged = now?.since.getTime() !== state?.since.getTime() || now?.reason !== state?.reason;
    state = now;
    if (hasChanged) for (const changed of listeners) changed();
  };
  const failed = (error: unknown) => log.debug({ err: error }, 'could not read the maintenance mode');
  const rounds = startRounds(read, { everyMs: readsEveryMs, failed });
  return { current: () => state, subscribe: (changed) => void listeners.push(changed), stop: rounds.stop };
}

/** Maintenance mode as the database has it; undefined while it is off. */
export async function readMaintenance(db: Db): Promise<MaintenanceState | undefined> {
  return db.selectFrom('maintenance').select(['reason', 'since']).where('is_on', '=', true).executeTakeFirst();
}

export interface MaintenanceSwitch {
  isOn: boolean;
  reason?: string;
  /** Who switched: a command, a job, or a person's name. */
  by: string;
  at: Date;
}

/**
 * Switches maintenance mode for all processes on the database. When switching it on, returns once they refuse changes and take no more
 * jobs; changes and jobs that had begun may still be running.
 */
export async function switchMaintenance(db: Db, { isOn, reason = '', by, at }: MaintenanceSwitch): Promise<void> {
  const row = { is_on: isOn, reason, since: at, switched_by: by };
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('maintenance')
      .values(row)
      .onConflict((existing) => existing.column('id').doUpdateSet(row))
      .execute();
    await publishChange(tx, 'settings'); // every page shows the mode
  });
  if (isOn) await sleep(followedAfterMs);
}
