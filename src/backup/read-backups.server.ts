import { inTransaction } from '#platform/db/db.server.ts';
import { join } from 'node:path';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { readMigrations } from '#platform/db/migration-files.server.ts';
import type { StoredFile } from '#platform/storage/files.server.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import { nextOf } from '#lib/day.ts';
import { silentAfterMs } from './backup-records.server.ts';
import { openBackupStore } from './backup-store.server.ts';
import * as contract from './contract.ts';
import { isBackupLate, lastGoodBackup } from './last-good-backup.server.ts';
import type { BackupDeps } from './make-backup.server.ts';
import { programVersion } from '#platform/process/version.server.ts';

const mostListed = 100;

/** The newest backups, the last drill, and when the next ones are due. */
export async function readOverview(deps: BackupDeps): Promise<contract.BackupOverview> {
  const { db, clock, env } = deps;
  const now = clock.now();
  const [backups, drill, lastGood] = await Promise.all([readBackups(deps), readDrill(deps), lastGoodBackup(db)]);
  return {
    backups,
    drill,
    nextBackupDate: nextOf(contract.backupTime, now).toISOString(),
    nextDrillDate: nextOf(contract.drillTime, now).toISOString(),
    lastGoodDate: lastGood.at?.toISOString() ?? null,
    isLate: isBackupLate(lastGood, now),
    place: env.s3Bucket === undefined ? 'folder' : 'bucket',
    folder: join(env.dataDir, 'backups'),
    isEncrypted: env.backupKey !== undefined,
  };
}

async function readBackups({ db, clock }: BackupDeps): Promise<contract.Backup[]> {
  const known = (await readMigrations()).map(({ name }) => name);
  const last = known.at(-1);
  const rows = await db
    .selectFrom('backups as b')
    .leftJoin('users as u', 'u.id', 'b.created_by')
    .selectAll('b')
    .select(['u.first_name as firstName', 'u.last_name as lastName'])
    .orderBy('b.started_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(mostListed)
    .execute();
  return rows.map((row) => {
    const isSilent = row.finished_at === null && clock.now().getTime() - row.beat_at.getTime() > silentAfterMs;
    const isNewer = row.schema !== null && !known.includes(row.schema);
    const isSame = row.app_version === programVersion && (row.schema === last || row.schema === null);
    return {
      id: row.id,
      kind: row.kind as contract.Backup['kind'], // by the table's check
      state: isSilent || row.error !== null ? 'failed' : row.finished_at === null ? 'running' : 'done',
      startedDate: row.started_at.toISOString(),
      finishedDate: row.finished_at?.toISOString() ?? null,
      createdBy: row.firstName === null ? null : `${row.firstName} ${row.lastName}`,
      step: row.step as contract.Backup['step'], // written by `progressRecorder`
      done: row.done,
      total: row.total,
      appVersion: row.app_version,
      version: isNewer ? 'newer' : isSame ? 'same' : 'older',
      filesCount: row.files_count,
      databaseBytes: row.db_bytes,
      bytes: row.bytes,
      sha256: row.sha256,
      place: row.place as contract.Backup['place'], // by the table's check
      fileName: row.file_name,
      isEncrypted: row.is_encrypted,
      verifiedDate: row.verified_at?.toISOString() ?? null,
      error: isSilent ? contract.sentences.interrupted : row.error,
    };
  });
}

/** The last restore drill. A drill whose process has died counts as failed. */
export async function readDrill({ db, clock }: Pick<BackupDeps, 'db' | 'clock'>): Promise<contract.Drill | null> {
  const row = await db
    .selectFrom('restore_drills as d')
    .leftJoin('backups as b', 'b.id', 'd.backup_id')
    .selectAll('d')
    .select('b.started_at as backupAt')
    .orderBy('d.at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const isSilent = row.finished_at === null && clock.now().getTime() - row.beat_at.getTime() > silentAfterMs;
  return {
    id: row.id,
    backupId: row.backup_id,
    backupDate: row.backupAt?.toISOString() ?? null,
    startedDate: row.at.toISOString(),
    state: isSilent || row.ok === false ? 'failed' : row.ok === null ? 'running' : 'passed',
    seconds: row.seconds,
    checked: row.checked as contract.DrillChecks | null, // written by the drill
    error: isSilent ? contract.sentences.interrupted : row.error,
  };
}

/** Opens a backup's archive for a download. The download is recorded, because the archive contains everything. Throws 404 or 409. */
export async function openBackup(
  deps: BackupDeps,
  id: string,
  { actor, requestId }: ActionContext,
): Promise<StoredFile & { fileName: string }> {
  const { db, clock, env, files } = deps;
  const backup = await findBackup(deps, id);
  if (backup.verified_at === null) throw conflict(contract.sentences.unfinished);
  const stored = await (await openBackupStore(env, files)).open(backup.file_name);
  if (!stored) throw notFound(contract.sentences.fileGone);
  await inTransaction(db, (tx) =>
    audit(tx, {
      actor,
      requestId,
      at: clock.now(),
      action: 'download',
      entity: 'backup',
      entityId: id,
      after: { name: backup.file_name, bytes: backup.bytes },
    }),
  );
  return { ...stored, fileName: backup.file_name };
}

/** Deletes a backup with its archive. Throws 404, or 409 while it is being made. */
export async function deleteBackup(deps: BackupDeps, id: string, { actor, requestId }: ActionContext): Promise<void> {
  const { db, clock, env, files } = deps;
  const backup = await findBackup(deps, id);
  if (backup.finished_at === null && clock.now().getTime() - backup.beat_at.getTime() <= silentAfterMs)
    throw conflict(contract.sentences.unfinished);
  await (await openBackupStore(env, files)).remove(backup.file_name);
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom('backups').where('id', '=', id).execute();
    const before = { name: backup.file_name, startedDate: backup.started_at.toISOString() };
    await audit(tx, { actor, requestId, at: clock.now(), action: 'delete', entity: 'backup', entityId: id, before });
  });
}

async function findBackup({ db }: BackupDeps, id: string) {
  const backup = await db.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirst();
  if (!backup) throw notFound(contract.sentences.notFound);
  return backup;
}
