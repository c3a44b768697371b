import { createWriteStream } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { systemClock } from '#platform/process/clock.server.ts';
import { connectDatabase } from '#platform/postgres/connect-database.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import { readEnv } from '#platform/process/env.server.ts';
import { openLog } from '#platform/process/log.server.ts';
import { progressBar } from '#platform/process/progress-bar.server.ts';
import { StartFault } from '#platform/process/start-fault.server.ts';
import { Problem } from '#lib/api/problem.ts';
import type { FormChange, FormsImport } from './contract.ts';
import { exportForms } from './export-forms.server.ts';
import { importForms } from './import-forms.server.ts';
import { largestZip } from './uploaded-zip.ts';

const usage = `Usage:
  npm run forms -- import FILE.zip [--reset]   stores the forms of the zip; --reset archives all others
  npm run forms -- check FILE.zip [--reset]    shows what an import would change and lists all faults
  npm run forms -- export FILE.zip             writes all forms to a zip`;

const commands = ['import', 'export', 'check'] as const;

interface CommandOptions {
  command: (typeof commands)[number];
  file: string;
  isReset: boolean;
}

/** Runs the `import`, `export` or `check` command; returns the exit code: 0 success, 1 failure or faults, 2 wrong usage. */
export async function run(words: readonly string[]): Promise<number> {
  const options = parseArguments(words);
  if (!options) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  try {
    return await withDatabase((db) => (options.command === 'export' ? runExport(db, options) : runImport(db, options)));
  } catch (error) {
    if (!(error instanceof Problem || error instanceof StartFault)) throw error;
    process.stderr.write(`${errorText(error)}\n`);
    return 1;
  }
}

function parseArguments(words: readonly string[]): CommandOptions | undefined {
  const isReset = words.includes('--reset');
  const [named, file, ...others] = words.filter((word) => word !== '--reset');
  const command = commands.find((one) => one === named);
  if (!command || file === undefined || file.startsWith('-') || others.length > 0) return undefined;
  return command === 'export' && isReset ? undefined : { command, file, isReset };
}

async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const database = await connectDatabase(readEnv(process.env), openLog('warn'));
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

async function runImport(db: Db, { command, file, isReset }: CommandOptions): Promise<number> {
  const zip = await readFile(file).catch((error: Error) => {
    throw new Problem(400, `'${file}' cannot be read: ${error.message}`);
  });
  if (zip.length > largestZip) throw new Problem(400, `'${file}' is larger than 20 MB.`);
  const bar = progressBar(process.stderr);
  const isDryRun = command === 'check';
  const importing = { zip, zipName: basename(file), isDryRun, at: systemClock.now(), context: null } as const;
  const onProgress = (done: number, of: number): void => bar.show(isDryRun ? 'Checking' : 'Importing', done, of);
  try {
    const result = await importForms(db, { ...importing, method: isReset ? 'reset' : 'replace', onProgress });
    bar.end();
    process.stdout.write(`${summaryOf(result, isDryRun)}\n`);
    return 0;
  } finally {
    bar.end();
  }
}

const signs: Record<FormChange['change'], string> = { added: '+', replaced: '~', archived: '-', unchanged: '=' };

function summaryOf({ changes, warnings }: FormsImport, isDryRun: boolean): string {
  const count = (kind: FormChange['change']) => changes.filter(({ change }) => change === kind).length;
  return [
    ...changes.map(({ url, change, version }) => `  ${signs[change]} ${url} (${change}, version ${version})`),
    ...warnings.map(({ path, message }) => `  ! ${path}: ${message}`),
    `${count('added')} added, ${count('replaced')} replaced, ${count('archived')} archived, ` +
      `${count('unchanged')} unchanged, ${warnings.length} warnings.`,
    isDryRun ? 'This was a check. Nothing has been changed.' : 'The forms have been imported.',
  ].join('\n');
}

function errorText(error: Problem | StartFault): string {
  if (!(error instanceof Problem) || error.faults.length === 0) return error.message;
  const lines = error.faults.map(({ path, message }) => `  x ${path}: ${message}`);
  return [...lines, lines.length === 1 ? '1 fault. Nothing has been changed.' : error.message].join('\n');
}

async function runExport(db: Db, { file }: CommandOptions): Promise<number> {
  const unfinished = `${file}.part`;
  try {
    await pipeline(Readable.from(exportForms(db)), createWriteStream(unfinished));
    await rename(unfinished, file);
    process.stdout.write(`The forms have been written to ${file}.\n`);
    return 0;
  } catch (error) {
    await rm(unfinished, { force: true });
    if (error instanceof Error && 'path' in error)
      throw new Problem(400, `'${file}' cannot be written: ${error.message}`);
    throw error;
  }
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));
