import { readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const fileName = 'spruce.json';

const shape = z.object({
  pid: z.number(),
  startedAt: z.string(),
  pidNamespace: z.string(),
  socketFolder: z.string(),
});

/** The content of our pid file in the folder of a database: which process of Spruce runs it. */
export type PidFile = z.infer<typeof shape>;

/** Records that this process runs the database in `folder`, so that other processes can report it or connect to the database. */
export function writePidFile(folder: string, socketFolder: string): void {
  const startedAt = startTimeOf(process.pid) ?? '';
  const content: PidFile = { pid: process.pid, startedAt, pidNamespace: pidNamespace(), socketFolder };
  writeFileSync(join(folder, fileName), JSON.stringify(content), { mode: 0o600 });
}

export const removePidFile = (folder: string): void => rmSync(join(folder, fileName), { force: true });

export function readPidFile(folder: string): PidFile | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(join(folder, fileName), 'utf8')));
  } catch {
    return undefined; // missing, or truncated by a power failure
  }
}

/** `unknown` for a process in another container, whose pid means another process here. */
export function processState(file: PidFile): 'alive' | 'dead' | 'unknown' {
  if (file.pidNamespace !== pidNamespace()) return 'unknown';
  return startTimeOf(file.pid) === file.startedAt ? 'alive' : 'dead';
}

/** The pid in `postmaster.pid`, if that process is a PostgreSQL running here. */
export function runningPostmaster(folder: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' ? pid : undefined;
  } catch {
    return undefined;
  }
}

const pidNamespace = (): string => readlinkSync('/proc/self/ns/pid');

/** When a process started, in kernel ticks since boot: pids are reused, pairs of pid and start time are not. */
function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]; // field 22; the name before it may contain spaces
  } catch {
    return undefined;
  }
}
