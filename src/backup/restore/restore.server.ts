import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '#platform/process/clock.server.ts';
import { requireFreeBytes } from '#platform/process/free-bytes.server.ts';
import { databaseOn, openDb } from '#platform/db/db.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { compareContents } from '../archive/compare-contents.server.ts';
import { unpackedSize } from '../archive/manifest.server.ts';
import { type Archive, openArchive } from '../archive/read-archive.server.ts';
import { requireKnownSchema } from '../database/archived-schema.server.ts';
import { copyOwnRecords, identityOf, isEmptyDatabase } from '../database/database-content.server.ts';
import {
  createBeside,
  databasesLike,
  maintenanceConnection,
  mayCreateDatabases,
  nameBeside,
} from '../database/database-beside.server.ts';
import { loadDatabase } from '../database/load-database.server.ts';
import { whileAlone } from '../database/while-alone.server.ts';
import { formerUse, removeLeftovers, restorePrefixes, restoreUse } from './leftovers.server.ts';
import {
  beginExchange,
  type Exchange,
  exchange,
  type Place,
  readRestorePoint,
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

/** Opens and checks a whole archive. Throws, before anything is changed, if this program can't restore it. */
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

/**
 * Runs `work` while no other process restores this database; returns undefined if one does. The lock is taken in another database, because the
 * exchange ends all sessions of this one.
 */
export async function whileNoneRestores<T>(
  { connection, database }: Pick<Place, 'connection' | 'database'>,
  work: () => Promise<T>,
  waitMs?: number,
): Promise<{ result: T } | undefined> {
  const isExchanged = await mayCreateDatabases(connection);
  const lockedOn = isExchanged ? await maintenanceConnection(connection) : connection;
  return whileAlone(lockedOn, { what: `restore of ${database}`, waitMs }, work);
}

/** A shop beside the one in use. The names of its parts consist of its use and an id. */
const besideOf = ({ env, database }: Place, use: keyof typeof restorePrefixes, id: string): ShopBeside => ({
  database: nameBeside(database, `${use}_${id}`),
  folder: join(env.dataDir, `${use}-${id}`),
  prefix: `${restorePrefixes[use]}${id}/`,
});

const newId = (): string => randomBytes(4).toString('hex');

/** What a new restore exchanges. If the database user may not create databases, the one in use is filled, provided that it is empty. */
async function planExchange(place: Place): Promise<Exchange> {
  const id = newId();
  const incoming = besideOf(place, restoreUse, id);
  const outgoing = besideOf(place, formerUse, id);
  if (await mayCreateDatabases(place.connection)) return { incoming, outgoing };
  if (!(await isEmptyDatabase(place.connection))) throw new Problem(400, restoreSentences.mayNotCreate);
  const filled = await identityOf(place.connection);
  return { incoming: { ...incoming, database: null }, outgoing: { ...outgoing, database: null }, filled };
}

/**
 * Restores an archive: fills a database and a folder beside those in use, brings the schema up to date, compares everything, and only then
 * exchanges them. What was in use becomes the restore point. If anything fails, all changes are undone; if undoing fails, too,
 * `isRestoreInterrupted` returns true.
 */
export async function restore(place: Place, { archive, clock, onProgress }: RestoreOptions): Promise<void> {
  await takeBackExchange(place);
  await removeLeftovers(place);
  await requireSpaceBeside(place, archive);
  const change = await planExchange(place);
  try {
    if (change.filled !== undefined) await beginExchange(place, change);
    await fillDatabase(place, change.incoming, { archive, onProgress });
    await unpackBeside(place, archive, {
      beside: change.incoming,
      onProgress: (done, of) => onProgress('files', done, of),
    });
    await exchange(place, change, clock.now());
  } catch (error) {
    await takeBackExchange(place).catch(() => {}); // if this fails, too, the command reports it
    await removeLeftovers(place).catch(() => {}); // repeated every hour
    throw error;
  }
  await removeLeftovers(place, { withFormer: true }).catch(() => {});
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

/** Throws unless there is room for a second copy of the files and, if the database is embedded, of the database with its indexes and WAL. */
async function requireSpaceBeside({ env }: Place, { manifest }: Archive): Promise<void> {
  const files = manifest.files.reduce((sum, { size }) => sum + size, 0);
  const needed = env.databaseUrl === undefined ? unpackedSize(manifest) + manifest.databaseBytes : files;
  await requireFreeBytes(env.dataDir, needed, (free) => new Problem(400, restoreSentences.noSpace(needed, free)));
}

/**
 * Undoes a restore that was interrupted. If none was, puts the shop from before the last restore back into use and makes the restored shop the
 * restore point, so that this can be undone, too. Returns the restore point that was put back, or undefined after an interrupted restore.
 */
export async function undoRestore(place: Place, clock: Clock): Promise<RestorePoint | undefined> {
  if (await takeBackExchange(place)) return undefined;
  const point = readRestorePoint(place.env);
  if (!point) throw new Problem(400, restoreSentences.noRestorePoint);
  if (point.database === null) throw new Problem(400, restoreSentences.nothingToUndo);
  if (!(await databasesLike(place.connection, point.database)).includes(point.database))
    throw new Problem(400, restoreSentences.pointGone);
  const { at, ...incoming } = point;
  await exchange(place, { incoming, outgoing: besideOf(place, formerUse, newId()) }, clock.now());
  await removeLeftovers(place, { withFormer: true }).catch(() => {});
  return { ...incoming, at };
}
