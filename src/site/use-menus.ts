import { type RootData, useRootData } from '#lib/api/root-data.ts';
import type { ShownMenus } from './content/menus-contract.ts';

/** The menus of the site; undefined only on the error page of a site whose database is unavailable. */
export const useMenus = (): ShownMenus | undefined => useRootData<RootData & { menus: ShownMenus }>()?.menus;
