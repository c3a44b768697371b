import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Db } from '#platform/db/db.server.ts';

/** Whether a statement of a service begins or commits a transaction. Such statements are skipped, as there is only one transaction. */
const isBoundary = (statement: unknown): boolean =>
  typeof statement === 'string' && /^(begin|commit|start transaction)\b/.test(statement);

const failure = 'A part of the one transaction has failed, so nothing of it can stay.';

/**
 * Runs `work` with a database on which everything, including the services' own transactions, is one transaction. At the end all of its
 * changes are there or, if a part fails or this process dies, none. It sees the data as of its beginning, and its own changes.
 */
export async function inOneTransaction<T>(pool: pg.Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let last: Promise<unknown> = Promise.resolve();
  let hasFailed = false;
  /** One statement after another, because a client runs one at a time. */
  const query = (statement: unknown, values?: unknown) => {
    // After a real rollback, each later statement would be committed separately.
    if (statement === 'rollback') hasFailed = true;
    if (hasFailed) return Promise.reject(new Error(failure));
    if (isBoundary(statement)) return Promise.resolve({ command: '', rowCount: null, rows: [], fields: [] });
    const run = () => client.query(statement as string, values as unknown[]); // as Kysely calls it
    const result = last.then(run, run);
    last = result.catch(() => {});
    return result;
  };
  const only = { connect: async () => ({ query, release() {} }), end: async () => {} } as unknown as pg.Pool; // all that Kysely uses of it
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: only }) });
  try {
    await client.query('begin isolation level repeatable read');
    const result = await work(db);
    if (hasFailed) throw new Error(failure);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(true); // closes the connection, which rolls back
    throw error;
  }
}
