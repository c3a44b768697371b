import { type RootData, useRootData } from '#lib/api/root-data.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import type { getPublicSettings } from './contract.ts';

/** The public settings as the endpoint sends them: amounts are dollars. */
export type PublicSettingsOnPage = ReplyOf<typeof getPublicSettings>;

/** The public settings; undefined only on the error page of a site whose database is unavailable. */
export const usePublicSettings = (): PublicSettingsOnPage | undefined =>
  useRootData<RootData & { settings: PublicSettingsOnPage }>()?.settings;
