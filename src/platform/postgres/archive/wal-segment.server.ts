/** A position in the WAL, PostgreSQL's LSN, as a number of bytes. */
export type Lsn = number;

/** The size of a segment, PostgreSQL's default; the header of every segment is checked for it. */
export const segmentBytes = 16 * 1024 * 1024;
const segmentsPerGroup = 2 ** 32 / segmentBytes;

/** Reads `2/1A4F0028`. */
export function parseLsn(text: string): Lsn {
  const [high = '', low = ''] = text.split('/');
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
}

/** Writes `2/1A4F0028`. */
export const formatLsn = (lsn: Lsn): string =>
  `${Math.floor(lsn / 2 ** 32).toString(16)}/${(lsn % 2 ** 32).toString(16)}`;

/** The number of the segment that holds the byte at `lsn`. */
export const segmentOf = (lsn: Lsn): number => Math.floor(lsn / segmentBytes);

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');

/** The name of a segment's file: `00000001000000020000001A`. */
export const segmentName = (timeline: number, segment: number): string =>
  hex(timeline) + hex(Math.floor(segment / segmentsPerGroup)) + hex(segment % segmentsPerGroup);

/** The number of a segment by the name of its file; undefined if the name is not one of `timeline`. */
export function segmentNumber(timeline: number, name: string): number | undefined {
  if (!/^[\dA-F]{24}$/.test(name) || !name.startsWith(hex(timeline))) return undefined;
  return Number.parseInt(name.slice(8, 16), 16) * segmentsPerGroup + Number.parseInt(name.slice(16), 16);
}

export interface SegmentIdentity {
  /** The cluster's system identifier, as PostgreSQL prints it. */
  systemId: string;
  timeline: number;
  segment: number;
}

/** Bytes of a segment that `isSegment` needs. */
export const headerBytes = 40;

/** Whether a file begins like this segment of this cluster (PostgreSQL's `XLogLongPageHeaderData`). */
export function isSegment(header: Buffer, { systemId, timeline, segment }: SegmentIdentity): boolean {
  if (header.length < headerBytes) return false;
  return (
    header.readUInt32LE(4) === timeline &&
    header.readBigUInt64LE(8) === BigInt(segment) * BigInt(segmentBytes) &&
    header.readBigInt64LE(24).toString() === systemId &&
    header.readUInt32LE(32) === segmentBytes
  );
}
