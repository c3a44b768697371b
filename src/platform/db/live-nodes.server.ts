import { type Kysely, sql } from 'kysely';
import { tableExists } from './migration-record.server.ts';

/** A process that has sent no heartbeat for this long has ended, or lost the database. */
export const goneAfter = '30 seconds';

/** The versions of the processes that are alive and do not know the migration `name`; none in a database without the table of nodes. */
export async function versionsBefore<T>(db: Kysely<T>, name: string): Promise<string[]> {
  if (!(await tableExists(db, 'nodes'))) return [];
  const { rows } = await sql<{ version: string }>`
    select distinct version from nodes
    where beat_at > now() - ${goneAfter}::interval and schema_max < ${name} collate "C"
    order by version`.execute(db);
  return rows.map(({ version }) => version);
}

/** Makes processes that start now wait until the transaction ends, as each adds itself to the nodes before it looks at the schema. */
export async function holdNewNodes<T>(tx: Kysely<T>): Promise<void> {
  await sql`lock table nodes in share row exclusive mode`.execute(tx);
}
