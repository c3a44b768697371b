import { createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { requireFreeBytes } from '../../process/free-bytes.server.ts';
import { StartFault } from '../../process/start-fault.server.ts';
import { archivedSegments, walFile } from '../archive/archive-line.server.ts';
import { unpackBaseCopy } from '../archive/base-copy.server.ts';
import { isDamage, unpacked } from '../archive/packed-file.server.ts';
import { isSegment, segmentBytes, segmentName, segmentOf } from '../archive/wal-segment.server.ts';
import type { Choice } from './choose-base-copy.server.ts';
import { headerOf, localSegment } from './local-wal.server.ts';

interface WalSource {
  segment: number;
  path: string;
  /** `part`: the beginning of a segment that was being written. */
  kind: 'packed' | 'part' | 'plain';
}

/** Fills the empty folder `target` with a base copy and the WAL that follows it. Throws `StartFault` if anything is damaged or missing. */
export async function unpackArchive(choice: Choice, target: string): Promise<void> {
  const sources = walSources(choice);
  const bytes = choice.copy.files.reduce((sum, { size }) => sum + size, 0) + sources.length * segmentBytes;
  const needed = `The restored database needs ${Math.ceil(bytes / 1024 ** 2)} MB of free space beside ${target}.`;
  await requireFreeBytes(dirname(target), bytes, () => new StartFault(needed));
  await intact(choice.copy.packedFile, () => unpackBaseCopy(choice.copy, target));
  await mkdir(join(target, 'pg_wal'), { recursive: true, mode: 0o700 });
  for (const source of sources) await intact(source.path, () => unpackSegment(choice, source, target));
  await writeFile(join(target, 'recovery.signal'), '', { mode: 0o600 });
}

/** The segments from the base copy on, without a gap. A segment in the database's own folder is preferred to a part in the archive. */
function walSources({ copy, next, localFolder }: Choice): WalSource[] {
  const { line } = copy;
  const archived = new Set(archivedSegments(line));
  const first = segmentOf(copy.startLsn);
  const last = next ? segmentOf(next.stopLsn - 1) : Number.POSITIVE_INFINITY;
  const sources: WalSource[] = [];
  for (let segment = first; segment <= last; segment++) {
    const part = walFile(line, segment, '.part.zst');
    const local = localFolder && localSegment(localFolder, { ...line, segment });
    if (archived.has(segment)) sources.push({ segment, path: walFile(line, segment), kind: 'packed' });
    else if (local) sources.push({ segment, path: local, kind: 'plain' });
    else if (existsSync(part)) sources.push({ segment, path: part, kind: 'part' });
    else break;
  }
  const missing = first + sources.length;
  const isIncomplete = missing <= Math.max(segmentOf(copy.stopLsn - 1), ...archived);
  if (isIncomplete && missing <= last)
    throw new StartFault(`The archive is incomplete: ${walFile(line, missing)} is missing.`);
  return sources;
}

async function unpackSegment({ copy }: Choice, { segment, path, kind }: WalSource, target: string): Promise<void> {
  const file = join(target, 'pg_wal', segmentName(copy.line.timeline, segment));
  if (kind === 'plain') return copyFile(path, file);
  const output = createWriteStream(file, { mode: 0o600 });
  await pipeline(unpacked(path), output);
  const isWhole = output.bytesWritten === segmentBytes || kind === 'part';
  if (!isWhole || !isSegment(headerOf(file), { ...copy.line, segment }))
    throw new StartFault(`${path} does not belong to this archive.`);
  await truncate(file, segmentBytes); // zeros, as PostgreSQL writes them
}

async function intact(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (!(cause instanceof Error) || cause instanceof StartFault) throw cause;
    const isBadFile = isDamage(cause) || cause.message.startsWith(path); // it is too short or too long
    if (!isBadFile && !('code' in cause)) throw cause;
    throw new StartFault(
      isBadFile
        ? `${path} is damaged. Restore a moment before this file was written, or use another copy of the archive.`
        : `${path} can't be unpacked (${cause.message}).`,
      { cause },
    );
  }
}
