import type { Logger } from 'pino';
import { writeFailure } from './archive-state.server.ts';

/** Reports why a part of the archiver fails, or (undefined) that it works. */
export type Reports = (part: 'The WAL archive' | 'The base copy', reason: string | undefined) => Promise<void>;

/** Logs each change once, and records it for `archiveState`. */
export function reportFailures(archive: string, log: Pick<Logger, 'info' | 'error'>): Reports {
  const failures = new Map<string, string>();
  return async (part, reason) => {
    if (failures.get(part) === reason) return;
    if (reason === undefined) failures.delete(part);
    else failures.set(part, reason);
    if (reason === undefined) log.info(`${part} works again.`);
    else log.error(`${part} fails: ${reason}. The shop goes on without it.`);
    const failing = [...failures].map(([name, why]) => `${name} fails: ${why}.`);
    await writeFailure(archive, failing.join(' ') || undefined);
  };
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
