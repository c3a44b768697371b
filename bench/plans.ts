import { Kysely, PostgresDialect } from 'kysely';
import type { Db, OpenDb } from '#infra/db.server.ts';

interface Asked {
  sql: string;
  parameters: readonly unknown[];
}

/** Runs `work` and answers every statement that it sent, each form of it once. */
async function statementsOf({ pool }: OpenDb, work: (db: Db) => Promise<unknown>): Promise<Asked[]> {
  const asked = new Map<string, Asked>();
  const db: Db = new Kysely({
    dialect: new PostgresDialect({ pool }),
    log: ({ query: { sql, parameters } }) => void asked.set(sql, { sql, parameters }),
  });
  await work(db);
  return [...asked.values()].filter(({ sql }) => /^\s*(select|with)/.test(sql));
}

/** Prints the plans of the statements that `work` sends; answers whether all of them go by an index. */
export async function showPlans(database: OpenDb, work: (db: Db) => Promise<unknown>): Promise<boolean> {
  const statements = await statementsOf(database, work);
  const client = await database.pool.connect();
  let isIndexed = true;
  try {
    await client.query('begin');
    for (const { sql, parameters } of statements) {
      if (sql.includes('set_config')) await client.query(sql, [...parameters]);
      else {
        const text = `explain (analyze, costs off, timing off, summary on, buffers off) ${sql}`;
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(text, [...parameters]);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        if (plan.includes('Seq Scan')) isIndexed = false;
        console.log(`\n${JSON.stringify(parameters)}\n${plan}`);
      }
    }
    await client.query('rollback');
  } finally {
    client.release();
  }
  return isIndexed;
}
