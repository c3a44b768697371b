import { existsSync } from 'node:fs';
import { StartFault } from '../../process/start-fault.server.ts';
import { stateOf } from '../archive/archive-state.server.ts';
import { type BaseCopy, isClosed, readBaseCopies, readLines, readProgress } from '../archive/archive-line.server.ts';
import { controlOf } from './local-wal.server.ts';
import { writeMoment } from './moment.server.ts';

export interface Choice {
  copy: BaseCopy;
  /** The next copy of the same line: the WAL after it is not needed. */
  next: BaseCopy | undefined;
  /** Everything up to this moment is in the archive. */
  until: Date;
  /** The database's own folder if its WAL continues the line. */
  localFolder: string | undefined;
}

interface Wanted {
  archive: string;
  moment: Date;
  /** The database that is going to be replaced, if there is one. */
  folder: string | undefined;
}

/** The newest base copy before a moment, if its line reaches the moment; otherwise throws a `StartFault` that says what can be restored. */
export function chooseBaseCopy({ archive, moment, folder }: Wanted): Choice {
  const lines = existsSync(archive) ? readLines(archive) : [];
  const copies = readBaseCopies(lines);
  const copy = copies.findLast(({ stoppedAt }) => stoppedAt <= moment);
  if (!copy) throw new StartFault(describeArchive(archive));
  const { line, machine, stoppedAt } = copy;
  if (machine !== process.arch)
    throw new StartFault(`The archive was made on ${machine}: it can't be restored on a machine with ${process.arch}.`);
  const control = folder === undefined ? undefined : controlOf(folder);
  if (control && control.systemId !== line.systemId)
    throw new StartFault(
      `The archive in ${archive} is of another database than the one in ${folder}. Restore it into an empty folder with --into.`,
    );
  const isContinued = control?.timeline === line.timeline && line === lines.at(-1) && !isClosed(line);
  const until = readProgress(line)?.until ?? stoppedAt;
  if (moment >= until && !isContinued) throw new StartFault(describeArchive(archive));
  const next = copies[copies.indexOf(copy) + 1];
  return {
    copy,
    next: next?.line === line ? next : undefined,
    until,
    localFolder: isContinued ? folder : undefined,
  };
}

/** What can be restored from an archive, in a sentence. */
export function describeArchive(archive: string): string {
  const spans = existsSync(archive) ? stateOf(archive).spans : [];
  if (spans.length === 0) return `There is nothing to restore in ${archive}.`;
  const times = spans.map(({ from, until }) => `from ${writeMoment(from)} to ${writeMoment(until)}`);
  return `The archive in ${archive} can restore any moment ${times.join(', or ')}, Sydney time.`;
}
