import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../process/clock.server.ts';
import { StartFault } from '../../process/start-fault.server.ts';
import { archiveFolder, closeLines } from '../archive/archive-line.server.ts';
import { holdFolder } from '../hold-folder.server.ts';
import { prepareLaunch } from '../launch-options.server.ts';
import { canAccess, chooseAccount, handOver } from '../postgres-account.server.ts';
import { findBinaries } from '../postgres-binaries.server.ts';
import { clearLeftOvers, finishSwap, siblings, swapFolders } from '../swap-folder.server.ts';
import { type Choice, chooseBaseCopy } from './choose-base-copy.server.ts';
import { recover, recoverySettings } from './recover.server.ts';
import { unpackArchive } from './unpack-archive.server.ts';

interface RestoreOptions {
  /** The data folder whose database is replaced, or created if there is none. */
  dataDir: string;
  /** The archive; the data folder's own by default. */
  archive?: string | undefined;
  moment: Date;
  clock: Clock;
}

/**
 * Restores the embedded database as it was at a moment: beside the present one, which it replaces once it has been checked. Returns the
 * folder that the former database was moved to, if there was one. Throws `StartFault`, and changes nothing, if that is impossible.
 */
export async function restoreUntil({
  dataDir,
  moment,
  clock,
  ...options
}: RestoreOptions): Promise<string | undefined> {
  const archive = options.archive ?? archiveFolder(dataDir);
  const folder = join(dataDir, 'postgres');
  finishSwap(folder);
  const isThere = existsSync(folder);
  const release = isThere ? await holdFolder(folder) : async () => {};
  try {
    const choice = chooseBaseCopy({ archive, moment, folder: isThere ? folder : undefined });
    mkdirSync(dataDir, { recursive: true });
    await clearLeftOvers(folder);
    const replacement = await rebuild(dataDir, { choice, moment });
    return replace(folder, { replacement, clock });
  } finally {
    await release();
  }
}

/** Puts the database that the last restore moved aside back in its place. Returns the folder that the present one was moved to. */
export async function undoRestore({
  dataDir,
  clock,
}: Pick<RestoreOptions, 'dataDir' | 'clock'>): Promise<string | undefined> {
  const folder = join(dataDir, 'postgres');
  finishSwap(folder);
  const release = existsSync(folder) ? await holdFolder(folder) : async () => {};
  try {
    await clearLeftOvers(folder);
    const former = existsSync(dataDir) ? formerDatabases(folder).at(-1) : undefined;
    if (!former) throw new StartFault(`There is no restore to undo in ${dataDir}.`);
    return replace(folder, { replacement: former, clock });
  } finally {
    await release();
  }
}

const formerDatabases = (folder: string): string[] =>
  siblings(folder)
    .filter((path) => path.startsWith(`${folder}.before-`))
    .sort();

/** Builds the database of a moment in a folder of its own; removes that folder if this fails. */
async function rebuild(dataDir: string, { choice, moment }: { choice: Choice; moment: Date }): Promise<string> {
  const draft = join(dataDir, `postgres.restoring-${process.pid}`);
  const account = chooseAccount([join(dataDir, 'postgres'), dataDir]);
  const binaries = findBinaries(account, dataDir);
  const canReach = canAccess(account, dataDir);
  mkdirSync(draft, { mode: 0o700 });
  try {
    await unpackArchive(choice, draft);
    handOver(account, draft, true);
    const place = { account, folder: draft, durable: true, binaries, canReach, settings: recoverySettings };
    await recover(prepareLaunch(place), { moment, until: choice.until });
    return draft;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Swaps the folders. The archive's lines end here, because the WAL of the other database doesn't continue them. */
function replace(folder: string, { replacement, clock }: { replacement: string; clock: Clock }): string | undefined {
  const stamp = clock.now().toISOString().replaceAll(/[:.]/g, '-');
  const aside = existsSync(folder) ? `${folder}.before-${stamp}` : undefined;
  closeLines(archiveFolder(join(folder, '..')));
  swapFolders(folder, { replacement, aside });
  return aside;
}
