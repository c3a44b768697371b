import { createHash } from 'node:crypto';
import type { FastifyContextConfig } from 'fastify';
import LocalStore from '@fastify/rate-limit/store/LocalStore.js';
import { sql } from 'kysely';
import type { Db } from '../db/db.server.ts';

interface Count {
  current: number;
  /** Milliseconds until the count restarts at zero. */
  ttl: number;
}
type Counted = (error: Error | null, count?: Count) => void;

interface RateOptions {
  routeInfo?: { url?: string; config?: FastifyContextConfig };
}

/**
 * The store of @fastify/rate-limit. Each process counts by itself, as its limits protect the process; what is limited for another
 * reason (`isCountedTogether`: attempts to sign in, mails) is counted in the database as well, for all processes together.
 */
export const requestCountsIn = (db: Db) =>
  class RequestCounts {
    readonly #local = new LocalStore();
    readonly #options: RateOptions;

    constructor(options: object) {
      this.#options = options; // the plugin's, with the route that it limits
    }

    incr(key: string, counted: Counted, windowMs: number, max: number): void {
      this.#local.incr(
        key,
        (error, local) => {
          // A request that this process already refuses is not counted in the database.
          const isShared = this.#options.routeInfo?.config?.isCountedTogether === true;
          if (!isShared || error || !local || local.current > max) counted(error, local);
          else
            void countShared(db, `${this.#options.routeInfo?.url} ${key}`, windowMs).then(
              (all) => counted(null, all),
              counted,
            );
        },
        windowMs,
        max,
      );
    }

    child(options: object): RequestCounts {
      return new RequestCounts(options);
    }
  };

/** Counts a request of all processes. The key is hashed, so that the table contains no addresses. */
async function countShared(db: Db, key: string, windowMs: number): Promise<Count> {
  const hash = createHash('sha256').update(key).digest('base64url');
  const window = `${windowMs} ms`;
  const { rows } = await sql<Count>`
    with expired as (delete from request_counts where key in (
      select key from request_counts where ends_at < now() - interval '1 minute' limit 100 for update skip locked))
    insert into request_counts as c (key, count, ends_at) values (${hash}, 1, now() + ${window}::interval)
    on conflict (key) do update set
      count = case when c.ends_at <= now() then 1 else c.count + 1 end,
      ends_at = case when c.ends_at <= now() then excluded.ends_at else c.ends_at end
    returning count as current, ceil(extract(epoch from ends_at - now()) * 1000)::int as ttl`.execute(db);
  return rows[0] ?? { current: 1, ttl: windowMs };
}
