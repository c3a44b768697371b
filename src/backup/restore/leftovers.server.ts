import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { databasesLike, dropBeside, nameBeside } from '../database/database-beside.server.ts';
import { isRestoreInterrupted, type Place, readRestorePoint } from './place.server.ts';

/** The names of the database and folder of a shop beside contain its use: it is being restored, or was in use before. */
export const restoreUse = 'restore';
export const formerUse = 'before';

/** The prefix of such a shop's files in a bucket. */
export const restorePrefixes = { [restoreUse]: 'restore-incoming/', [formerUse]: 'restore-point/' } as const;

/**
 * Removes databases, folders and files in the bucket that were left by restores which were killed or could not clean up. Call it while no
 * other process restores. `withFormer` also removes former shops except the restore point, although one of them might be the restore point of
 * another machine.
 */
export async function removeLeftovers(place: Place, { withFormer = false } = {}): Promise<void> {
  if (isRestoreInterrupted(place.env)) return; // everything is still needed to undo that restore
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
