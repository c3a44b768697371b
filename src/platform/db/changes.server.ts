import { type Kysely, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { CacheTag } from '#lib/api/cache-tags.ts';

/** What cached responses and pages are made from: after a change to a topic, every process on the same database drops its copies. */
export const topics = ['catalogue', 'settings', 'site'] as const;
export type Topic = (typeof topics)[number];

/** The former release listens on this channel and expects nothing but a topic; the next release may drop it. */
const topicChannel = 'spruce_changes';
/** A topic and the tags of what has changed, separated by blanks: `catalogue product-1 category-mops`. */
const tagChannel = 'spruce_changed_tags';
/** PostgreSQL refuses notifications of 8,000 bytes; a change with longer tags is sent as one that may show anywhere. */
const longestTags = 7_800;
/** Both notifications of a change arrive within this time. PostgreSQL sends the topic only once per transaction, so it may be missing. */
const sameChangeMs = 1_000;
const reconnectAfterMs = 1_000;
const connectWithinMs = 10_000;
/** A connection can be lost without an error; the cache would then never be dropped. So the connection is tried this often. */
const probeEveryMs = 15_000;
const probeWithinMs = 5_000;

/** Gets the tags of what has changed; undefined if it may be anything of the topic. */
export type Drop = (tags: readonly CacheTag[] | undefined) => void;

export interface Changes {
  /** Calls `drop` after every committed change of `topic`, and whenever a change may have been missed. */
  subscribe(topic: Topic, drop: Drop): void;
  stop(): Promise<void>;
}

/**
 * Publishes a change of `topic`. Subscribers receive it when, and only if, the caller's transaction commits; shared caches then drop
 * what has one of `tags`, given as a list or as a query with one column. By default, this is everything made from the topic.
 */
export async function publishChange<T>(
  tx: Kysely<T>,
  topic: Topic,
  tags: readonly CacheTag[] | RawBuilder<unknown> = [topic],
): Promise<void> {
  const purged = Array.isArray(tags) ? sql`select unnest(${tags}::text[])` : tags;
  // Both notifications of a change stay together, this one first: `receive` in `subscribeToChanges` relies on it.
  await sql`
    with purges as (insert into cache_purges (tag) ${purged} returning tag),
      tags as (select coalesce(string_agg(distinct tag, ' '), '') as text from purges)
    select
      pg_notify(${tagChannel}, ${topic} || case when octet_length(text) > ${longestTags}::int then '' else ' ' || text end),
      pg_notify(${topicChannel}, ${topic})
    from tags`.execute(tx);
}

/**
 * Receives changes over a connection of its own. Changes may be missed while that connection is lost, so
 * subscribers are called when it breaks and again once it is restored.
 */
export async function subscribeToChanges(connection: pg.ClientConfig, log: FastifyBaseLogger): Promise<Changes> {
  const listeners: { topic: Topic; drop: Drop }[] = [];
  let client: pg.Client | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const probe = setInterval(() => {
    const probed = client;
    probed?.query('select 1').catch(() => {
      probed.connection.stream.destroy(); // `end` would wait for the server
    });
  }, probeEveryMs).unref();

  const notify = (topic?: string, tags?: readonly CacheTag[]): void => {
    for (const listener of listeners) if (topic === undefined || listener.topic === topic) listener.drop(tags);
  };
  let last: { sender: number; topic: string; at: number } | undefined;
  const receive = ({ channel, processId, payload = '' }: pg.Notification): void => {
    const [topic = '', ...tags] = payload.split(' ').filter(Boolean);
    const isNext = last !== undefined && performance.now() - last.at < sameChangeMs;
    const isRepeated = channel === topicChannel && isNext && last?.sender === processId && last.topic === topic;
    last = channel === tagChannel ? { sender: processId, topic, at: performance.now() } : undefined;
    if (isRepeated) return; // the same change, for nodes of the former release
    notify(topic, tags.length === 0 ? undefined : (tags as CacheTag[])); // written by `publishChange`
  };
  // A failed attempt is reported twice, when its client ends and by its promise. With two timers, attempts would double each time.
  const reconnectLater = (): void => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void connect().catch(reconnectLater), reconnectAfterMs);
  };
  const connect = async (): Promise<void> => {
    const limits = { connectionTimeoutMillis: connectWithinMs, query_timeout: probeWithinMs };
    const next = new pg.Client({ ...limits, keepAlive: true, ...connection });
    next.on('notification', receive);
    next.on('error', (error) => log.warn({ err: error }, 'lost the connection that receives changes'));
    next.on('end', () => {
      notify();
      reconnectLater();
    });
    try {
      await next.connect();
      await next.query(`listen ${tagChannel}; listen ${topicChannel}`);
    } catch (error) {
      next.connection.stream.destroy(); // `end` would wait for the server
      throw error;
    }
    client = next;
    if (stopped) await next.end();
    notify();
  };

  await connect();
  return {
    subscribe: (topic, drop) => void listeners.push({ topic, drop }),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      clearInterval(probe);
      await client?.end();
    },
  };
}
