import { connectDatabase } from '#platform/postgres/connect-database.server.ts';
import { readEnv } from '#platform/process/env.server.ts';
import { openLog } from '#platform/process/log.server.ts';
import { progressBar } from '#platform/process/progress-bar.server.ts';
import { StartFault } from '#platform/process/start-fault.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { type ImportedAddresses, importAddresses } from './import-gnaf.server.ts';

const usage = `Usage:
  npm run addresses:import -- DIR
DIR is an unzipped edition of G-NAF from data.gov.au. See docs/operating.md.`;

/** The import command; returns the exit code: 0 done, 1 failed or not possible, 2 bad usage. */
export async function run(args: readonly string[]): Promise<number> {
  const [folder, ...others] = args;
  if (folder === undefined || folder.startsWith('-') || others.length > 0) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  try {
    await runImport(folder);
    return 0;
  } catch (error) {
    if (!(error instanceof Problem || error instanceof StartFault)) throw error;
    process.stderr.write(`${error.message}\nThe suggested addresses have not changed.\n`);
    return 1;
  }
}

async function runImport(folder: string): Promise<void> {
  const database = await connectDatabase(readEnv(process.env), openLog('warn'));
  const bar = progressBar(process.stderr);
  try {
    const imported = await importAddresses(database, {
      folder,
      onProgress: (step, done, of) => bar.show(step, done, of),
    });
    bar.end();
    process.stdout.write(report(imported));
  } finally {
    bar.end();
    await database.close();
  }
}

const formatCount = (count: number): string => count.toLocaleString('en-AU');

function report({ states, addresses, retired, streetless }: ImportedAddresses): string {
  const leftOut = [
    retired > 0 ? `${formatCount(retired)} are no longer in use` : '',
    streetless > 0 ? `${formatCount(streetless)} have no street` : '',
  ].filter(Boolean);
  const leftOutNote = leftOut.length > 0 ? ` Left out: ${leftOut.join(', ')}.` : '';
  return `${formatCount(addresses)} addresses of ${states.join(', ')} are now suggested.${leftOutNote}\n`;
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));
