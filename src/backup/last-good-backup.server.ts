import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { hourMs } from '#lib/durations.ts';
import { lateAfterHours } from './contract.ts';

export interface LastGoodBackup {
  /** The moment whose state the newest good backup contains; null if there is no good backup. */
  at: Date | null;
  /** That moment or, without a good backup, the shop's first migration. If the shop were lost, so would be what has been sold since. */
  since: Date;
}

/** The newest backup that is complete and has been read back. */
export async function lastGoodBackup(db: Db): Promise<LastGoodBackup> {
  const { rows } = await sql<{ at: Date | null; installed: Date | null }>`
    select (select max(started_at) from backups where verified_at is not null and error is null) as at,
      (select min(started_at) from schema_migrations) as installed`.execute(db);
  const { at = null, installed = null } = rows[0] ?? {};
  return { at, since: at ?? installed ?? new Date(0) };
}

/** Whether a nightly backup is missing. */
export const isBackupLate = ({ since }: LastGoodBackup, now: Date): boolean =>
  now.getTime() - since.getTime() > lateAfterHours * hourMs;
