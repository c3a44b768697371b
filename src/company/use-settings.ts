import { type RootData, useRootData } from '#lib/api/root-data.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import type { getPublicSettings } from './contract.ts';

/** As it travels: amounts are dollars. */
export type PublicSettingsOnPage = ReplyOf<typeof getPublicSettings>;

/** The settings that every page may show; undefined only on the error page of a site whose database is away. */
export const usePublicSettings = (): PublicSettingsOnPage | undefined =>
  useRootData<RootData & { settings: PublicSettingsOnPage }>()?.settings;
