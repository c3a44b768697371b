import { userInfo } from 'node:os';
import { connectDatabase } from '../postgres/connect-database.server.ts';
import { systemClock } from '../process/clock.server.ts';
import { readEnv } from '../process/env.server.ts';
import { openLog } from '../process/log.server.ts';
import { StartFault } from '../process/start-fault.server.ts';
import { switchMaintenance } from './maintenance.server.ts';

const usage = `Usage:
  npm run maintenance -- on [REASON]
  npm run maintenance -- off
While it is on, everything can be read and nothing can be changed: orders, forms and the back office answer that changes are
paused, and jobs wait. REASON is a sentence that visitors read.`;

/** Runs the command. Returns its exit code: 0 done, 1 failure, 2 wrong usage. */
export async function run([mode, ...words]: readonly string[]): Promise<number> {
  if ((mode !== 'on' && mode !== 'off') || (mode === 'off' && words.length > 0)) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  try {
    const database = await connectDatabase(readEnv(process.env), openLog('warn'));
    try {
      await switchMaintenance(database.db, {
        isOn: mode === 'on',
        reason: words.join(' '),
        by: `command by ${userInfo().username}`,
        at: systemClock.now(),
      });
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof StartFault)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
  process.stdout.write(
    mode === 'on'
      ? 'Maintenance mode is on: changes are refused.\n'
      : 'Maintenance mode is off: changes are accepted.\n',
  );
  return 0;
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));
