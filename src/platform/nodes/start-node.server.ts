import type { FastifyBaseLogger } from 'fastify';
import { type Connection, type OpenDb, openDb } from '../db/db.server.ts';
import { migrate, type MigrateOptions, waitingContracts } from '../db/migrate.server.ts';
import { type Rounds, startRounds } from '../process/periodic-rounds.server.ts';
import { joinNodes, type Node } from './join-nodes.server.ts';

export interface StartNode {
  database: OpenDb;
  /** A connection to the server itself: `database` may go through a pooler. */
  direct: Connection;
  log: FastifyBaseLogger;
  role: string;
  migration?: Pick<MigrateOptions, 'folder' | 'report' | 'beforeChange'>;
}

/**
 * Migrates the database and joins its nodes. Contract migrations that had to wait for processes of a former release are tried again
 * until they are done.
 */
export async function startNode({ database, direct, log, role, migration = {} }: StartNode): Promise<Node> {
  const report = (line: string): void => {
    log.info(line);
    migration.report?.(line);
  };
  const run = async (isBrief: boolean): Promise<void> => {
    const { db, close } = openDb({ ...direct, max: 2 }, { error() {} }); // a lost connection fails the migration
    try {
      const applied = await migrate(db, { ...migration, report, isBrief });
      if (applied.length > 0) log.info({ migrations: applied }, 'the database was migrated');
    } finally {
      await close();
    }
  };
  await run(false);
  const node = await joinNodes({ db: database.db, log, role, folder: migration.folder });
  const contracts = startContracts({ database, log, folder: migration.folder }, () => run(true));
  return {
    ...node,
    async leave() {
      await contracts.stop();
      await node.leave();
    },
  };
}

const contractsEveryMs = 10_000;
const reportsEveryMs = 60_000;

/** Tries the contract migrations that are left, every few seconds until they are done. */
function startContracts(
  { database, log, folder }: Pick<StartNode, 'database' | 'log'> & { folder: string | undefined },
  run: () => Promise<void>,
): Rounds {
  let isDone = false;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const round = async (): Promise<void> => {
    if (isDone) return;
    const waiting = await waitingContracts(database.db, folder);
    isDone = waiting.length === 0;
    if (waiting.some(({ versions }) => versions.length === 0)) await run();
    else if (!isDone && performance.now() - reportedAt >= reportsEveryMs) {
      reportedAt = performance.now();
      log.info({ waiting }, 'contract migrations wait until no process of these versions is left');
    }
  };
  const failed = (error: unknown) => log.warn({ err: error }, 'a contract migration failed, and will be tried again');
  return startRounds(round, { everyMs: contractsEveryMs, failed });
}
