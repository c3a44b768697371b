import type { z } from 'zod';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { cachedUntilChange, dropCached } from '#platform/db/cached-until-change.server.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import { requireVersion } from '#lib/api/problem.ts';

/** A table with one row, whose content is JSON and shows on every page: the settings, the brand, and the menus. */
export interface StoredRecord<Content extends object> {
  table: 'settings' | 'brand' | 'site_menus';
  shape: z.ZodType<Content>;
  /** The content at the first start. */
  first(env: Env): Content;
}

export type RecordDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'changes'>;

type Versioned<Content> = Content & { version: number };

/** What `read` returns, from memory until a process changes one of them. */
export const untilChanged = <T>(deps: Pick<RecordDeps, 'changes'>, key: string, read: () => Promise<T>): Promise<T> =>
  cachedUntilChange(deps, { topic: 'settings', key }, read);

/** Reads a record, from memory until a process changes it. On an empty database, the first call stores its first content. */
export const readRecord = <Content extends object>(
  deps: RecordDeps,
  record: StoredRecord<Content>,
): Promise<Versioned<Content>> => untilChanged(deps, record.table, () => load(deps, record));

async function load<Content extends object>(
  { db, env, clock }: RecordDeps,
  { table, shape, first }: StoredRecord<Content>,
): Promise<Versioned<Content>> {
  const stored = () => db.selectFrom(table).select(['content', 'version']).executeTakeFirst();
  let row = await stored();
  if (!row) {
    await db
      .insertInto(table)
      .values({ content: JSON.stringify(shape.encode(first(env))), updated_at: clock.now() })
      .onConflict((conflicting) => conflicting.doNothing())
      .execute();
    row = await stored();
  }
  if (!row) throw new Error(`The ${table} vanished while they were read.`);
  return { ...shape.parse(row.content), version: row.version };
}

interface Save<Content> {
  update: Content & { version?: number | undefined };
  context: ActionContext;
  /** What must be done before others see the change, and only if it is made. */
  beforeChange?: () => Promise<void>;
}

/** Replaces a record. Throws 409 if `version` is outdated; without `version` the last write wins. */
export async function saveRecord<Content extends object>(
  deps: RecordDeps,
  record: StoredRecord<Content>,
  { update, context, beforeChange }: Save<Content>,
): Promise<Versioned<Content>> {
  const { db, clock } = deps;
  const { table, shape } = record;
  await readRecord(deps, record); // creates the row if there is none
  const { version, ...content } = update;
  const saved = await inTransaction(db, async (tx) => {
    const before = await tx.selectFrom(table).select(['content', 'version']).forUpdate().executeTakeFirstOrThrow();
    requireVersion(version, before.version);
    await beforeChange?.();
    const after = shape.encode(content as Content); // all but the version
    const at = clock.now();
    const next = { content: JSON.stringify(after), version: before.version + 1, updated_at: at };
    await tx.updateTable(table).set(next).execute();
    const change = {
      action: 'update',
      entity: table,
      entityId: '1',
      before: before.content as object,
      after: after as object,
    }; // JSON objects
    await audit(tx, { actor: context.actor, ...change, at, requestId: context.requestId });
    await publishChange(tx, 'settings');
    return { ...(content as Content), version: before.version + 1 };
  });
  dropCached(deps, 'settings');
  return saved;
}
