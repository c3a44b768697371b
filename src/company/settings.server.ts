import type { z } from 'zod';
import type { ActionContext } from '#platform/access/actor.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { MaintenanceState } from '#platform/maintenance/maintenance.server.ts';
import { readBrand } from './brand.server.ts';
import { readStylesheet } from './brand-stylesheet.server.ts';
import { namePages } from '#lib/pages-elsewhere.ts';
import {
  maintenanceNotice,
  type PublicSettings,
  type Settings,
  type SettingsContent,
  settingsContent,
  type updateSettings,
} from './contract.ts';
import { firstSettings } from './first-settings.server.ts';
import { readRecord, saveRecord, type StoredRecord } from './stored-record.server.ts';

export type SettingsDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'changes' | 'resolveHost' | 'maintenance'>;

export const settingsRecord: StoredRecord<SettingsContent> = {
  table: 'settings',
  shape: settingsContent,
  first: firstSettings,
};

/** The site's settings, amounts in cents. They are cached until a process changes them. */
export const readSettings = (deps: SettingsDeps): Promise<Settings> => readRecord(deps, settingsRecord);

export async function readPublicSettings(deps: SettingsDeps): Promise<PublicSettings> {
  const [{ company, delivery, systemMessage, navigation }, ownBrand, { own, fontFiles, darkGround }] =
    await Promise.all([readSettings(deps), readBrand(deps), readStylesheet(deps)]);
  const { version: _version, accent: _accent, ink: _ink, fonts: _fonts, share: _share, ...texts } = ownBrand;
  const links = namePages(ownBrand.links);
  const brand = { ...texts, links, stylesheet: own?.path ?? null, fontFiles, darkGround };
  const { paymentProvider, adConversionId = null } = deps.env;
  const hasTestPayments = paymentProvider === 'test';
  const shown = { company, delivery, systemMessage, navigation, brand };
  const maintenance = maintenanceSentence(deps.maintenance?.current());
  return { ...shown, adConversionId, hasTestPayments, maintenance };
}

/** What pages say in maintenance mode; null while changes are accepted. */
export const maintenanceSentence = (state: MaintenanceState | undefined): string | null =>
  state === undefined ? null : `${state.reason} ${maintenanceNotice}`.trim();

export type SettingsUpdate = z.output<(typeof updateSettings)['shapes']['body']>;

/** Replaces the settings. Throws 409 if `version` is outdated; without `version` the last write wins. */
export const saveSettings = (deps: SettingsDeps, update: SettingsUpdate, context: ActionContext): Promise<Settings> =>
  saveRecord(deps, settingsRecord, { update, context });
