import { sql } from 'kysely';
import { getConstructionPlans, getRollbackPlans } from 'pg-boss';
import type { Connection, Db } from '#platform/db/db.server.ts';
import { openDb } from '#platform/db/db.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { readMigrations } from '#platform/db/migration-files.server.ts';
import { Problem } from '#lib/api/problem.ts';
import type { Manifest } from '../archive/manifest.server.ts';
import { archiveSentences } from '../archive/sentences.ts';

const queueSchema = 'jobs';

/** Throws `Problem` 400 if the archive has a migration that this program does not know. */
export async function requireKnownSchema({ migrations, appVersion }: Manifest): Promise<void> {
  const known = new Set((await readMigrations()).map(({ name }) => name));
  if (!migrations.every((name) => known.has(name))) throw new Problem(400, archiveSentences.newer(appVersion));
}

/**
 * Creates exactly the tables of the archive's database in an empty one: by the same migrations and no others, and with the same version of the
 * queue.
 */
export async function createArchivedSchema(connection: Connection, manifest: Manifest): Promise<void> {
  const { db, close } = openDb({ ...connection, max: 2 }, { error: () => {} });
  try {
    await migrate(db, { only: manifest.migrations });
    if (manifest.queueVersion !== null) await createQueue(db, manifest.queueVersion, manifest.appVersion);
  } finally {
    await close();
  }
}

/** The queue's library can create only its current tables, but can roll them back version by version. The shop's next start migrates them forward. */
async function createQueue(db: Db, version: number, appVersion: string): Promise<void> {
  await run(db, getConstructionPlans(queueSchema));
  const { rows } = await sql<{ version: number }>`select version from jobs.version`.execute(db);
  const present = rows[0]?.version ?? 0;
  if (version > present) throw new Problem(400, archiveSentences.newer(appVersion));
  for (let from = present; from > version; from--) await run(db, getRollbackPlans(queueSchema, from));
}

/** Runs several statements at once, which bring their own transaction. */
const run = (db: Db, statements: string) => db.connection().execute((one) => sql.raw(statements).execute(one));
