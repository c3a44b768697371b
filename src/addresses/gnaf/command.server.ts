import { connectDatabase } from '#platform/postgres/connect.server.ts';
import { readEnv } from '#platform/process/env.server.ts';
import { openLog } from '#platform/process/log.server.ts';
import { progressBar } from '#platform/process/progress-bar.server.ts';
import { StartFault } from '#platform/process/start-fault.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { type ImportedAddresses, importAddresses } from './import.server.ts';

const usage = `Usage:
  npm run addresses:import -- DIR
DIR is an edition of G-NAF from data.gov.au, unzipped. docs/operating.md says more.`;

/** Imports addresses as a command; answers the exit code: 0 done, 1 not possible or stopped, 2 bad usage. */
export async function run(words: readonly string[]): Promise<number> {
  const [folder, ...others] = words;
  if (folder === undefined || folder.startsWith('-') || others.length > 0) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  try {
    await runImport(folder);
    return 0;
  } catch (error) {
    if (!(error instanceof Problem || error instanceof StartFault)) throw error;
    process.stderr.write(`${error.message}\nThe addresses that are suggested have not changed.\n`);
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

const counted = (count: number): string => count.toLocaleString('en-AU');

function report({ states, addresses, retired, streetless }: ImportedAddresses): string {
  const left = [
    retired > 0 ? `${counted(retired)} are no longer in use` : '',
    streetless > 0 ? `${counted(streetless)} have no street` : '',
  ].filter(Boolean);
  const more = left.length > 0 ? ` Left out: ${left.join(', ')}.` : '';
  return `${counted(addresses)} addresses of ${states.join(', ')} are suggested from now on.${more}\n`;
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));
