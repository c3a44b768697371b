import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '#platform/db/db.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import type { Clock } from '#platform/process/clock.server.ts';
import type { Files } from '#platform/storage/files.server.ts';
import { compareContents } from './archive/compare-contents.server.ts';
import {
  archiveFormat,
  type ArchivedFile,
  filesFolder,
  type Manifest,
  manifestEntry,
  secretsEntry,
  type Sum,
} from './archive/manifest.server.ts';
import { openArchive } from './archive/read-archive.server.ts';
import { type ArchiveWriter, createArchive } from './archive/write-archive.server.ts';
import { withClient } from './database/database-client.server.ts';
import { dumpDatabase } from './database/dump-database.server.ts';
import { backupsPrefix } from './backup-store.server.ts';
import { restorePrefixes } from './restore/leftovers.server.ts';
import { isRestoreInterrupted } from './restore/place.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { archiveSentences } from './archive/sentences.ts';
import { programVersion } from '#platform/process/version.server.ts';

/** What a backup is made from. */
export interface BackupSource {
  env: Env;
  clock: Clock;
  files: Files;
  connection: Connection;
}

export type BackupStep = 'database' | 'files' | 'checking';
export type OnProgress = (step: BackupStep, done: number, of: number) => unknown;

interface ArchiveOptions {
  path: string;
  kind: Manifest['kind'];
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
}

/** The prefixes in a bucket under which there are no files of the shop. */
const otherPrefixes = [backupsPrefix, ...Object.values(restorePrefixes)];
const isFile = (key: string): boolean => !otherPrefixes.some((prefix) => key.startsWith(prefix));

/**
 * Writes an archive of the whole shop while it runs: first a snapshot of the database, then the files, so that each file named in the snapshot
 * is in the archive. Then reads the archive back and compares every checksum. If anything differs, throws and leaves no file.
 */
export async function writeArchive(
  source: BackupSource,
  { path, kind, signal, onProgress }: ArchiveOptions,
): Promise<{ manifest: Manifest; sum: Sum }> {
  const { env, clock, connection } = source;
  const madeAt = clock.now().toISOString();
  const report = async (step: BackupStep, done: number, of: number): Promise<void> => {
    signal?.throwIfAborted();
    await onProgress?.(step, done, of);
  };
  if (isRestoreInterrupted(env)) throw new Problem(503, archiveSentences.restoring);
  const archive = await createArchive(path, env.backupKey);
  try {
    const dump = await withClient(connection, (client) =>
      dumpDatabase(client, archive, (done, of) => report('database', done, of)),
    );
    const files = await addFiles(source.files, archive, (done, of) => report('files', done, of));
    const hasSecrets = await addSecrets(env, archive);
    const engine = env.databaseUrl === undefined ? 'embedded' : 'server';
    const about = { format: archiveFormat, appVersion: programVersion, kind, madeAt, engine, hasSecrets } as const;
    const manifest: Manifest = { ...about, ...dump, files };
    await archive.add(manifestEntry, JSON.stringify(manifest), true);
    const sum = await archive.finish();
    await checkArchive(path, env, (done, of) => report('checking', done, of));
    return { manifest, sum };
  } catch (error) {
    await archive.abort();
    throw error;
  }
}

/** Reads an archive and compares every checksum. Throws `Problem` 400 if anything differs. */
export async function checkArchive(
  path: string,
  { backupKey: key }: Pick<Env, 'backupKey'>,
  onProgress?: (done: number, of: number) => unknown,
): Promise<Manifest> {
  const archive = await openArchive(path, { key, onProgress: onProgress && ((done, of) => onProgress(done, 2 * of)) });
  try {
    await compareContents(archive, onProgress && ((done, of) => onProgress(of + done, 2 * of)));
    return archive.manifest;
  } finally {
    await archive.close();
  }
}

async function addFiles(
  files: Files,
  archive: ArchiveWriter,
  onProgress: (done: number, of: number) => Promise<void>,
): Promise<ArchivedFile[]> {
  const keys: string[] = [];
  for await (const key of files.list()) if (isFile(key)) keys.push(key);
  const added: ArchivedFile[] = [];
  for (const [i, key] of keys.entries()) {
    await onProgress(i, keys.length);
    const stored = await files.stream(key);
    if (!stored) continue; // it has been removed since it was listed
    const sum = await archive.add(filesFolder + key, stored.body);
    added.push({ key, ...sum, ...(stored.contentType !== undefined && { contentType: stored.contentType }) });
  }
  await onProgress(keys.length, keys.length);
  return added;
}

/** Adds the session secret if it is stored in the data folder. A secret that is set by an environment variable is left out. */
async function addSecrets({ dataDir, sessionSecret }: Env, archive: ArchiveWriter): Promise<boolean> {
  if (storedSessionSecret(dataDir) !== sessionSecret) return false;
  await archive.add(secretsEntry, JSON.stringify({ sessionSecret }));
  return true;
}

/** The secret in the data folder; undefined if there is none. */
export function storedSessionSecret(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, 'session-secret'), 'utf8').trim();
  } catch {
    return undefined;
  }
}
