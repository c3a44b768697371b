import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, type LogEvent, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { errorCode } from '#lib/error-code.ts';
import type { Tables } from './tables.server.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** An open database: `db` for services, `pool` for the job queue, which writes its own SQL. */
export interface OpenDb {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** How to reach a database; `prepare: false` if a pooler in front cannot keep prepared statements. */
export interface Connection extends pg.PoolConfig {
  prepare?: boolean;
}

const mostConnections = 16;

/** The connection of a `DATABASE_URL`. Its parameter `pgbouncer=true`, which other tools support too, turns prepared statements off. */
export function connectionOf(databaseUrl: string): Connection {
  const url = new URL(databaseUrl);
  const prepare = url.searchParams.get('pgbouncer') !== 'true';
  url.searchParams.delete('pgbouncer');
  return { connectionString: url.href, prepare };
}

/** The connection to another database on the same server. */
export function databaseOn({ connectionString, ...rest }: Connection, database: string): Connection {
  if (connectionString === undefined) return { ...rest, database };
  const url = new URL(connectionString);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { ...rest, connectionString: url.href };
}

/**
 * Opens the database. `bigint` is read as a number (beyond 2^53 it throws), `date` as `YYYY-MM-DD`, `timestamptz` as
 * `Date`, `numeric` as text. `observe` is called after each statement of `db`.
 */
export function openDb(
  connection: Connection,
  log: { error(details: object, message: string): void },
  observe?: (event: LogEvent) => void,
): OpenDb {
  const { prepare = true, ...config } = connection;
  const pool = new pg.Pool({
    max: mostConnections,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
    ...(prepare && { Client: preparingClient() }),
    ...config,
  });
  // Without these two listeners a lost connection would end the process. A caller learns of a lost connection from its failed
  // statement; the loss of an idle connection concerns no caller. In both cases the pool replaces the connection.
  pool.on('connect', (client) => client.on('error', () => {}));
  let isClosing = false;
  const lost = (error: Error) => {
    if (!isClosing) log.error({ reason: error.message }, 'lost an idle database connection');
  };
  pool.on('error', AsyncResource.bind(lost)); // otherwise it would be logged as part of the request that opened the connection
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }), ...(observe && { log: observe }) });
  const close = async () => {
    isClosing = true;
    await db.destroy();
    if (!pool.ending) await pool.end(); // Kysely does not end a pool that it has never used
  };
  return { db, pool, close };
}

const retriedCodes = new Set(['40001', '40P01']); // serialization failure, deadlock
const attempts = 4;

/**
 * Runs `work` in a transaction, and again (at most three more times) after a serialization failure, a deadlock, or a migration that
 * has changed what a prepared statement returns. Therefore `work` must contain nothing but SQL: mails and charges belong outside.
 */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  retried(() => db.transaction().execute(work));

/** Runs `read` on one snapshot of the database, and repeats it like `inTransaction`. */
export const inSnapshot = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  retried(() => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read));

/** Repeats a single statement like `inTransaction`. */
export async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === attempts || !(error instanceof Error)) throw error;
      if (!retriedCodes.has(errorCode(error)) && !isStalePlan(error)) throw error;
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/** Whether a prepared statement returns other columns than when it was prepared, because a migration has added one (`select *`). */
const isStalePlan = (error: Error): boolean => errorCode(error) === '0A000' && error.message.startsWith('cached plan');

type Parse = (value: string) => unknown;
const { builtins } = pg.types;
const textArray: Parse = pg.types.getTypeParser(1009 as never); // text[], missing in pg's list of types

/** PostgreSQL sends a domain as its base type, so these parsers serve `cents` and `business_day` too. */
const parsers = new Map<number, Parse>([
  [builtins.INT8, safeNumber],
  [builtins.DATE, (day) => day],
  [1016, (list) => (textArray(list) as (string | null)[]).map((one) => (one === null ? null : safeNumber(one)))], // bigint[]
  [1182, textArray], // date[]
]);

function getTypeParser(oid: number, format?: 'text' | 'binary'): Parse {
  return (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format as 'text'); // both return a parser
}

function safeNumber(digits: string): number {
  const value = Number(digits);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${digits} is beyond what a number holds exactly.`);
  return value;
}

const mostNames = 500;

/**
 * Names for prepared statements, so that a connection plans each of them once. A statement gets its name at its second use. At
 * most 500 get one, because statements with lists of varying length would otherwise fill the server's memory.
 */
function statementNames() {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();
  let generation = 0;
  return {
    nameOf(text: string): string | undefined {
      const name = names.get(text);
      if (name !== undefined || names.size >= mostNames) return name;
      if (!seenOnce.delete(text)) {
        if (seenOnce.size >= mostNames) seenOnce.clear();
        seenOnce.add(text);
        return undefined;
      }
      names.set(text, `s${generation}_${names.size}`);
      return names.get(text);
    },
    /** Drops all names, because a migration changed the columns that a prepared statement returns. */
    renew(): void {
      names.clear();
      generation++;
    },
  };
}

/** Appended to a statement whose best plan depends on its values: it is planned at each execution and never prepared. */
export const planEachTime = '/* planned each time */';

type Query = (first: unknown, second?: unknown, third?: unknown) => unknown;

const readOnly = '25006';
const transactionAborted = '25P02';

/**
 * A client class that prepares statements with parameters. The connections of a pool share their statement names. A connection
 * whose server has become a read-only standby is closed, so that the next one connects to the new primary.
 */
function preparingClient(): typeof pg.Client {
  const { nameOf, renew } = statementNames();
  /** Repeats a statement that a migration has made stale, which works unless it is part of a transaction. */
  const recover = async (client: pg.Client, error: unknown, repeat: () => unknown): Promise<unknown> => {
    if (!(error instanceof Error)) throw error;
    if (errorCode(error) === readOnly) void client.end();
    if (!isStalePlan(error)) throw error;
    renew();
    try {
      return await repeat();
    } catch (again) {
      throw again instanceof Error && errorCode(again) === transactionAborted ? error : again;
    }
  };
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const plain = super.query.bind(this) as Query; // one of pg's many overloads, passed on unchanged
      const query: Query = (first, second, third) => {
        if (typeof first !== 'string' || !Array.isArray(second) || second.length === 0)
          return plain(first, second, third);
        const name = first.endsWith(planEachTime) ? undefined : nameOf(first);
        const answer = plain({ name, text: first, values: second }, third);
        if (!(answer instanceof Promise)) return answer;
        return answer.catch((error: unknown) => recover(this, error, () => plain({ text: first, values: second })));
      };
      this.query = query as typeof this.query; // same signatures as pg's
    }
  };
}
