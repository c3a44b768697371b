import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';

/** A checksum of every table: a call that changes nothing leaves all of them unchanged. */
export async function tableSums(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    order by 1`.execute(db);
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ sum: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as sum from ${sql.table(name)} t`.execute(
      db,
    );
    sums[name] = rows[0]?.sum ?? '';
  }
  return sums;
}
