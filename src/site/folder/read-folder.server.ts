import { newId } from '#lib/uuid.ts';
import { slug } from '#lib/text/slug.ts';
import { addressFault } from '../content/page-address.ts';
import { pageContent } from '../content/page-content.ts';
import { pageKey } from '../content/page-key.ts';
import { type RecordKind, recordShapes } from '../content/record-shapes.ts';
import type { SiteContent } from '../content/store-site.server.ts';
import { type FolderFault, type JsonFile, parseJsonFile } from './json-file.server.ts';
import { type Names, withIds } from './names-and-ids.server.ts';

/** The files of a site's content: a folder, or a zip. Names have slashes: `pages/home.json`. */
export interface FolderSource {
  names(): Promise<readonly string[]>;
  read(name: string): Promise<Buffer>;
}

/** The file of each kind of record: an array in the order of the site. */
export const recordFiles: Record<RecordKind, string> = {
  service: 'services.json',
  position: 'positions.json',
  question: 'questions.json',
  partner: 'partners.json',
};

const pageFile = /^pages\/([a-z0-9-]+)\.json$/;

interface ReadFiles {
  pages: { name: string; file: JsonFile }[];
  records: { kind: RecordKind; file: JsonFile }[];
  faults: FolderFault[];
}

/** Parses all files of pages and records. */
export async function readFiles(source: FolderSource): Promise<ReadFiles> {
  const read: ReadFiles = { pages: [], records: [], faults: [] };
  for (const name of [...(await source.names())].sort()) {
    const page = pageFile.exec(name)?.[1];
    const kind = (Object.keys(recordFiles) as RecordKind[]).find((kind) => recordFiles[kind] === name); // its own keys
    if (page === undefined && kind === undefined) continue;
    const file = parseJsonFile(name, (await source.read(name)).toString('utf8'));
    if (Array.isArray(file)) read.faults.push(...file);
    else if (page !== undefined) read.pages.push({ name: page, file });
    else if (kind !== undefined) read.records.push({ kind, file });
  }
  return read;
}

const nameOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string' ? value.name : '';

/** The records in a file; none, and a fault, if it is not an array. */
function recordsIn({ value, fault }: JsonFile, faults: FolderFault[]): unknown[] {
  if (Array.isArray(value)) return value;
  faults.push(fault([], 'This file must be an array.'));
  return [];
}

/**
 * Checks the files against the shapes of content and gives each thing an id: that of `known`, or a new one. Returns all faults with file
 * and line; the content is complete only if there are none.
 */
export function toContent(
  { pages, records, faults }: ReadFiles,
  known: Names,
): { content: SiteContent; names: Names; faults: FolderFault[] } {
  const found = [...faults];
  const listed = records.flatMap(({ kind, file }) =>
    recordsIn(file, found).map((value, i) => ({ kind, file, value, path: [i] })),
  );
  const idOf = (ids: ReadonlyMap<string, string>, name: string) => ids.get(name) ?? newId();
  const names: Names = {
    pictures: known.pictures,
    pages: new Map(pages.map(({ name }) => [name, idOf(known.pages, name)])),
    services: new Map(
      listed
        .filter(({ kind }) => kind === 'service')
        .map(({ value }) => [slug(nameOf(value)), idOf(known.services, slug(nameOf(value)))]),
    ),
  };
  const content: SiteContent = {
    pages: pages.flatMap(({ name, file }) => {
      const parsed = pageContent.safeParse(withIds(file.value, { file, path: [], names, faults: found }));
      if (parsed.success) return [{ id: names.pages.get(name) ?? newId(), content: parsed.data }];
      found.push(...file.faultsOf(parsed.error));
      return [];
    }),
    records: listed.flatMap(({ kind, file, value, path }) => {
      const parsed = recordShapes[kind].safeParse(withIds(value, { file, path, names, faults: found }));
      const id = kind === 'service' ? (names.services.get(slug(nameOf(value))) ?? newId()) : newId();
      if (parsed.success) return [{ id, kind, content: parsed.data }];
      found.push(...file.faultsOf(parsed.error, path));
      return [];
    }),
  };
  found.push(...addressFaults(pages));
  return { content, names, faults: found };
}

/** Addresses of the program, addresses that two pages have, and a missing home page. */
function addressFaults(pages: ReadFiles['pages']): FolderFault[] {
  const faults: FolderFault[] = [];
  const seen = new Map<string, string>();
  for (const { file } of pages) {
    const { path } = (file.value ?? {}) as { path?: unknown };
    if (typeof path !== 'string') continue; // reported by the shape
    const other = seen.get(pageKey(path));
    const fault = other === undefined ? addressFault(path) : `The page in ${other} has the same address.`;
    if (fault !== undefined) faults.push(file.fault(['path'], fault));
    seen.set(pageKey(path), file.name);
  }
  if (!seen.has(''))
    faults.push({ file: 'pages/home.json', line: null, message: 'A site needs a home page, whose path is /.' });
  return faults;
}
