import type { z } from 'zod';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit, type AuditEntry } from '#platform/db/audit.server.ts';
import { cachedUntilChange, dropCached } from '#platform/db/cached-until-change.server.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
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

/** Caches what `read` returns until a process changes a stored record. */
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
  if (!row) throw new Error(`The row of ${table} was deleted while it was being read.`);
  return { ...shape.parse(row.content), version: row.version };
}

interface Save<Content> {
  update: Content & { version?: number | undefined };
  context: ActionContext;
  /** Runs before others see the change, and only if the change is made. */
  beforeChange?: () => Promise<void>;
}

/** Replaces a record. Throws 409 if `version` is outdated; without `version` the last write wins. */
export async function saveRecord<Content extends object>(
  deps: RecordDeps,
  record: StoredRecord<Content>,
  { update, context, beforeChange }: Save<Content>,
): Promise<Versioned<Content>> {
  await readRecord(deps, record); // creates the row if there is none
  const change = { update, by: context, at: deps.clock.now(), beforeChange };
  const saved = await inTransaction(deps.db, (tx) => replaceRecord(tx, record, change));
  forgetRecords(deps);
  return saved;
}

interface RecordChange<Content> {
  update: Content & { version?: number | undefined };
  by: Pick<AuditEntry, 'actor' | 'requestId'>;
  at: Date;
  beforeChange?: Save<Content>['beforeChange'];
}

/** `saveRecord` in the caller's transaction, for a row that exists. Call `forgetRecords` once the transaction has committed. */
export async function replaceRecord<Content extends object>(
  tx: Tx,
  { table, shape }: StoredRecord<Content>,
  { update, by, at, beforeChange }: RecordChange<Content>,
): Promise<Versioned<Content>> {
  const { version, ...content } = update;
  const before = await tx.selectFrom(table).select(['content', 'version']).forUpdate().executeTakeFirstOrThrow();
  requireVersion(version, before.version);
  await beforeChange?.();
  const after = shape.encode(content as Content); // all but the version
  const next = { content: JSON.stringify(after), version: before.version + 1, updated_at: at };
  await tx.updateTable(table).set(next).execute();
  const change = {
    action: 'update',
    entity: table,
    entityId: '1',
    before: before.content as object,
    after: after as object,
  }; // JSON objects
  await audit(tx, { ...by, ...change, at });
  await publishChange(tx, 'settings');
  return { ...(content as Content), version: before.version + 1 };
}

/** Drops what this process has in memory, without waiting for the notification. */
export const forgetRecords = (deps: Pick<RecordDeps, 'changes'>): void => dropCached(deps, 'settings');
