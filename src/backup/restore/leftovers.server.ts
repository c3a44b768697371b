import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { databasesLike, dropBeside, nameBeside } from '../database/database-beside.server.ts';
import { isRestoreInterrupted, type Place, readRestorePoint } from './place.server.ts';

/** What the database and folder of a shop beside are named after: it is being restored, or was in use before. */
export const restoreUse = 'restore';
export const formerUse = 'before';

/** Where such a shop has its files in a bucket. */
export const restorePrefixes = { [restoreUse]: 'restore-incoming/', [formerUse]: 'restore-point/' } as const;

/**
 * Removes what restores have left that were killed or could not clean up: databases, folders and files in the bucket. To be called
 * while no other process restores. With `withFormer` also former shops other than the restore point, which might be the restore point
 * of another machine.
 */
export async function removeLeftovers(place: Place, { withFormer = false } = {}): Promise<void> {
  if (isRestoreInterrupted(place.env)) return; // all of it is needed
  const point = readRestorePoint(place.env);
  const { env, files, connection, database } = place;
  const uses: (keyof typeof restorePrefixes)[] = withFormer ? [restoreUse, formerUse] : [restoreUse];
  for (const use of uses) {
    for (const name of await readdir(env.dataDir)) {
      const path = join(env.dataDir, name);
      if (isBeside(name, `${use}-`) && path !== point?.folder) await rm(path, { recursive: true, force: true });
    }
    if (env.s3Bucket !== undefined)
      for await (const key of files.list(restorePrefixes[use]))
        if (!point || !key.startsWith(point.prefix)) await files.remove(key);
    const start = nameBeside(database, `${use}_00000000`).slice(0, -8);
    for (const name of await databasesLike(connection, start))
      if (isBeside(name, start) && name !== point?.database) await dropBeside(connection, name);
  }
}

const isBeside = (name: string, start: string): boolean =>
  name.startsWith(start) && /^[0-9a-f]{8}$/.test(name.slice(start.length));
