import type pg from 'pg';
import { reservedBytes } from '../../process/free-bytes.server.ts';
import type { CurrentLine } from './continue-line.server.ts';
import type { Reports } from './report-failures.server.ts';

/** Times and sizes; tests use smaller ones. */
export interface Pace {
  /** How often complete segments are archived. */
  roundMs: number;
  /** How often the segment that is being written is archived too: a copy of the archive may lack the changes of this time. */
  partMs: number;
  /** How long after a start the first base copy is made, and how long after a failed copy the next attempt. */
  firstCopyMs: number;
  retryCopyMs: number;
  /** Bytes of the disk that the archive leaves free. */
  reserveBytes: number;
  /** Megabytes of WAL that the database keeps while archiving fails; with more, the line ends. */
  keptWalMb: number;
}

export const usualPace: Pace = {
  roundMs: 5_000,
  partMs: 60_000,
  firstCopyMs: 60_000,
  retryCopyMs: 600_000,
  reserveBytes: reservedBytes,
  keptWalMb: 512,
};

/** What the parts of the archiver share. */
export interface Archiving {
  /** The database's data folder. */
  folder: string;
  archive: string;
  connection: pg.ClientConfig;
  pace: Pace;
  report: Reports;
  /** The line to which WAL is added; undefined until its first base copy is begun. */
  line?: CurrentLine | undefined;
}
