import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { Problem } from '#lib/api/problem.ts';
import type { Db } from '#platform/db/db.server.ts';
import { connectDatabase, hasEmbeddedDatabase } from '#platform/postgres/connect-database.server.ts';
import { systemClock } from '#platform/process/clock.server.ts';
import { type Env, readEnv } from '#platform/process/env.server.ts';
import { openLog } from '#platform/process/log.server.ts';
import { progressBar } from '#platform/process/progress-bar.server.ts';
import { StartFault } from '#platform/process/start-fault.server.ts';
import { makeFiles } from '#platform/storage/files.server.ts';
import type { ZipPart } from '#platform/storage/zip-stream.server.ts';
import { kindWords, type SiteChange } from './contract.ts';
import { exportSite } from './export-site.server.ts';
import { folderSource } from './folder-source.server.ts';
import { importSite } from './import-site.server.ts';
import { placeOf } from './json-file.server.ts';

const usage = `Usage:
  npm run site -- export DIR               writes what visitors see into the new or empty folder DIR
  npm run site -- import DIR               replaces it by what is in DIR, all or nothing; drafts stay
  npm run site -- import DIR --dry-run     shows what an import would change, and lists all faults`;

interface Options {
  command: 'export' | 'import';
  folder: string;
  isTrial: boolean;
}

/** Runs the `site` command. Returns its exit code: 0 done, 1 faults or not possible, 2 wrong usage. */
export async function run(args: readonly string[]): Promise<number> {
  const options = readArguments(args);
  if (!options) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  try {
    return await (options.command === 'export' ? runExport(options) : runImport(options));
  } catch (error) {
    if (!(error instanceof Problem || error instanceof StartFault)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

function readArguments(args: readonly string[]): Options | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false } },
    });
    const [command, folder, ...others] = positionals;
    if ((command !== 'export' && command !== 'import') || folder === undefined || others.length > 0) return undefined;
    const isTrial = values['dry-run'];
    return command === 'export' && isTrial ? undefined : { command, folder: resolve(folder), isTrial };
  } catch {
    return undefined;
  }
}

/** The database of the running shop, or one that is started for the duration of the command. */
async function withDatabase<T>(env: Env, work: (db: Db) => Promise<T>): Promise<T> {
  const database = await connectDatabase(env, openLog('warn'));
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

async function runExport({ folder }: Options): Promise<number> {
  const { databaseUrl, dataDir } = readEnv(process.env, { makesSecret: false });
  if (databaseUrl === undefined && !hasEmbeddedDatabase(dataDir))
    throw new StartFault(`There is no shop in ${dataDir} yet. Set DATA_DIR to the folder of the shop.`);
  await requireEmpty(folder);
  const env = readEnv(process.env);
  await withDatabase(env, async (db) => {
    const parts = await exportSite({ db, files: await makeFiles(env) });
    await writeFolder(folder, parts);
    process.stdout.write(`The site has been written to ${folder}: ${parts.length} files.\n`);
  });
  return 0;
}

async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new StartFault(`${folder} cannot be used: ${error.message}`);
  });
  if (names.length > 0) throw new StartFault(`${folder} is not empty. Name a new folder.`);
}

/** Writes all files to a temporary folder beside `folder` first, so that `folder` is never half-written. */
async function writeFolder(folder: string, parts: readonly ZipPart[]): Promise<void> {
  const unfinished = `${folder}.part`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    for (const { name, content } of parts) {
      const path = join(unfinished, name);
      await mkdir(dirname(path), { recursive: true });
      await pipeline(Readable.from(content), createWriteStream(path));
    }
    await rmdir(folder).catch(() => {}); // it is empty, or does not exist
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (error instanceof Error && 'path' in error)
      throw new StartFault(`${folder} cannot be written: ${error.message}`, { cause: error });
    throw error;
  }
}

async function runImport({ folder, isTrial }: Options): Promise<number> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new StartFault(`There is no folder ${folder}.`);
  const env = readEnv(process.env);
  const bar = progressBar(process.stderr);
  const deps = { files: await makeFiles(env), clock: systemClock };
  const onProgress = (step: string, done: number, of: number): void => bar.show(step, done, of);
  const source = await folderSource(folder);
  const { faults, changes } = await withDatabase(env, (db) =>
    importSite({ ...deps, db }, source, { isTrial, onProgress }),
  ).finally(() => bar.end());
  if (faults.length > 0) {
    const lines = faults.map((fault) => `  x ${placeOf(fault)}: ${fault.message}\n`);
    const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
    process.stderr.write(`${lines.join('')}${count}. Nothing has been changed.\n`);
    return 1;
  }
  process.stdout.write(`${changes.map(lineOf).join('')}${isTrial ? tried : done}\n`);
  return 0;
}

const tried = 'This was a trial. Nothing has been changed.';
const done = 'The site has been brought in, and visitors see it.';

const signs: Record<SiteChange['change'], string> = { added: '+', changed: '~', removed: '-' };

const lineOf = ({ kind, change, name, note }: SiteChange): string =>
  `  ${signs[change]} ${kindWords[kind]} ${name}${note && ` (${note})`}\n`;

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));
