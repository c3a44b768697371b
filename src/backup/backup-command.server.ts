import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDb } from '#platform/db/db.server.ts';
import { tableExists } from '#platform/db/migration-record.server.ts';
import { systemClock } from '#platform/process/clock.server.ts';
import { readEnv } from '#platform/process/env.server.ts';
import { openLog } from '#platform/process/log.server.ts';
import { progressBar } from '#platform/process/progress-bar.server.ts';
import { StartFault } from '#platform/process/start-fault.server.ts';
import { makeFiles } from '#platform/storage/files.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { contentOf } from './archive/manifest.server.ts';
import { backupsPrefix, openBackupStore } from './backup-store.server.ts';
import { checkArchive, type OnProgress, writeArchive } from './create-archive.server.ts';
import { withClient } from './database/database-client.server.ts';
import { appliedMigrations } from './database/dump-database.server.ts';
import { makeBackup } from './make-backup.server.ts';
import { envOfShop, reachShop } from './shop-connection.server.ts';

const usage = `Usage:
  npm run backup                    backs up the shop into its folder or bucket of backups
  npm run backup -- FILE            backs it up into FILE
  npm run backup -- --check FILE    reads a backup and compares every checksum`;

/** Runs the backup command. Returns its exit code: 0 done, 1 failed or not possible, 2 wrong usage. */
export async function run(args: readonly string[]): Promise<number> {
  const options = readArguments(args);
  if (!options) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const bar = progressBar(process.stderr);
  try {
    const report = await (options.check ? check : backUp)(options.file, (step, done, of) => bar.show(step, done, of));
    bar.end();
    process.stdout.write(`${report}\n`);
    return 0;
  } catch (error) {
    bar.end();
    if (!(error instanceof Problem || error instanceof StartFault)) throw error;
    process.stderr.write(`${options.check ? `${options.file}: ` : ''}${error.message}\n`);
    return 1;
  }
}

function readArguments(args: readonly string[]): { file: string | undefined; check: boolean } | undefined {
  try {
    const options = { check: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    if (positionals.length > 1 || (values.check && positionals.length === 0)) return undefined;
    return { file: positionals[0], check: values.check };
  } catch {
    return undefined;
  }
}

async function check(file: string | undefined, onProgress: OnProgress): Promise<string> {
  const manifest = await checkArchive(resolve(file ?? ''), readEnv(process.env, { makesSecret: false }), (done, of) =>
    onProgress('checking', done, of),
  );
  return `The backup is complete and undamaged. ${contentOf(manifest)}`;
}

async function backUp(file: string | undefined, onProgress: OnProgress): Promise<string> {
  const env = envOfShop();
  const { connection, stop } = await reachShop(env);
  try {
    const hasRecords = await withClient(connection, async (client) => {
      if ((await appliedMigrations(client)).length === 0) throw new StartFault('There is no shop here yet.');
      return tableExists(client, 'backups');
    });
    const source = { env, connection, clock: systemClock, files: await makeFiles(env) };
    if (file !== undefined) return await backUpInto(resolve(file), source, onProgress);
    if (!hasRecords) throw new StartFault('The shop has not been started with this version yet. Name a FILE.');
    const log = openLog('silent');
    const { db, close } = openDb(connection, log);
    try {
      const name = await makeBackup({ ...source, db, log }, 'manual', { onProgress });
      const { place, pathOf } = await openBackupStore(env, source.files);
      return `Backed up and verified: ${place === 'folder' ? pathOf(name) : `${backupsPrefix}${name} in the bucket`}`;
    } finally {
      await close();
    }
  } finally {
    await stop();
  }
}

async function backUpInto(
  path: string,
  source: Parameters<typeof writeArchive>[0],
  onProgress: OnProgress,
): Promise<string> {
  if (existsSync(path)) throw new StartFault(`${path} exists already. Name another file.`);
  const { manifest } = await writeArchive(source, { path, kind: 'manual', onProgress }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && 'path' in error)
      throw new StartFault(`${basename(path)} can't be written (${error.message}).`, { cause: error });
    throw error;
  });
  return `Backed up and verified: ${path}\n${contentOf(manifest)}`;
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));
