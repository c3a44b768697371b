import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { Problem } from '#lib/api/problem.ts';
import type { Connection } from '#platform/db/db.server.ts';
import { writeWhole } from '#platform/postgres/archive/packed-file.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import type { Files } from '#platform/storage/files.server.ts';
import { databasesLike, renameDatabases } from '../database/database-beside.server.ts';
import { clearDatabase, identityOf } from '../database/database-content.server.ts';
import { restoreSentences } from './sentences.ts';

/** What a restore changes. */
export interface Place {
  env: Pick<Env, 'dataDir' | 's3Bucket' | 'databaseUrl'>;
  files: Files;
  /** Leads to the shop's database. */
  connection: Connection;
  database: string;
}

/**
 * A shop beside the one in use, ready to be exchanged with it: its database, and a folder with its files and its session secret. If the shop's
 * files are in a bucket, only those that differ are there, under a prefix.
 */
const shopBeside = z.object({
  /** Null if the database in use itself is filled, because no other can be created. */
  database: z.string().nullable(),
  folder: z.string(),
  prefix: z.string(),
});
export type ShopBeside = z.output<typeof shopBeside>;

/** A restore under way. It is recorded before the shop in use changes, so that it can be undone after a failure or a crash at any point. */
const exchangeShape = z.object({
  incoming: shopBeside,
  outgoing: shopBeside,
  /** The identity (`identityOf`) of the database in use, if that is filled: it was empty, and is emptied if the restore is undone. */
  filled: z.string().optional(),
});
export type Exchange = z.output<typeof exchangeShape>;

const restorePointShape = shopBeside.extend({ at: z.iso.datetime() });
/** The shop as it was before the last restore. */
export type RestorePoint = z.output<typeof restorePointShape>;

const exchangeFile = ({ dataDir }: Place['env']): string => join(dataDir, 'restore-under-way.json');
const restorePointFile = ({ dataDir }: Place['env']): string => join(dataDir, 'restore-point.json');

/** Whether a restore was interrupted while the shop in use was incomplete. */
export function isRestoreInterrupted(env: Place['env']): boolean {
  const exchange = readExchange(env);
  return exchange !== undefined && readRestorePoint(env)?.folder !== exchange.outgoing.folder; // otherwise only its record was left
}

export function readRestorePoint(env: Place['env']): RestorePoint | undefined {
  const point = readShape(restorePointFile(env), restorePointShape);
  return point && moved(env, point);
}

function readExchange(env: Place['env']): Exchange | undefined {
  const exchange = readShape(exchangeFile(env), exchangeShape);
  return exchange && { ...exchange, incoming: moved(env, exchange.incoming), outgoing: moved(env, exchange.outgoing) };
}

const readShape = <T>(path: string, shape: z.ZodType<T>): T | undefined =>
  existsSync(path) ? shape.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined;

/** Corrects the folder's path, because the data folder may have been moved. */
const moved = <T extends ShopBeside>({ dataDir }: Place['env'], beside: T): T => ({
  ...beside,
  folder: join(dataDir, basename(beside.folder)),
});

/** Records that a restore begins to change the shop in use. */
export const beginExchange = (place: Place, exchange: Exchange): Promise<void> =>
  writeWhole(exchangeFile(place.env), JSON.stringify(exchange));

/** Puts the shop beside into use; the one that was in use becomes the restore point. If that fails, undoes it and throws the error. */
export async function exchange(place: Place, change: Exchange, at: Date): Promise<void> {
  try {
    await beginExchange(place, change);
    await exchangeAll(place, change);
    // Once this is written, the exchange is complete.
    await writeWhole(restorePointFile(place.env), JSON.stringify({ ...change.outgoing, at: at.toISOString() }));
  } catch (error) {
    await takeBackExchange(place).catch(() => {}); // the exchange's record remains, and the command reports it
    throw error;
  }
  rmSync(exchangeFile(place.env), { force: true });
}

/** The database is exchanged last and atomically: once that is done, the whole shop is exchanged. */
async function exchangeAll(place: Place, { incoming, outgoing }: Exchange): Promise<void> {
  const { dataDir, s3Bucket } = place.env;
  mkdirSync(outgoing.folder, { recursive: true, mode: 0o700 });
  mkdirSync(join(dataDir, 'files'), { recursive: true }); // so that there is a folder to put back
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
    if (name === 'session-secret' && existsSync(current)) copyWhole(current, join(outgoing.folder, name));
    return; // this restore has no such file or folder
  }
  if (existsSync(current)) renameSync(current, join(outgoing.folder, name));
  renameSync(next, current);
}

function copyWhole(from: string, to: string): void {
  copyFileSync(from, `${to}.part`);
  renameSync(`${to}.part`, to);
}

async function exchangeKeys(files: Files, { incoming, outgoing }: Exchange): Promise<void> {
  for await (const next of files.list(incoming.prefix)) {
    const key = next.slice(incoming.prefix.length);
    if (await files.exists(key)) await files.copy(key, outgoing.prefix + key);
    await files.copy(next, key);
  }
}

/** Undoes a restore that was interrupted, at whatever point. Returns false if no restore was interrupted. */
export async function takeBackExchange(place: Place): Promise<boolean> {
  const isInterrupted = isRestoreInterrupted(place.env);
  const change = readExchange(place.env);
  if (change && isInterrupted) await takeBack(place, change);
  rmSync(exchangeFile(place.env), { force: true });
  return isInterrupted;
}

async function takeBack(place: Place, { incoming, outgoing, filled }: Exchange): Promise<void> {
  if (filled === undefined) await takeBackDatabase(place, { incoming, outgoing });
  else if (filled === (await identityOf(place.connection))) await clearDatabase(place.connection);
  else throw new Problem(409, restoreSentences.otherDatabase);
  for (const name of ['files', 'session-secret']) {
    const former = join(outgoing.folder, name);
    const current = join(place.env.dataDir, name);
    if (!existsSync(former)) continue;
    const next = join(incoming.folder, name);
    if (existsSync(current) && !existsSync(next)) renameSync(current, next);
    // A missing secret may have been generated again, and is deleted. The folder of files must be empty, or `rmdirSync` throws.
    if (existsSync(current)) (name === 'files' ? rmdirSync : rmSync)(current);
    renameSync(former, current);
  }
  for await (const former of place.files.list(outgoing.prefix)) {
    await place.files.copy(former, former.slice(outgoing.prefix.length));
    await place.files.remove(former);
  }
  rmSync(outgoing.folder, { recursive: true, force: true });
}

async function takeBackDatabase(place: Place, { incoming, outgoing }: Exchange): Promise<void> {
  if (incoming.database === null || outgoing.database === null) return;
  const present = await databasesLike(place.connection, outgoing.database);
  if (!present.includes(outgoing.database)) return; // the database had not been exchanged yet
  await renameDatabases(place.connection, [
    { from: place.database, to: incoming.database },
    { from: outgoing.database, to: place.database },
  ]);
}
