import { type RecordDeps, readRecord, type StoredRecord } from '#company/stored-record.server.ts';
import { cachedUntilChange } from '#platform/db/cached-until-change.server.ts';
import { type MenusContent, menusContent, type ShownMenus } from './menus-contract.ts';
import { shown } from './resolve-content.server.ts';
import { readProgramPages, readRecords, readSiteIndex } from './site-index.server.ts';

/** The menus of a site that has none yet. */
export const firstMenus: MenusContent = {
  main: [
    { label: 'Home', to: '/', listsServices: false, isFaqs: false },
    { label: 'Contact', to: '/contact-us/', listsServices: false, isFaqs: false },
  ],
  foot: [{ title: 'Company', entries: [{ label: 'Contact', to: '/contact-us/' }] }],
};

export const menusRecord: StoredRecord<MenusContent> = {
  table: 'site_menus',
  shape: menusContent,
  first: () => firstMenus,
};

/**
 * The menus with addresses, and the services that have a page. An entry that lists the services is left out while there are none. Cached
 * until a process changes the site or the menus, which then have another version.
 */
export async function showMenus(deps: RecordDeps): Promise<ShownMenus> {
  const menus = await readRecord(deps, menusRecord);
  const key = `menus-${menus.version}`;
  return cachedUntilChange(deps, { topic: 'site', key }, () => resolveMenus(deps, menus));
}

async function resolveMenus(deps: RecordDeps, { main, foot }: MenusContent): Promise<ShownMenus> {
  const [index, services, addresses] = await Promise.all([
    readSiteIndex(deps),
    readRecords(deps, 'service'),
    readProgramPages(deps),
  ]);
  const listed = services.length > 0 ? main : main.filter(({ listsServices }) => !listsServices);
  const menus = shown({ main: listed, foot }, { index, pictures: new Map() });
  const withPage = services.flatMap(({ name, page }) => {
    const path = index.byId.get(page ?? '')?.path;
    return path === undefined ? [] : [{ label: name, to: path }];
  });
  return { ...menus, services: withPage, addresses };
}
