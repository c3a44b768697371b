import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../../process/clock.server.ts';
import { readEnv } from '../../process/env.server.ts';
import { StartFault } from '../../process/start-fault.server.ts';
import { archiveFolder } from '../archive/archive-line.server.ts';
import { describeArchive } from './choose-base-copy.server.ts';
import { readMoment, writeMoment } from './moment.server.ts';
import { restoreUntil, undoRestore } from './restore-until.server.ts';

const usage = `Usage:
  npm run restore-until -- '2026-11-23 14:05' [--from DIR] [--into DIR]
  npm run restore-until -- --undo [--into DIR]
The time is Sydney's, with seconds if you like. --from: another wal-archive folder. --into: another data folder.
See docs/operating.md.`;

/** The restore command; returns the exit code: 0 done, 1 not possible, 2 bad usage. */
export async function run(args: readonly string[]): Promise<number> {
  const asked = readArgs(args);
  try {
    const env = readEnv(process.env, { makesSecret: false });
    if (env.databaseUrl !== undefined)
      throw new StartFault(
        'DATABASE_URL is set: this command restores the embedded database. Use the backups of your server.',
      );
    const dataDir = asked?.into === undefined ? env.dataDir : resolve(asked.into);
    const archive = asked?.from === undefined ? archiveFolder(env.dataDir) : resolve(asked.from);
    if (asked?.undo) {
      const aside = await undoRestore({ dataDir, clock: systemClock });
      const other = aside === undefined ? '' : ` The other one is in ${aside}.`;
      process.stdout.write(`The former database is back.${other}\n`);
      return 0;
    }
    if (!asked?.moment) {
      process.stderr.write(`${usage}\n${describeArchive(archive)}\n`);
      return 2;
    }
    const { moment } = asked;
    if (moment > systemClock.now()) throw new StartFault(`${writeMoment(moment)} (Sydney time) is in the future.`);
    const aside = await restoreUntil({ dataDir, archive, moment, clock: systemClock });
    process.stdout.write(report({ dataDir, moment, aside }));
    return 0;
  } catch (error) {
    if (!(error instanceof StartFault)) throw error;
    process.stderr.write(`${error.message}\nNothing has changed.\n`);
    return 1;
  }
}

interface Asked {
  moment?: Date | undefined;
  undo?: boolean | undefined;
  from?: string | undefined;
  into?: string | undefined;
}

/** The parsed arguments; undefined if they are not valid. */
function readArgs(args: readonly string[]): Asked | undefined {
  const options = { undo: { type: 'boolean' }, from: { type: 'string' }, into: { type: 'string' } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [text, ...others] = positionals;
    const moment = text === undefined ? undefined : readMoment(text);
    const isClear = others.length === 0 && (values.undo ? text === undefined : moment !== undefined);
    return isClear ? { ...values, moment } : undefined;
  } catch {
    return undefined; // an unknown option
  }
}

function report({ dataDir, moment, aside }: { dataDir: string; moment: Date; aside: string | undefined }): string {
  const lines = [`The database in ${dataDir} is as it was at ${writeMoment(moment)} (Sydney time).`];
  if (aside !== undefined)
    lines.push(
      `The former one is in ${aside}. \`npm run restore-until -- --undo\` puts it back; delete the folder when you no longer need it.`,
    );
  lines.push('Pictures, invoices and other files have not changed.');
  return `${lines.join('\n')}\n`;
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));
