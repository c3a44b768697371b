import { randomBytes } from 'node:crypto';
import { readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#platform/process/clock.server.ts';
import { databaseOn, openDb } from '#platform/db/db.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { compareContents } from '../archive/compare-contents.server.ts';
import { unpackedSize } from '../archive/manifest.server.ts';
import { type Archive, openArchive } from '../archive/read-archive.server.ts';
import { requireKnownSchema } from '../database/archived-schema.server.ts';
import { clearDatabase, copyOwnRecords, isEmptyDatabase } from '../database/database-content.server.ts';
import {
  createBeside,
  databasesLike,
  dropBeside,
  mayCreateDatabases,
  nameBeside,
} from '../database/database-beside.server.ts';
import { loadDatabase } from '../database/load-database.server.ts';
import {
  exchange,
  type Place,
  readRestorePoint,
  removeBeside,
  type RestorePoint,
  type ShopBeside,
  takeBackExchange,
} from './place.server.ts';
import { unpackBeside } from './restore-files.server.ts';
import { restoreSentences } from './sentences.ts';

export type RestoreStep = 'checking' | 'database' | 'files';

interface RestoreOptions {
  archive: Archive;
  clock: Clock;
  onProgress: (step: RestoreStep, done: number, of: number) => unknown;
}

/** Reads an archive as a whole and refuses it, before anything is touched, if it can't be restored by this program. */
export async function openForRestore(
  path: string,
  { key, onProgress }: { key: string | undefined; onProgress: RestoreOptions['onProgress'] },
): Promise<Archive> {
  const archive = await openArchive(path, { key, onProgress: (done, of) => onProgress('checking', done, 2 * of) });
  try {
    await requireKnownSchema(archive.manifest);
    await compareContents(archive, (done, of) => onProgress('checking', of + done, 2 * of));
    return archive;
  } catch (error) {
    await archive.close();
    throw error;
  }
}

const newId = (): string => randomBytes(4).toString('hex');
const restoreUse = 'restore';
const formerUse = 'before';
const incomingPrefix = 'restore-incoming/';

/** A shop beside the one in use, by its id; `use` names its database. */
const besideOf = ({ env, database }: Place, use: string, id: string): ShopBeside => ({
  database: nameBeside(database, `${use}_${id}`),
  folder: join(env.dataDir, `${use}-${id}`),
  prefix: `${use === restoreUse ? incomingPrefix : 'restore-point/'}${id}/`,
});

/**
 * Restores an archive: fills a database and a folder beside those in use, brings the schema up to date, compares everything, and
 * only then exchanges them. What was in use becomes the restore point. If anything fails, the place stays as it was.
 */
export async function restore(place: Place, { archive, clock, onProgress }: RestoreOptions): Promise<void> {
  await takeBackExchange(place);
  await removeLeftovers(place);
  await requireSpace(place, archive);
  const id = newId();
  const isBeside = await mayCreateDatabases(place.connection);
  if (!isBeside && !(await isEmptyDatabase(place.connection))) throw new Problem(400, restoreSentences.mayNotCreate);
  const incoming = { ...besideOf(place, restoreUse, id), ...(!isBeside && { database: null }) };
  const outgoing = { ...besideOf(place, formerUse, id), ...(!isBeside && { database: null }) };
  try {
    await fillDatabase(place, incoming, { archive, onProgress });
    await unpackBeside(place, archive, {
      beside: incoming,
      onProgress: (done, of) => onProgress('files', done, of),
    });
    await exchange(place, incoming, outgoing, clock.now());
  } catch (error) {
    await removeBeside(place, incoming);
    await removeBeside(place, { ...outgoing, database: null });
    if (!isBeside) await clearDatabase(place.connection);
    throw error;
  }
}

async function fillDatabase(
  place: Place,
  { database }: ShopBeside,
  { archive, onProgress }: Pick<RestoreOptions, 'archive' | 'onProgress'>,
): Promise<void> {
  if (database !== null) await createBeside(place.connection, database);
  const connection = database === null ? place.connection : databaseOn(place.connection, database);
  await loadDatabase(connection, archive, { onProgress: (done, of) => onProgress('database', done, of) });
  const { db, close } = openDb({ ...connection, max: 2 }, { error: () => {} });
  try {
    await migrate(db);
  } finally {
    await close();
  }
  if (database !== null) await copyOwnRecords(place.connection, connection);
}

/** What restores that were killed have left: databases, folders and files in the bucket. */
async function removeLeftovers(place: Place): Promise<void> {
  const point = readRestorePoint(place.env);
  const kept = point?.database;
  for (const name of await readdir(place.env.dataDir)) {
    const path = join(place.env.dataDir, name);
    if (/^(restore|before)-[0-9a-f]{8}$/.test(name) && path !== point?.folder) await rm(path, { recursive: true });
  }
  if (place.env.s3Bucket !== undefined)
    for await (const key of place.files.list(incomingPrefix)) await place.files.remove(key);
  for (const use of [restoreUse, formerUse])
    for (const name of await databasesLike(place.connection, nameBeside(place.database, `${use}_`)))
      if (name !== kept && /_[0-9a-f]{8}$/.test(name)) await dropBeside(place.connection, name);
}

/** The files are written once more beside those in use, and an embedded database too, with its indexes and journal. */
async function requireSpace({ env }: Place, { manifest }: Archive): Promise<void> {
  const { bavail, bsize } = await statfs(env.dataDir);
  const files = manifest.files.reduce((sum, { size }) => sum + size, 0);
  const needed = env.databaseUrl === undefined ? unpackedSize(manifest) + manifest.databaseBytes : files;
  if (bavail * bsize < needed) throw new Problem(400, restoreSentences.noSpace(needed, bavail * bsize));
}

/**
 * Takes back a restore that was interrupted; else puts the shop from before the last restore back into use, and the restored one becomes
 * the restore point, so that this can be undone, too. Returns that restore point, or undefined for an interrupted restore.
 */
export async function undoRestore(place: Place, clock: Clock): Promise<RestorePoint | undefined> {
  if (await takeBackExchange(place)) return undefined;
  const point = readRestorePoint(place.env);
  if (!point) throw new Problem(400, restoreSentences.noRestorePoint);
  if (point.database === null) throw new Problem(400, restoreSentences.nothingToUndo);
  const { at, ...incoming } = point;
  await exchange(place, incoming, besideOf(place, formerUse, newId()), clock.now());
  return { ...incoming, at };
}
