import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../process/clock.server.ts';
import { StartFault } from '../process/start-fault.server.ts';
import { type Account, handOver } from './postgres-account.server.ts';
import type { Binaries } from './postgres-binaries.server.ts';
import { quietEnv } from './postgres-process.server.ts';

/** The only user of the embedded database. */
export const user = 'spruce';

/** The server's working folder, by a link that the kernel always follows, for an account that can't access the path to the folder. */
export const workingFolder = '/proc/self/cwd';

/** The fault of a data folder that can't be used. */
export function unusable(dataDir: string, cause: unknown): StartFault {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StartFault(`The data folder ${dataDir} can't be used (${reason}). Set DATA_DIR to one that can.`, {
    cause,
  });
}

interface InitOptions {
  binaries: Binaries;
  account: Account;
  folder: string;
  canReach: boolean;
  durable: boolean;
}

/** Creates the database in a draft folder and renames that when it is complete, so that no partial database can remain. */
export function initialise({ binaries, account, folder, canReach, durable }: InitOptions): void {
  clearDrafts(folder);
  const draft = `${folder}.new-${process.pid}`;
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    handOver(account, draft);
  } catch (cause) {
    throw unusable(join(folder, '..'), cause);
  }
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '-E', 'UTF8'];
  const data = canReach ? draft : workingFolder;
  const args = ['-D', data, '-U', user, '-A', 'trust', ...locale, ...(durable ? [] : ['--no-sync'])];
  const result = spawnSync(binaries.initdb, args, { cwd: draft, env: quietEnv, encoding: 'utf8', ...account.become });
  if (result.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    const reason = result.error?.message ?? result.stderr.trim();
    throw unusable(join(folder, '..'), new Error(reason.split('\n').slice(-3).join(' ')));
  }
  try {
    renameSync(draft, folder);
  } catch (cause) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(join(folder, 'PG_VERSION'))) throw unusable(join(folder, '..'), cause); // otherwise another process created it first
  }
}

function clearDrafts(folder: string): void {
  const parent = join(folder, '..');
  for (const name of readdirSync(parent).filter((one) => one.startsWith('postgres.new-'))) {
    const age = systemClock.now().getTime() - statSync(join(parent, name)).mtimeMs;
    if (age > 600_000) rmSync(join(parent, name), { recursive: true, force: true });
  }
}
