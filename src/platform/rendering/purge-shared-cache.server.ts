import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { type Changes, topics } from '../db/changes.server.ts';
import type { Db } from '../db/db.server.ts';
import { type Rounds, startRounds } from '../process/periodic-rounds.server.ts';
import type { Env } from '../process/env.server.ts';
import { hourMs, minuteMs } from '#lib/durations.ts';

export interface PurgeDeps {
  env: Pick<Env, 'purgeUrl' | 'purgeToken'>;
  db: Db;
  changes: Changes;
  log: FastifyBaseLogger;
}

type Target = { url: string; token: string | undefined };

const pollEveryMs = 1_000;
const answerWithinMs = 10_000;
const longestPauseMs = minuteMs;

/** Fastly accepts no more tags at once. */
const mostTags = 256;
/** Caches such as Varnish refuse longer headers. */
const longestHeader = 7_000;

/**
 * Purges the tags of committed changes from the shared cache at `PURGE_URL`: at once after a notification, otherwise within a second,
 * and again until the cache accepts them. Nodes share the work by locking rows.
 */
export function startPurging({ env, db, changes, log }: PurgeDeps): Rounds {
  const failed = (error: unknown): void => log.warn({ err: error }, 'the shared cache could not be purged');
  const sweep = startRounds(() => deleteOld(db), { everyMs: hourMs, failed });
  if (env.purgeUrl === undefined) return sweep;
  const target = { url: env.purgeUrl, token: env.purgeToken };
  let failures = 0;
  let pausedUntil = 0;
  let isStopped = false; // notifications go on until the connection that receives them is closed
  const purgeAll = async (): Promise<void> => {
    if (isStopped || performance.now() < pausedUntil) return;
    try {
      while (!isStopped && (await purgeDue(db, target))) failures = 0;
    } catch (error) {
      pausedUntil = performance.now() + Math.min(longestPauseMs, pollEveryMs * 2 ** failures++);
      throw error;
    }
  };
  let running: Promise<void> | undefined;
  const purge = (): Promise<void> =>
    (running ??= purgeAll().finally(() => {
      running = undefined;
    }));
  const rounds = startRounds(purge, { everyMs: pollEveryMs, failed });
  for (const topic of topics) changes.subscribe(topic, () => void purge().catch(failed));
  return {
    async stop() {
      isStopped = true;
      await Promise.all([rounds.stop(), sweep.stop(), running?.catch(() => {})]); // its failure is logged
    },
  };
}

/** A cache keeps nothing longer than a day. Without `PURGE_URL` nothing else deletes rows. */
const deleteOld = (db: Db) => sql`delete from cache_purges where created_at < now() - interval '1 day'`.execute(db);

/**
 * Posts the oldest tags that are due; returns false if there were none. Each is posted twice, three seconds apart: a page that was begun
 * before the change, or by a node that had not been notified yet, may be stored after the first post. The rows stay locked meanwhile,
 * so that no other node posts them, and stay due if this process dies. Not `inTransaction`, which would repeat the post.
 */
const purgeDue = (db: Db, target: Target): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number; tag: string }>`
      select id, tag from cache_purges where purged_at is null or purged_at < now() - interval '3 seconds'
      order by id limit 2000 for update skip locked`.execute(tx);
    if (rows.length === 0) return false;
    const tags = firstTags(rows.map(({ tag }) => tag));
    await post(target, [...tags]);
    const ids = rows.filter(({ tag }) => tags.has(tag)).map(({ id }) => id);
    await sql`delete from cache_purges where id = any(${ids}) and purged_at is not null`.execute(tx);
    await sql`update cache_purges set purged_at = clock_timestamp() where id = any(${ids})`.execute(tx);
    return true;
  });

/** As many different tags as fit into one call. */
function firstTags(tags: readonly string[]): Set<string> {
  const first = new Set<string>();
  let length = 0;
  for (const tag of tags) {
    if (first.has(tag)) continue;
    length += tag.length + 1;
    if (first.size === mostTags || (length > longestHeader && first.size > 0)) break;
    first.add(tag);
  }
  return first;
}

/** Posts tags in the form of Fastly's batch purge, and in a header for self-hosted caches. Throws unless the cache has accepted them. */
async function post({ url, token }: Target, tags: string[]): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'surrogate-key': tags.join(' '),
      ...(token !== undefined && { authorization: `Bearer ${token}`, 'fastly-key': token }),
    },
    body: JSON.stringify({ surrogate_keys: tags }),
    redirect: 'error', // the token is meant for one address
    signal: AbortSignal.timeout(answerWithinMs),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`);
}
