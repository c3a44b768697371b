import type { z } from 'zod';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { MaintenanceState } from '#platform/maintenance/maintenance.server.ts';
import { requireVersion } from '#lib/api/problem.ts';
import {
  maintenanceNotice,
  type PublicSettings,
  type Settings,
  settingsContent,
  type updateSettings,
} from './contract.ts';
import { firstSettings } from './first-settings.server.ts';

export type SettingsDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'changes' | 'resolveHost' | 'maintenance'>;

interface Cached {
  value: Promise<Settings> | undefined;
}

/** A cache for each running server, found by its `changes`. */
const caches = new WeakMap<object, Cached>();

function cacheOf({ changes }: SettingsDeps): Cached {
  const existing = caches.get(changes);
  if (existing) return existing;
  const cache: Cached = { value: undefined };
  changes.subscribe('settings', () => {
    cache.value = undefined;
  });
  caches.set(changes, cache);
  return cache;
}

/**
 * The site's settings, amounts in cents. They are cached until a process changes them. On an empty database, the first call fills them
 * from the environment.
 */
export function readSettings(deps: SettingsDeps): Promise<Settings> {
  const cache = cacheOf(deps);
  if (cache.value) return cache.value;
  const reading = load(deps);
  cache.value = reading;
  reading.catch(() => {
    if (cache.value === reading) cache.value = undefined;
  });
  return reading;
}

async function load({ db, env, clock }: SettingsDeps): Promise<Settings> {
  const stored = () => db.selectFrom('settings').select(['content', 'version']).executeTakeFirst();
  let row = await stored();
  if (!row) {
    const content = JSON.stringify(settingsContent.encode(firstSettings(env)));
    await db
      .insertInto('settings')
      .values({ content, updated_at: clock.now() })
      .onConflict((conflicting) => conflicting.doNothing())
      .execute();
    row = await stored();
  }
  if (!row) throw new Error('The settings vanished while they were read.');
  return { ...settingsContent.parse(row.content), version: row.version };
}

export async function readPublicSettings(deps: SettingsDeps): Promise<PublicSettings> {
  const { company, delivery, systemMessage, navigation } = await readSettings(deps);
  const { paymentProvider, demoContent, adConversionId = null } = deps.env;
  const hasTestPayments = paymentProvider === 'test';
  const shown = { company, delivery, systemMessage, navigation };
  const maintenance = maintenanceSentence(deps.maintenance?.current());
  return { ...shown, adConversionId, hasTestPayments, hasDemoContent: demoContent, maintenance };
}

/** What pages say in maintenance mode; null while changes are accepted. */
export const maintenanceSentence = (state: MaintenanceState | undefined): string | null =>
  state === undefined ? null : `${state.reason} ${maintenanceNotice}`.trim();

export type SettingsUpdate = z.output<(typeof updateSettings)['shapes']['body']>;

/** Replaces the settings. Throws 409 if `version` is outdated; without `version` the last write wins. */
export async function saveSettings(
  deps: SettingsDeps,
  update: SettingsUpdate,
  { actor, requestId }: ActionContext,
): Promise<Settings> {
  const { db, clock } = deps;
  await readSettings(deps); // creates the row if there is none
  const { version, ...content } = update;
  const saved = await inTransaction(db, async (tx) => {
    const before = await tx.selectFrom('settings').select(['content', 'version']).forUpdate().executeTakeFirstOrThrow();
    requireVersion(version, before.version);
    const after = settingsContent.encode(content);
    const now = clock.now();
    await tx
      .updateTable('settings')
      .set({ content: JSON.stringify(after), version: before.version + 1, updated_at: now })
      .execute();
    const change = { action: 'update', entity: 'settings', entityId: '1', before: before.content as object, after }; // the JSON is an object
    await audit(tx, { actor, ...change, at: now, requestId });
    await publishChange(tx, 'settings');
    return { ...content, version: before.version + 1 };
  });
  cacheOf(deps).value = undefined; // without waiting for the notification
  return saved;
}
