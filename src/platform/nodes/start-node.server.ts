import type { FastifyBaseLogger } from 'fastify';
import { type Connection, type OpenDb, openDb } from '../db/db.server.ts';
import { migrate, type MigrateOptions, waitingContracts } from '../db/migrate.server.ts';
import { type Rounds, startRounds } from '../process/periodic-rounds.server.ts';
import { joinNodes, type JoinedNode } from './join-nodes.server.ts';

export interface StartNode {
  database: OpenDb;
  /** A connection to the server itself: `database` may go through a pooler. */
  direct: Connection;
  log: FastifyBaseLogger;
  role: string;
  migration?: Pick<MigrateOptions, 'folder' | 'report' | 'beforeChange' | 'leavesContracts'> & {
    /** Called whenever migrations have succeeded, at the start and later. */
    afterChange?: () => Promise<void>;
  };
}

/**
 * Migrates the database and joins its nodes. Contract migrations that had to wait for processes of a former release are tried again
 * until they are done, unless the process leaves them to others.
 */
export async function startNode({ database, direct, log, role, migration = {} }: StartNode): Promise<JoinedNode> {
  const report = (line: string): void => {
    log.info(line);
    migration.report?.(line);
  };
  const run = async (options: Pick<MigrateOptions, 'withoutWaiting' | 'signal'> = {}): Promise<void> => {
    const { db, close } = openDb({ ...direct, max: 2 }, { error() {} }); // a lost connection fails the migration
    try {
      const applied = await migrate(db, { ...migration, report, ...options });
      if (applied.length === 0) return;
      log.info({ migrations: applied }, 'the database was migrated');
      await migration.afterChange?.();
    } finally {
      await close();
    }
  };
  await run();
  const node = await joinNodes({ db: database.db, log, role, folder: migration.folder });
  const contracts = migration.leavesContracts
    ? undefined
    : startContracts({ database, log, folder: migration.folder }, (signal) => run({ withoutWaiting: true, signal }));
  return {
    ...node,
    async leave() {
      await contracts?.stop();
      await node.leave();
    },
  };
}

const contractsEveryMs = 10_000;
const reportsEveryMs = 60_000;
/** The longest pause after failures. Each failure doubles the pause, because an attempt may make a backup. */
const longestPauseMs = 600_000;

/** Tries the contract migrations that are left, every few seconds until they are done, and less often after failures. */
function startContracts(
  { database, log, folder }: Pick<StartNode, 'database' | 'log'> & { folder: string | undefined },
  run: (signal: AbortSignal) => Promise<void>,
): Rounds {
  let isDone = false;
  let reportedAt = Number.NEGATIVE_INFINITY;
  let notBefore = Number.NEGATIVE_INFINITY;
  let pauseMs = contractsEveryMs;
  const round = async (signal: AbortSignal): Promise<void> => {
    if (isDone || performance.now() < notBefore) return;
    const waiting = await waitingContracts(database.db, folder);
    isDone = waiting.length === 0;
    if (waiting.some(({ versions }) => versions.length === 0)) await run(signal);
    else if (!isDone && performance.now() - reportedAt >= reportsEveryMs) {
      reportedAt = performance.now();
      log.info({ waiting }, 'contract migrations wait until no process of these versions is left');
    }
  };
  const failed = (error: unknown): void => {
    log.warn({ err: error }, 'a contract migration failed, and will be tried again');
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    notBefore = performance.now() + pauseMs;
  };
  return startRounds(round, { everyMs: contractsEveryMs, failed });
}
