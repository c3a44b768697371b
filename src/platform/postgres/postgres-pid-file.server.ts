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

/** The record, in the folder of a database, of the process that runs it. */
export type Holder = z.infer<typeof shape>;

/** Records that this process runs the database in `folder`, so that others can report it, or connect to it. */
export function noteHolder(folder: string, socketFolder: string): void {
  const startedAt = startOf(process.pid) ?? '';
  const holder: Holder = { pid: process.pid, startedAt, pidNamespace: pidNamespace(), socketFolder };
  writeFileSync(join(folder, fileName), JSON.stringify(holder), { mode: 0o600 });
}

export const forgetHolder = (folder: string): void => rmSync(join(folder, fileName), { force: true });

export function readHolder(folder: string): Holder | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(join(folder, fileName), 'utf8')));
  } catch {
    return undefined; // missing, or truncated by a power failure
  }
}

/** `unknown` is a process in another container, where its pid has another meaning. */
export function stateOf(holder: Holder): 'alive' | 'dead' | 'unknown' {
  if (holder.pidNamespace !== pidNamespace()) return 'unknown';
  return startOf(holder.pid) === holder.startedAt ? 'alive' : 'dead';
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

/** The start of a process, in kernel ticks since boot: pids are reused, pairs of pid and start are not. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]; // field 22; the name before it may contain spaces
  } catch {
    return undefined;
  }
}
