import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '#lib/error-code.ts';
import { requireFreeBytes } from '../../process/free-bytes.server.ts';
import { type Line, walFile } from './archive-line.server.ts';
import { pack } from './packed-file.server.ts';
import { headerBytes, isSegment, segmentBytes, segmentName } from './wal-segment.server.ts';

/** WAL that should have been archived is gone: what follows can't be joined to the line. */
export class WalGap extends Error {}

/** The disk has less free space than the archive must leave. */
export class NoSpace extends Error {}

/** Throws `NoSpace` unless `bytes` can be written to `folder` and `reserveBytes` remain free. */
export const checkSpace = (
  folder: string,
  { bytes = 0, reserveBytes }: { bytes?: number; reserveBytes: number },
): Promise<void> =>
  requireFreeBytes(folder, bytes + reserveBytes, () => new NoSpace('there is not enough free space on the disk'));

interface Source {
  /** The database's data folder. */
  folder: string;
  line: Line;
  segment: number;
  /** Bytes of the disk that must remain free. */
  reserveBytes: number;
}

/** Archives a complete segment. Throws `WalGap` if the database no longer has it. */
export async function archiveSegment(source: Source): Promise<void> {
  await archive(source, segmentBytes, walFile(source.line, source.segment));
  await rm(walFile(source.line, source.segment, '.part.zst'), { force: true });
}

/** Archives the first `bytes` of the segment that is being written, in place of an earlier part. */
export const archivePart = (source: Source, bytes: number): Promise<void> =>
  archive(source, bytes, walFile(source.line, source.segment, '.part.zst'));

async function archive({ folder, line, segment, reserveBytes }: Source, bytes: number, target: string): Promise<void> {
  await checkSpace(line.folder, { reserveBytes });
  const path = join(folder, 'pg_wal', segmentName(line.timeline, segment));
  const file = await openSegment(path);
  try {
    const header = Buffer.alloc(headerBytes);
    await file.read(header, 0, headerBytes, 0);
    if (!isSegment(header, { ...line, segment })) throw new WalGap(`${path} is not the expected segment`);
    await pack(file.createReadStream({ start: 0, end: bytes - 1, autoClose: false }), target);
    // PostgreSQL renames a segment that it no longer needs, and reuses it; what was read may then be later WAL.
    const [opened, named] = [await file.stat(), await stat(path).catch(() => undefined)];
    if (opened.ino === named?.ino) return;
    await rm(target, { force: true });
    throw new WalGap(`${path} was removed meanwhile`);
  } finally {
    await file.close();
  }
}

async function openSegment(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new WalGap(`${path} is missing`);
    throw error;
  }
}
