import type { Db } from '#platform/db/db.server.ts';
import { systemClock } from '#platform/process/clock.server.ts';
import { readEnv } from '#platform/process/env.server.ts';
import { makeFiles } from '#platform/storage/files.server.ts';
import { seedSite } from '../src/demo.server.ts';
import { sessionSecret } from './secret.ts';

/** Gives the site the demo's pages, unless it has pages; their pictures go to `dataDir`. */
export async function makeSite(db: Db, dataDir: string): Promise<void> {
  const env = readEnv({ DATA_DIR: dataDir, SESSION_SECRET: sessionSecret, DEMO_CONTENT: 'true' });
  await seedSite({ env, db, files: await makeFiles(env), clock: systemClock });
}
