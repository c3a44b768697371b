import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { StartFault } from '../process/start-fault.server.ts';
import { runningPostmaster } from './postgres-pid-file.server.ts';

/**
 * Takes the lock that the server of a database folder holds while it runs, so that no server starts; the lock ends with this process.
 * Returns a function that releases it. Throws `StartFault` if a server runs, or another process holds the lock.
 */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  const place = join(folder, '..');
  if (runningPostmaster(folder) !== undefined) throw new StartFault(`Spruce is running on ${place}. Stop it first.`);
  const wait = ['sh', '-c', 'echo held; exec cat'];
  const holder = spawn('flock', ['-n', '-F', join(folder, 'PG_VERSION'), ...wait], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise<'ended'>((resolve) => holder.once('close', () => resolve('ended')));
  const isMissing = new Promise<'missing'>((resolve) => holder.once('error', () => resolve('missing')));
  const state = await Promise.race([once(holder.stdout, 'data').then(() => 'held'), ended, isMissing]);
  if (state === 'ended')
    throw new StartFault(
      `Another restore, or a start of Spruce, is under way on ${place}. Try again once it has ended.`,
    );
  if (state === 'missing') return async () => {}; // without flock, the server holds no lock either
  return async () => {
    holder.stdin.end();
    await ended;
  };
}
