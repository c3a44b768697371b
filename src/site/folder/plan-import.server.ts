import type { JSONPath } from 'jsonc-parser';
import type { z } from 'zod';
import { newId } from '#lib/uuid.ts';
import { contentFaults } from '../content/content-faults.server.ts';
import { addressFault } from '../content/page-address.ts';
import { type MenusContent, menusContent } from '../content/menus-contract.ts';
import { withOwnLinks } from '../content/own-links.server.ts';
import { type PageContent, pageContent } from '../content/page-content.ts';
import { pageKey } from '../content/page-key.ts';
import { type RecordKind, recordShapes } from '../content/record-shapes.ts';
import { withFormerIds, wordsOf } from './block-ids.ts';
import { recordNames } from './distinct-names.ts';
import { formerAddress } from './folder-files.ts';
import type { FolderFault, JsonFile } from './json-file.server.ts';
import { matchPages } from './match-pages.server.ts';
import { type Names, withIds } from './names-and-ids.server.ts';
import { type ReadFolder, valuesIn } from './read-folder.server.ts';
import { contentOf, type KnownPage, type KnownRecord, type StoredSite } from './stored-site.server.ts';
import { unknownFields } from './without-defaults.ts';

/** A page that an import makes or changes; `before` is null for a new one. */
export interface PlannedPage {
  id: string;
  content: PageContent;
  before: KnownPage | null;
}

/** A record of the folder. If its content equals `before`, it keeps its version. */
export interface PlannedRecord {
  id: string;
  kind: RecordKind;
  content: object;
  before: KnownRecord | null;
}

/** What an import does to the site. */
export interface SitePlan {
  pages: PlannedPage[];
  removedPages: KnownPage[];
  unchangedPages: number;
  /** All records in their order, changed or not. */
  records: PlannedRecord[];
  removedRecords: KnownRecord[];
  /** Null if the folder has no menus, or the same menus. */
  menus: MenusContent | null;
  formerAddresses: { key: string; pageId: string }[];
  faults: FolderFault[];
}

/** Compares a folder with the site. The plan can be carried out only if it has no faults. */
export function planImport(folder: ReadFolder, site: StoredSite, pictures: Names['pictures']): SitePlan {
  const faults: FolderFault[] = [];
  const pages = folder.pages.map(({ name, file }) => ({ name, file, path: pathIn(file) }));
  const matched = matchPages(pages, site);
  const listed = recordsIn(folder, site, faults);
  const names: Names = {
    pictures,
    pages: new Map(pages.map(({ name }) => [name, matched.get(name)?.id ?? newId()])),
    services: new Map(listed.filter(({ kind }) => kind === 'service').map(({ name, id }) => [name, id])),
  };
  const byKey = new Map(pages.map(({ name, path }) => [path !== undefined && pageKey(path), names.pages.get(name)]));
  const read = readerOf(faults, (key) => byKey.get(key));
  const planned = pages.flatMap(({ name, file }): PlannedPage[] => {
    const id = names.pages.get(name) ?? '';
    const content = read(pageContent, file, [], names);
    if (!content) return [];
    if (content.parent === id) faults.push(file.fault(['parent'], 'A page cannot be above itself.'));
    return [{ id, content, before: matched.get(name) ?? null }];
  });
  faults.push(...addressFaults(pages, folder.faults));
  const records = listed.flatMap(({ id, kind, file, index, before }): PlannedRecord[] => {
    const content = read(recordShapes[kind], file, [index], names);
    return content ? [{ id, kind, content, before }] : [];
  });
  const menus = folder.menus && read(menusContent, folder.menus, [], names);
  const kept = new Set([...names.pages.values(), ...records.map(({ id }) => id)]);
  const changed = planned.filter(({ content, before }) => !isSame(content, before));
  return {
    pages: changed.map((page) => withIdsOfBefore(page)),
    removedPages: site.pages.filter(({ id, isRemoved }) => !isRemoved && !kept.has(id)),
    unchangedPages: planned.length - changed.length,
    records,
    removedRecords: site.records.filter(({ id }) => !kept.has(id)),
    menus: menus && JSON.stringify(menus) !== JSON.stringify(site.menus) ? menus : null,
    formerAddresses: formerAddressesIn(folder, { site, names, read, faults, pages }),
    faults,
  };
}

type Read = ReturnType<typeof readerOf>;

/**
 * Reads a value of a file, with ids instead of names, and instead of the paths of pages in links. If it does not have the shape, adds all
 * of its faults and returns undefined.
 */
const readerOf =
  (faults: FolderFault[], pageAt: (key: string) => string | undefined) =>
  <S extends z.ZodType>(shape: S, file: JsonFile, path: JSONPath, names: Names): z.output<S> | undefined => {
    const value = path.reduce<unknown>((at, key) => Reflect.get(at as object, key), file.value); // a path within the value
    const given = withOwnLinks(withIds(value, { file, path, names, faults }), pageAt);
    const { data, error } = shape.safeParse(given);
    if (error) faults.push(...file.faultsOf(error, path));
    for (const fault of contentFaults(given, ''))
      faults.push(file.fault([...path, ...pathOf(fault.path.slice(1))], fault.message));
    const unknown = error ? [] : unknownFields(given, data);
    for (const field of unknown)
      faults.push(
        file.fault([...path, ...field], `This program does not know the field “${String(field.at(-1))}” here.`),
      );
    return data;
  };

const pathIn = ({ value }: JsonFile): string | undefined => {
  const { path } = (value ?? {}) as { path?: unknown }; // any JSON value
  return typeof path === 'string' ? path : undefined;
};

const pathOf = (path: string): JSONPath => path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));

const isSame = (content: PageContent, before: KnownPage | null): boolean =>
  before !== null && !before.isRemoved && wordsOf(content) === wordsOf(contentOf(before));

const withIdsOfBefore = ({ content, before, ...page }: PlannedPage): PlannedPage => ({
  ...page,
  before,
  content: before ? { ...content, blocks: withFormerIds(content.blocks, contentOf(before).blocks) } : content,
});

/** The records of all files, each with the stored record of which it is a new version. */
function recordsIn({ records }: ReadFolder, site: StoredSite, faults: FolderFault[]) {
  return records.flatMap(({ kind, file }) => {
    const values = valuesIn(file, faults);
    const before = new Map(site.records.filter((one) => one.kind === kind).map((one) => [one.name, one]));
    return recordNames(kind, values).map((name, index) => {
      const known = before.get(name) ?? null;
      return { kind, file, index, name, before: known, id: known?.id ?? newId() };
    });
  });
}

/** The faults of addresses: an address of the program, the same address for two pages, and a missing home page. */
function addressFaults(
  pages: readonly { file: JsonFile; path: string | undefined }[],
  unread: readonly FolderFault[],
): FolderFault[] {
  const faults: FolderFault[] = [];
  const seen = new Map<string, string>();
  for (const { file, path } of pages) {
    if (path === undefined) continue; // reported by the shape
    const other = seen.get(pageKey(path));
    if (other !== undefined) faults.push(file.fault(['path'], `The page in ${other} has the same address.`));
    seen.set(pageKey(path), file.name);
  }
  const home = 'pages/home.json';
  if (!seen.has('') && !unread.some(({ file }) => file === home))
    faults.push({ file: home, line: null, message: 'A site needs a home page, whose path is /.' });
  return faults;
}

interface Around {
  site: StoredSite;
  names: Names;
  read: Read;
  faults: FolderFault[];
  pages: readonly { path: string | undefined }[];
}

/** The former addresses that the site does not know yet. Those that it knows stay. */
function formerAddressesIn({ formerAddresses: file }: ReadFolder, { site, names, read, faults, pages }: Around) {
  if (!file) return [];
  const taken = new Set(pages.map(({ path }) => path !== undefined && pageKey(path)));
  const ids = new Set(names.pages.values());
  return valuesIn(file, faults).flatMap((_, i) => {
    const item = read(formerAddress, file, [i], names);
    if (!item) return [];
    const key = pageKey(item.from);
    const fault = taken.has(key) ? 'A page has this address.' : addressFault(item.from);
    if (!ids.has(item.page)) faults.push(file.fault([i, 'page'], 'This page is not in the folder.'));
    if (fault !== undefined) faults.push(file.fault([i, 'from'], fault));
    return site.formerAddresses.get(key) === item.page ? [] : [{ key, pageId: item.page }];
  });
}
