import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { hourMs } from '#lib/durations.ts';
import { errorCode } from '#lib/error-code.ts';
import type { Env } from '#platform/process/env.server.ts';
import { collectBuffers } from '#platform/storage/collect-used-buffers.server.ts';
import type { Files, StoredFile } from '#platform/storage/files.server.ts';

export type BackupKind = 'scheduled' | 'before_migration' | 'manual';

/** Where backups are stored: in the bucket if the shop's files are in a bucket, otherwise in the folder `backups` of the data folder. */
export interface BackupStore {
  place: 'folder' | 'bucket';
  /** The path at which an archive is written before `keep` stores it. In a folder, it remains there. */
  pathOf(fileName: string): string;
  /** Stores a finished archive, which is at `pathOf`. */
  keep(fileName: string): Promise<void>;
  open(fileName: string): Promise<StoredFile | undefined>;
  remove(fileName: string): Promise<void>;
  fileNames(): Promise<string[]>;
  /** Runs `work` with the path of a local copy. */
  withLocalCopy<T>(fileName: string, work: (path: string) => Promise<T>): Promise<T>;
}

/** The prefix of backups in a bucket. */
export const backupsPrefix = 'backups/';
const unfinishedForMs = hourMs;

/** `spruce-20260302-030000-scheduled.zip`, with `.enc` at its end if it is encrypted. The time is in UTC. */
export function backupFileName(kind: BackupKind, at: Date, isEncrypted: boolean): string {
  const [date = '', time = ''] = at.toISOString().split(/[T.]/);
  const stamp = `${date.replaceAll('-', '')}-${time.replaceAll(':', '')}`;
  return `spruce-${stamp}-${kind.replace('_', '-')}.zip${isEncrypted ? '.enc' : ''}`;
}

const namePattern = /^spruce-\d{8}-\d{6}-(scheduled|before-migration|manual)\.zip(\.enc)?$/;

/** When a backup was made, by its file's name. */
export const timeOf = (fileName: string): Date =>
  new Date(fileName.replace(/^.*?(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d).*$/, '$1-$2-$3T$4:$5:$6Z'));

/** The kind of a backup by its file's name; undefined for other files. */
export const kindOf = (fileName: string): BackupKind | undefined =>
  namePattern.exec(fileName)?.[1]?.replace('-', '_') as BackupKind | undefined; // the pattern matches only these kinds

/** How many backups of each kind are stored. Those made by hand remain until somebody deletes them. */
export const keptCounts: Record<BackupKind, number> = { scheduled: 14, before_migration: 3, manual: Infinity };

/** Opens the store of backups, and creates its folder if it is missing. */
export async function openBackupStore({ dataDir, s3Bucket }: Env, files: Files): Promise<BackupStore> {
  const folder = join(dataDir, 'backups');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeUnfinished(folder);
  const pathOf = (fileName: string): string => join(folder, fileName);
  return s3Bucket === undefined ? inFolder(folder, pathOf) : inBucket(files, pathOf);
}

/** Deletes unfinished archives that killed processes have left. An archive that is still being written was changed a moment ago. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.part')) continue;
    const stats = await stat(join(folder, name)).catch(unlessGone);
    if (stats && performance.timeOrigin + performance.now() - stats.mtimeMs > unfinishedForMs)
      await rm(join(folder, name), { force: true });
  }
}

/** Ignores that a file is missing: since the folder was read, it has been finished and renamed. */
function unlessGone(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}

function inFolder(folder: string, pathOf: BackupStore['pathOf']): BackupStore {
  return {
    place: 'folder',
    pathOf,
    keep: async () => {},
    async open(fileName) {
      const path = pathOf(fileName);
      if (!existsSync(path)) return undefined;
      return { size: (await stat(path)).size, body: createReadStream(path) };
    },
    remove: (fileName) => rm(pathOf(fileName), { force: true }),
    fileNames: async () => (await readdir(folder)).sort(),
    withLocalCopy: (fileName, work) => work(pathOf(fileName)),
  };
}

function inBucket(files: Files, pathOf: BackupStore['pathOf']): BackupStore {
  const open = (fileName: string) => files.stream(backupsPrefix + fileName);
  return {
    place: 'bucket',
    pathOf,
    async keep(fileName) {
      await files.putFile(backupsPrefix + fileName, pathOf(fileName), 'application/octet-stream');
      await rm(pathOf(fileName));
    },
    open,
    remove: (fileName) => files.remove(backupsPrefix + fileName),
    async fileNames() {
      const names: string[] = [];
      for await (const key of files.list(backupsPrefix)) names.push(key.slice(backupsPrefix.length));
      return names.sort();
    },
    async withLocalCopy(fileName, work) {
      const copy = pathOf(`${fileName}.copy.part`);
      const stored = await open(fileName);
      if (!stored) return work(copy); // `work` reports that there is no such file
      try {
        await pipeline(collectBuffers(stored.body), createWriteStream(copy, { mode: 0o600 }));
        return await work(copy);
      } finally {
        await rm(copy, { force: true });
      }
    },
  };
}

/** Deletes the oldest backups of a kind beyond the number that is stored. Returns the names of the deleted files. */
export async function deleteOldest(store: BackupStore, kind: BackupKind): Promise<string[]> {
  const ofKind = (await store.fileNames()).filter((fileName) => kindOf(fileName) === kind);
  const old = ofKind.slice(0, Math.max(0, ofKind.length - keptCounts[kind]));
  for (const fileName of old) await store.remove(fileName);
  return old;
}
