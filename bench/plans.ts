import { Kysely, PostgresDialect } from 'kysely';
import type { Db, OpenDb } from '#platform/db/db.server.ts';

interface SentStatement {
  sql: string;
  parameters: readonly unknown[];
}

/** The distinct statements that `work` sends once its caches are warm. */
async function statementsOf({ pool }: OpenDb, work: (db: Db) => Promise<unknown>): Promise<SentStatement[]> {
  const asked = new Map<string, SentStatement>();
  const db: Db = new Kysely({
    dialect: new PostgresDialect({ pool }),
    log: ({ query: { sql, parameters } }) => void asked.set(sql, { sql, parameters }),
  });
  await work(db);
  asked.clear();
  await work(db);
  return [...asked.values()].filter(({ sql }) => /^\s*(select|with)/.test(sql));
}

/** Prints the plans of the statements that `work` sends; returns whether all of them use an index. */
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

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

/** How the statements that `work` sends find their rows: one line for each, with its time and its scans. */
export async function scansOf(database: OpenDb, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const lines: string[] = [];
  for (const { sql, parameters } of await statementsOf(database, work)) {
    const text = `explain (analyze, costs off, timing off, buffers off, format json) ${sql}`;
    const { rows } = await database.pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time': number }] }>(text, [
      ...parameters,
    ]);
    const found = rows[0]?.['QUERY PLAN'][0];
    if (found) lines.push(`${found['Execution Time'].toFixed(1)} ms: ${[...scansIn(found.Plan)].join('; ')}`);
  }
  return lines;
}

/** Each scan of a stored table once, with its number of rows. */
function* scansIn(node: PlanNode): Generator<string> {
  const where = node['Index Name'] ?? node['Relation Name'];
  const isScan = node['Node Type'].includes('Scan') && node['Node Type'] !== 'CTE Scan';
  if (isScan && where)
    yield `${node['Node Type']} ${where} (${Math.round(node['Actual Rows'] * node['Actual Loops'])})`;
  for (const below of node.Plans ?? []) yield* scansIn(below);
}
