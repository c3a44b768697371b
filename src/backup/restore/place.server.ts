import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Connection } from '#platform/db/db.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import type { Files } from '#platform/storage/files.server.ts';
import { databasesLike, dropBeside, renameDatabases } from '../database/database-beside.server.ts';

/** What a restore changes. */
export interface Place {
  env: Pick<Env, 'dataDir' | 's3Bucket' | 'databaseUrl'>;
  files: Files;
  /** Leads to the shop's database. */
  connection: Connection;
  database: string;
}

/**
 * A shop that stands beside the one in use, ready to be exchanged with it: its database, and in a folder its files and its
 * session secret. In a bucket, its files have a prefix and are only those that differ.
 */
const shopBeside = z.object({
  /** Null if the database in use was filled itself, because no other could be created. */
  database: z.string().nullable(),
  folder: z.string(),
  prefix: z.string(),
});
export type ShopBeside = z.output<typeof shopBeside>;

/** An exchange under way. It is written down first, so that it can be taken back after a failure or a crash at any point. */
const exchangeShape = z.object({ incoming: shopBeside, outgoing: shopBeside });
type Exchange = z.output<typeof exchangeShape>;

const restorePointShape = shopBeside.extend({ at: z.iso.datetime() });
/** The shop as it was before the last restore. */
export type RestorePoint = z.output<typeof restorePointShape>;

const exchangeFile = ({ dataDir }: Place['env']): string => join(dataDir, 'restore-under-way.json');
const restorePointFile = ({ dataDir }: Place['env']): string => join(dataDir, 'restore-point.json');

/** Whether a restore was interrupted while it exchanged the shops, so that neither is complete. */
export const isRestoreInterrupted = (env: Place['env']): boolean => existsSync(exchangeFile(env));

export function readRestorePoint(env: Place['env']): RestorePoint | undefined {
  if (!existsSync(restorePointFile(env))) return undefined;
  return restorePointShape.parse(JSON.parse(readFileSync(restorePointFile(env), 'utf8')));
}

/** Written beside and renamed, so that a crash leaves the former content. */
function writeJson(path: string, content: object): void {
  writeFileSync(`${path}.part`, JSON.stringify(content), { mode: 0o600, flush: true });
  renameSync(`${path}.part`, path);
}

/**
 * Puts the shop beside into use; the one that was in use becomes the restore point. After a failure everything is as before, and the
 * error is thrown.
 */
export async function exchange(place: Place, incoming: ShopBeside, outgoing: ShopBeside, at: Date): Promise<void> {
  writeJson(exchangeFile(place.env), { incoming, outgoing });
  try {
    await exchangeAll(place, { incoming, outgoing });
  } catch (error) {
    await takeBackExchange(place);
    throw error;
  }
  const former = readRestorePoint(place.env);
  writeJson(restorePointFile(place.env), { ...outgoing, at: at.toISOString() });
  rmSync(exchangeFile(place.env));
  const isUndo = former?.folder === incoming.folder;
  await removeBeside(place, { ...incoming, database: null }); // its content is in use
  if (former && !isUndo) await removeBeside(place, former);
}

/** The database is exchanged last and atomically: once it is, all is. */
async function exchangeAll(place: Place, { incoming, outgoing }: Exchange): Promise<void> {
  const { dataDir, s3Bucket } = place.env;
  mkdirSync(outgoing.folder, { recursive: true, mode: 0o700 });
  mkdirSync(join(dataDir, 'files'), { recursive: true }); // so that there is one to put back
  if (s3Bucket === undefined) exchangePath(join(dataDir, 'files'), 'files', { incoming, outgoing });
  else await exchangeKeys(place.files, { incoming, outgoing });
  exchangePath(join(dataDir, 'session-secret'), 'session-secret', { incoming, outgoing });
  if (incoming.database === null || outgoing.database === null) return;
  await renameDatabases(place.connection, [
    { from: place.database, to: outgoing.database },
    { from: incoming.database, to: place.database },
  ]);
}

function exchangePath(current: string, name: string, { incoming, outgoing }: Exchange): void {
  const next = join(incoming.folder, name);
  if (!existsSync(next)) {
    if (name === 'session-secret' && existsSync(current)) copyFileSync(current, join(outgoing.folder, name));
    return; // this restore brings none
  }
  if (existsSync(current)) renameSync(current, join(outgoing.folder, name));
  renameSync(next, current);
}

async function exchangeKeys(files: Files, { incoming, outgoing }: Exchange): Promise<void> {
  for await (const next of files.list(incoming.prefix)) {
    const key = next.slice(incoming.prefix.length);
    if (await files.exists(key)) await files.copy(key, outgoing.prefix + key);
    await files.copy(next, key);
  }
}

/** Takes back an exchange that was interrupted, at whatever point. Returns false if there is none. */
export async function takeBackExchange(place: Place): Promise<boolean> {
  const path = exchangeFile(place.env);
  if (!existsSync(path)) return false;
  const { incoming, outgoing } = exchangeShape.parse(JSON.parse(readFileSync(path, 'utf8')));
  await takeBackDatabase(place, { incoming, outgoing });
  for (const name of ['files', 'session-secret']) {
    const former = join(outgoing.folder, name);
    const current = join(place.env.dataDir, name);
    if (!existsSync(former)) continue;
    const next = join(incoming.folder, name);
    if (existsSync(current) && !existsSync(next)) renameSync(current, next);
    // A secret that is missing is generated at once; a folder of files would not be empty.
    if (existsSync(current)) (name === 'files' ? rmdirSync : rmSync)(current);
    renameSync(former, current);
  }
  for await (const former of place.files.list(outgoing.prefix))
    await place.files.copy(former, former.slice(outgoing.prefix.length));
  rmSync(path);
  return true;
}

async function takeBackDatabase(place: Place, { incoming, outgoing }: Exchange): Promise<void> {
  if (incoming.database === null || outgoing.database === null) return;
  const present = await databasesLike(place.connection, outgoing.database);
  if (!present.includes(outgoing.database)) return; // it had not been exchanged yet
  await renameDatabases(place.connection, [
    { from: place.database, to: incoming.database },
    { from: outgoing.database, to: place.database },
  ]);
}

/** Deletes a shop that is not needed any more. */
export async function removeBeside(place: Place, { database, folder, prefix }: ShopBeside): Promise<void> {
  if (database !== null) await dropBeside(place.connection, database);
  rmSync(folder, { recursive: true, force: true });
  if (place.env.s3Bucket === undefined) return;
  for await (const key of place.files.list(prefix)) await place.files.remove(key);
}
