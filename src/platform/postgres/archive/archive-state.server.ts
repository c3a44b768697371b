import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveFolder, readBaseCopies, readLines, readProgress } from './archive-line.server.ts';
import { writeWhole } from './packed-file.server.ts';

/** A period of which any moment can be restored. */
export interface Span {
  from: Date;
  until: Date;
}

/** What can be restored, and whether archiving works. */
export interface ArchiveState {
  /** The oldest first; usually there is one. The time between two spans was not archived. */
  spans: Span[];
  /** When something was archived last. */
  archivedAt: Date | undefined;
  /** When the newest base copy was made. */
  copiedAt: Date | undefined;
  /** Why archiving fails at present; undefined while it works. */
  failure: string | undefined;
}

/** Reads the state of the archive in a data folder. Undefined if there is none: `WAL_ARCHIVE=off`, or another server. */
export function archiveState(dataDir: string): ArchiveState | undefined {
  const archive = archiveFolder(dataDir);
  return existsSync(archive) ? stateOf(archive) : undefined;
}

/** The state of an archive, which may be a copy from another machine. */
export function stateOf(archive: string): ArchiveState {
  const lines = readLines(archive);
  const copies = readBaseCopies(lines);
  const spans = lines.flatMap((line) => {
    const from = copies.find((copy) => copy.line === line)?.stoppedAt;
    const until = readProgress(line)?.until;
    return from && until && from < until ? [{ from, until }] : [];
  });
  return {
    spans,
    archivedAt: spans.at(-1)?.until,
    copiedAt: copies.at(-1)?.stoppedAt,
    failure: existsSync(failureFile(archive)) ? readFileSync(failureFile(archive), 'utf8') : undefined,
  };
}

const failureFile = (archive: string): string => join(archive, 'failure.txt');

/** Records why archiving fails; undefined when it works again. A full disk may prevent this, so a failure to write is ignored. */
export async function writeFailure(archive: string, reason: string | undefined): Promise<void> {
  if (reason === undefined) await rm(failureFile(archive), { force: true });
  else await writeWhole(failureFile(archive), reason).catch(() => {});
}
