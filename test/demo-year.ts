import { sql } from 'kysely';
import { beginningOfHistory, makeHistory } from '#demo/history/make-history.server.ts';
import { demoHistory } from '../src/demo.server.ts';
import { testApp } from './app.ts';
import { freshDatabase } from './database.ts';
import { fillDemoCatalogue } from './demo-shop.ts';

/** As many as show everything: the whole history has 1,200. */
const planned = 300;

type Counting = ReturnType<typeof sql<{ value: number }>>;

/** A shop with the demo's catalogue and history. */
export async function demoYear() {
  const database = await freshDatabase();
  const { db } = database;
  const { deps, ask, mails } = await testApp({ database });
  const now = deps.clock.now();

  const numbers = async (statement: Counting): Promise<number[]> =>
    (await statement.execute(db)).rows.map(({ value }) => value);
  const countOf = async (statement: Counting): Promise<number> => (await numbers(statement))[0] ?? 0;
  /** How many rows every table has, but for those that the processes write for themselves. */
  async function contents(): Promise<Record<string, number>> {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname not in ('nodes', 'cache_purges', 'sessions', 'refresh_tokens', 'search_terms', 'listing_counts', 'known_order_words')
      order by relname`.execute(db);
    const counts: Record<string, number> = {};
    for (const { name } of rows)
      counts[name] = await countOf(sql`select count(*)::int as value from ${sql.table(name)}`);
    return counts;
  }

  await fillDemoCatalogue(deps, beginningOfHistory(now));
  const before = await contents();
  await makeHistory({ ...deps, pool: database.pool }, await demoHistory(), { now, orders: planned });
  const standing = await countOf(sql`select count(*)::int as value from standing_order_runs where state = 'ordered'`);
  const orders = planned + standing; // those of standing orders come besides
  return { database, db, deps, ask, mails, now, orders, numbers, countOf, contents, before };
}
