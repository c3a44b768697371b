import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { systemClock } from '#platform/process/clock.server.ts';
import { connectDatabase } from '#platform/postgres/connect-database.server.ts';
import { normaliseHeader } from '#platform/spreadsheet/guess-columns.ts';
import { readEnv } from '#platform/process/env.server.ts';
import { makeFiles } from '#platform/storage/files.server.ts';
import { openLog } from '#platform/process/log.server.ts';
import { progressBar } from '#platform/process/progress-bar.server.ts';
import { StartFault } from '#platform/process/start-fault.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { describeFileFormat } from '#lib/table-file.ts';
import { type Column, columns, type Remark } from './file/columns.ts';
import { exportCatalogue } from './file/export-catalogue.server.ts';
import { type ImportResult, importCatalogue } from './import-catalogue.server.ts';

const usage = `Usage:
  npm run import -- FILE [--images DIR] [--dry-run] [--column 'HEADER=COLUMN'] [--column 'HEADER=']
  npm run export -- FILE.csv
FILE is a CSV or Excel (.xlsx) file. --column says what a header means; with nothing after the =, the column is left out.
The columns are described in docs/catalogue-file.md.`;

/** Runs the command `import` or `export`. Returns its exit code: 0 done, 1 faults or failure, 2 wrong usage. */
export async function run(args: readonly string[]): Promise<number> {
  const options = readArguments(args);
  if (!options) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  try {
    return await (options.command === 'import' ? runImport(options) : runExport(options));
  } catch (error) {
    if (!(error instanceof Problem || error instanceof StartFault)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

interface CommandOptions {
  command: 'import' | 'export';
  file: string;
  images?: string;
  isDryRun: boolean;
  /** The columns chosen with `--column`, by normalised header. */
  headers: Map<string, string | null>;
}

function readArguments([command, ...rest]: readonly string[]): CommandOptions | undefined {
  if (command !== 'import' && command !== 'export') return undefined;
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      allowPositionals: true,
      options: {
        images: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        column: { type: 'string', multiple: true, default: [] },
      },
    });
    const [file, ...others] = positionals;
    const hasImportOptions =
      command === 'export' && (values.images !== undefined || values['dry-run'] || values.column.length > 0);
    const headers = readColumns(values.column);
    if (file === undefined || others.length > 0 || hasImportOptions || !headers) return undefined;
    return { command, file, images: values.images, isDryRun: values['dry-run'], headers };
  } catch {
    return undefined;
  }
}

/** Parses `SKU=code` and `Notes=`; undefined if a column does not exist. */
function readColumns(options: readonly string[]): Map<string, string | null> | undefined {
  const pairs = options.map((text): [string, string | null] => {
    const at = text.lastIndexOf('=');
    return [normaliseHeader(text.slice(0, Math.max(at, 0))), text.slice(at + 1).trim() || null];
  });
  const isValid = ([header, column]: [string, string | null]): boolean =>
    header !== '' && (column === null || (columns as readonly string[]).includes(column));
  return pairs.every(isValid) ? new Map(pairs) : undefined;
}

async function runImport({ file, images, isDryRun, headers }: CommandOptions): Promise<number> {
  const env = readEnv(process.env);
  const database = await connectDatabase(env, openLog('warn'));
  const bar = progressBar(process.stderr);
  try {
    const result = await importCatalogue(
      { db: database.db, files: await makeFiles(env) },
      {
        file,
        spoolFolder: env.dataDir,
        images,
        isDryRun,
        earlierChoices: headers,
        at: systemClock.now(),
        onProgress: (step, done, of) => bar.show(step, done, of),
      },
    );
    bar.end();
    process.stdout.write(report(result, isDryRun));
    return result.faults.length > 0 ? 1 : 0;
  } finally {
    bar.end();
    await database.close();
  }
}

/** How many products or remarks are listed one by one; all others are only counted. */
const mostListed = 200;

function report({ rows, plan, faults, isWritten, read }: ImportResult, isDryRun: boolean): string {
  const leftOut = read.columns.filter(({ column, header }) => column === null && header !== '');
  const lines = [
    `${describeFileFormat(read)}; the header is row ${read.headerRow}.`,
    ...firstOf(leftOut.map(({ header }) => `  column '${header}' is left out`)),
    ...firstOf(
      plan.added.first.map(({ file }) => `  + ${file.url}`),
      plan.added.length,
    ),
    ...firstOf(
      plan.changed.first.map(
        ({ file, changes }) => `  ~ ${file.url} (${[...new Set(changes)].map(columnText).join(', ')})`,
      ),
      plan.changed.length,
    ),
    ...firstOf(plan.warnings.map((remark) => `  ! ${remarkText(remark)}`)),
    ...firstOf(faults.map((remark) => `  x ${remarkText(remark)}`)),
    `${rows} rows: ${plan.added.length} products added, ${plan.changed.length} changed, ${plan.left} unchanged, ` +
      `${plan.warnings.length} warnings, ${faults.length} faults.`,
    outcome(faults.length, { isWritten: isWritten && plan.added.length + plan.changed.length > 0, isDryRun }),
  ];
  return `${lines.join('\n')}\n`;
}

const firstOf = (lines: string[], of = lines.length): string[] =>
  of <= mostListed ? lines : [...lines.slice(0, mostListed), `    and ${of - mostListed} more`];

const remarkText = ({ row, column, message }: Remark): string =>
  `row ${row}, ${column}: ${message.replace('Choose it under Columns.', 'Set it with --column.').replace('Choose one under Columns.', 'Set it with --column.')}`;

const columnText = (column: Column): string =>
  column === 'variation_1' || column === 'value_1' ? 'variations' : column;

function outcome(faults: number, { isWritten, isDryRun }: { isWritten: boolean; isDryRun: boolean }): string {
  if (isWritten) return 'The catalogue has been updated.';
  if (faults > 0) return 'Nothing has been changed. Correct the faults and import the file again.';
  return isDryRun ? 'This was a dry run: nothing has been changed.' : 'Nothing has been changed.';
}

async function runExport({ file }: CommandOptions): Promise<number> {
  const database = await connectDatabase(readEnv(process.env), openLog('warn'));
  const unfinished = `${file}.part`;
  try {
    const out = createWriteStream(unfinished);
    let rows = 0;
    for await (const chunk of exportCatalogue(database.db)) {
      rows += chunk.rows;
      if (!out.write(chunk.text)) await once(out, 'drain');
    }
    out.end();
    await once(out, 'finish');
    await rename(unfinished, file);
    process.stdout.write(`${rows} rows written to ${file}.\n`);
    return 0;
  } catch (error) {
    await rm(unfinished, { force: true });
    if (error instanceof Error && 'path' in error)
      throw new Problem(400, `'${file}' cannot be written: ${error.message}`);
    throw error;
  } finally {
    await database.close();
  }
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));
