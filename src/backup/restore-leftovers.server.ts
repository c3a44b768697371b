import { join } from 'node:path';
import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { clearLeftOvers } from '#platform/postgres/swap-folder.server.ts';
import { currentDatabase } from './database/database-beside.server.ts';
import type { BackupDeps } from './make-backup.server.ts';
import { removeLeftovers } from './restore/leftovers.server.ts';
import { whileNoneRestores } from './restore/restore.server.ts';
import { withDrillDatabase } from './restore-drill.server.ts';

const leftoversJob = jobKind('restore-leftovers', { retries: 0 });

/** Registers the hourly removal of leftovers, which is due at the start, too. Call it before the queue is started. */
export function startLeftoversJob(deps: BackupDeps & Pick<Deps, 'jobs'>): void {
  deps.jobs.hourly(leftoversJob, () => removeAllLeftovers(deps));
}

/** Removes what killed restores and drills have left, which may be as large as the shop, unless a restore or drill is running. */
export async function removeAllLeftovers({ env, files, connection }: BackupDeps): Promise<void> {
  const isEmbedded = env.databaseUrl === undefined; // then no other machine can have restored it
  const place = { env, files, connection, database: await currentDatabase(connection) };
  await whileNoneRestores(place, () => removeLeftovers(place, { withFormer: isEmbedded }));
  await withDrillDatabase(connection, async () => {});
  if (isEmbedded) await clearLeftOvers(join(env.dataDir, 'postgres'));
}
