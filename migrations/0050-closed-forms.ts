import { type Kysely, sql } from 'kysely';

/** Forms that take no more answers for now; their address stays, and says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table forms add column closed_at timestamptz`.execute(db);
}
