import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { headerBytes, isSegment, segmentName, type SegmentIdentity } from '../archive/wal-segment.server.ts';

/** Which cluster the database in a folder is, by PostgreSQL's control file (`ControlFileData`); undefined if there is none. */
export function controlOf(folder: string): { systemId: string; timeline: number } | undefined {
  const file = join(folder, 'global/pg_control');
  if (!existsSync(file)) return undefined;
  const content = readFileSync(file);
  return { systemId: content.readBigInt64LE(0).toString(), timeline: content.readUInt32LE(48) };
}

/** The file of a segment in a database's own folder; undefined if there is no such file, or it is waiting to be reused. */
export function localSegment(folder: string, identity: SegmentIdentity): string | undefined {
  const path = join(folder, 'pg_wal', segmentName(identity.timeline, identity.segment));
  return existsSync(path) && isSegment(headerOf(path), identity) ? path : undefined;
}

/** The first bytes of a segment's file. */
export function headerOf(path: string): Buffer {
  const header = Buffer.alloc(headerBytes);
  const file = openSync(path, 'r');
  const length = readSync(file, header, 0, headerBytes, 0);
  closeSync(file);
  return header.subarray(0, length);
}
