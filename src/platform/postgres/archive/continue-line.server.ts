import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Position } from './archive-session.server.ts';
import {
  archivedSegments,
  isClosed,
  type Line,
  readBaseCopies,
  readLines,
  readProgress,
} from './archive-line.server.ts';
import { segmentName, segmentOf } from './wal-segment.server.ts';

/** A line to which WAL is being added, and the number of the first segment that is still to be archived as a whole. */
export interface CurrentLine extends Line {
  next: number;
  /** When its newest base copy was begun. */
  copiedAt?: Date;
}

/**
 * The newest line, if the WAL of the running database continues it without a gap: the database is the same cluster on the same timeline,
 * not an older state of it, and still has every segment since the last archived one.
 */
export function lineToContinue(archive: string, folder: string, position: Position): CurrentLine | undefined {
  const line = readLines(archive).at(-1);
  if (!line || isClosed(line)) return undefined;
  if (line.systemId !== position.systemId || line.timeline !== position.timeline) return undefined;
  const progress = readProgress(line);
  const copy = readBaseCopies([line]).at(-1);
  if (!progress || !copy || progress.lsn > position.flushed) return undefined;
  const last = archivedSegments(line).at(-1) ?? segmentOf(copy.startLsn) - 1;
  for (let segment = last + 1; segment < segmentOf(position.flushed); segment++)
    if (!existsSync(join(folder, 'pg_wal', segmentName(line.timeline, segment)))) return undefined;
  return { ...line, next: last + 1, copiedAt: copy.startedAt };
}
