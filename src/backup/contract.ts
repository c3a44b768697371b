import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { money, uuid } from '#lib/api/wire.ts';
import { formatSize } from '#lib/uploads.ts';

/** The times of the nightly backup and of the weekly restore drill. */
export const backupTime = { time: '03:00' } as const;
export const drillTime = { time: '04:30', weekday: 0 } as const;

/** The page warns if there has been no good backup for this long. */
export const lateAfterHours = 26;

export const sentences = {
  running: 'A backup is already being made.',
  drillRunning: 'A restore drill is already running.',
  notFound: 'This backup no longer exists.',
  fileGone: 'The file of this backup is not on this machine.',
  unfinished: 'This backup is still being made.',
  noBackup: 'There is no good backup to try yet. Make one first.',
  interrupted: 'Its process was stopped before the end.',
  mayNotCreate:
    'The user of DATABASE_URL may not create databases, so the restore drill cannot run. Let it: alter role … createdb.',
  noSpace: (needed: number, free: number): string =>
    `The disk has ${formatSize(free)} left, but the restore drill needs ${formatSize(needed)}. Free some space, then run it again.`,
  noSpaceForBackup: (needed: number, free: number): string =>
    `The disk has ${formatSize(free)} left, but a backup needs ${formatSize(needed)}, including the space that the shop itself must keep. Free some space, for instance by deleting backups that you have copied elsewhere.`,
  backupFailed: 'Unable to make a backup.',
  drillFailed: 'Unable to run the restore drill.',
  deleteFailed: 'Unable to delete the backup.',
} as const;

const count = z.int().nonnegative();

const backup = z.object({
  id: uuid,
  kind: z.enum(['scheduled', 'before_migration', 'manual']),
  state: z.enum(['running', 'done', 'failed']),
  startedDate: z.iso.datetime(),
  finishedDate: z.iso.datetime().nullable(),
  createdBy: z.string().nullable().meta({ description: 'Who asked for it; null for the system.' }),
  step: z.enum(['database', 'files', 'checking']).nullable(),
  done: count,
  total: count,
  appVersion: z.string(),
  version: z
    .enum(['same', 'older', 'newer'])
    .meta({ description: 'Compared with the running program; one that is newer cannot be restored by it.' }),
  filesCount: count.nullable(),
  databaseBytes: count.nullable(),
  bytes: count.nullable().meta({ description: 'The size of the archive.' }),
  sha256: z.string().nullable(),
  place: z.enum(['folder', 'bucket']),
  fileName: z.string(),
  isEncrypted: z.boolean(),
  verifiedDate: z.iso.datetime().nullable().meta({ description: 'When it was read back and every checksum compared.' }),
  error: z.string().nullable(),
});
export type Backup = z.output<typeof backup>;

const checked = z.object({
  tables: count,
  rows: count,
  files: count,
  fileBytes: count,
  orders: count,
  ordersTotal: money,
  stockDifferences: count,
});
export type DrillChecks = z.output<typeof checked>;
export type DrillChecksOnPage = z.input<typeof checked>;

const drill = z.object({
  id: uuid,
  backupId: uuid.nullable(),
  backupDate: z.iso.datetime().nullable(),
  startedDate: z.iso.datetime(),
  state: z.enum(['running', 'passed', 'failed']),
  seconds: z.number().nullable(),
  checked: checked.nullable(),
  error: z.string().nullable(),
});
export type Drill = z.output<typeof drill>;
export type DrillOnPage = z.input<typeof drill>;

const overview = z.object({
  backups: z.array(backup),
  drill: drill.nullable(),
  nextBackupDate: z.iso.datetime(),
  nextDrillDate: z.iso.datetime(),
  lastGoodDate: z.iso.datetime().nullable(),
  isLate: z.boolean().meta({ description: `Whether there is no good backup of the last ${lateAfterHours} hours.` }),
  place: z.enum(['folder', 'bucket']),
  folder: z.string().meta({ description: 'Where backups are stored, for the command that restores one.' }),
  isEncrypted: z.boolean().meta({ description: 'Whether new backups are encrypted.' }),
});
export type BackupOverview = z.output<typeof overview>;
export type OverviewOnPage = z.input<typeof overview>;

const access = 'ManageUserPermissions';

export const readBackups = endpoint('GET', '/v1/backups', {
  access,
  summary: 'The backups of this installation, newest first, and the last restore drill',
  reply: overview,
});

export const createBackup = endpoint('POST', '/v1/backups', {
  access,
  summary: 'Starts a backup; 409 while another one is being made',
  reply: z.object({ id: uuid }),
  status: 202,
});

export const downloadBackup = endpoint('GET', '/v1/backups/{id}/file', {
  access,
  summary: 'The archive of a backup: everything that the shop knows. Recorded in the history',
  params: z.object({ id: uuid }),
  download: ['zip'],
});

export const deleteBackup = endpoint('DELETE', '/v1/backups/{id}', {
  access,
  summary: 'Deletes a backup and its archive. Recorded in the history',
  params: z.object({ id: uuid }),
});

export const runDrill = endpoint('POST', '/v1/backups/drill', {
  access,
  summary:
    'Starts a restore drill: loads the newest backup beside the running shop and compares it; 409 while one is running',
  reply: z.object({ id: uuid }),
  status: 202,
});
