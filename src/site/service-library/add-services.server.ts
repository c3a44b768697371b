import { type BrandColours, drawingInColours } from '#company/derive-colours.server.ts';
import type { AuditEntry } from '#platform/db/audit.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { changeLibrary, storeImported } from '#site-pictures/import-picture.server.ts';
import { slug } from '#lib/text/slug.ts';
import { newId } from '#lib/uuid.ts';
import { addressFault } from '../content/page-address.ts';
import type { PageContent } from '../content/page-content.ts';
import { pageKey } from '../content/page-key.ts';
import { applyImport } from '../folder/apply-import.server.ts';
import { largest } from '../folder/folder-files.ts';
import { planLibrary, readFolderPictures } from '../folder/pictures-of-folder.server.ts';
import { planImport, type PlannedPage } from '../folder/plan-import.server.ts';
import type { FolderSource } from '../folder/read-folder.server.ts';
import { readStoredSite } from '../folder/stored-site.server.ts';
import type { LibraryService, ServiceLibrary } from './service-library.server.ts';

/** What a company says of a service that it offers: its own name and summary. */
export interface OfferedService {
  id: string;
  name: string;
  summary: string;
}

interface Adding {
  library: ServiceLibrary;
  offered: readonly OfferedService[];
  /** The colours in which the drawings are stored. */
  colours: BrandColours;
  by: Pick<AuditEntry, 'requestId'> & { actor: NonNullable<AuditEntry['actor']> };
}

/**
 * Adds services of the library to the site with their pages and pictures, and publishes them. Everything that the site has already stays:
 * if a service's page exists, the service is linked to it.
 */
export async function addServices(
  { files, clock }: Pick<Deps, 'files' | 'clock'>,
  tx: Tx,
  { library, offered, colours, by }: Adding,
): Promise<void> {
  if (offered.length === 0) return;
  const at = clock.now();
  const site = await readStoredSite(tx);
  const used = library.folder.pictures.filter(({ file }) => offered.some(({ id }) => file === `${id}.svg`));
  const source = inColours(library.source, colours);
  const { pictures, faults: damaged } = await readFolderPictures(source, used, {
    library: site.pictures,
    isDecoding: false,
  });
  const drawings = planLibrary(pictures, site.pictures);
  const names = new Map(library.folder.pictures.map(({ file }) => [file, drawings.ids.get(file) ?? newId()]));
  const plan = planImport(library.folder, site, names);
  const [fault] = [...library.folder.faults, ...damaged, ...plan.faults];
  if (fault) throw new Error(`${fault.file}, line ${fault.line}: ${fault.message}`);
  const isAdded = new Set(drawings.added.map(({ id }) => id));
  for (const { file, fileKey, kind, width, height } of pictures)
    if (isAdded.has(drawings.ids.get(file) ?? ''))
      await storeImported(
        { files },
        { bytes: await source.read(`pictures/${file}`, largest.picture), fileKey, kind, width, height },
        null,
      );
  await changeLibrary(tx, { ...drawings, left: [] }, { by: { ...by, at } });

  const taken = new Set(site.pages.filter(({ isRemoved }) => !isRemoved).map(({ pathKey }) => pathKey));
  const chosen = library.services.flatMap((one) => {
    const own = offered.find(({ id }) => id === one.id);
    const record = plan.records.find(({ kind, content }) => kind === 'service' && nameIn(content) === one.name);
    return own && record ? [{ ...own, library: one, record }] : [];
  });
  const recordIds = new Set(chosen.map(({ record }) => record.id));
  const pages = chosen.flatMap((service): PlannedPage[] => {
    const page = plan.pages.find(({ id }) => id === pageIn(service.record.content));
    if (!page || page.before?.isRemoved === false) return [];
    return [{ ...page, content: ownPage(page.content, service, { taken, recordIds }) }];
  });
  const records = chosen.map(({ record, name, summary }) => ({
    ...record,
    content: { ...record.content, name, summary },
  }));
  const kept = site.records.filter(({ id }) => !recordIds.has(id)).map((record) => ({ ...record, before: record }));
  await applyImport(
    tx,
    { ...nothing, pages, records: [...kept, ...records] },
    { by: { ...by, at }, author: `${by.actor.firstName} ${by.actor.lastName}`, hadSite: false },
  );
}

/** A plan that leaves the site as it is. */
const nothing = {
  removedPages: [],
  unchangedPages: 0,
  removedRecords: [],
  menus: null,
  formerAddresses: [],
  faults: [],
};

const nameIn = (content: object): unknown => (content as { name?: unknown }).name; // every service has one
const pageIn = (content: object): unknown => (content as { page?: unknown }).page; // null if it has none

/** The files of a folder, with its drawings in the brand's colours. */
const inColours = (source: FolderSource, colours: BrandColours): FolderSource => ({
  ...source,
  async read(name, most) {
    const bytes = await source.read(name, most);
    return name.endsWith('.svg') ? Buffer.from(drawingInColours(bytes.toString('utf8'), colours)) : bytes;
  },
});

interface Site {
  /** Keys of the addresses in use; each address that is assigned is added. */
  taken: Set<string>;
  /** The records of the services that are offered. */
  recordIds: ReadonlySet<string>;
}

/** A page of the library with the company's own name and summary, with links only to services that the company offers. */
function ownPage(
  content: PageContent,
  { name, summary, library }: OfferedService & { library: LibraryService },
  { taken, recordIds }: Site,
): PageContent {
  const path = freeAddress(name === library.name ? [library.id] : [slug(name), library.id], taken);
  taken.add(pageKey(path));
  const blocks = content.blocks.flatMap((block, i): PageContent['blocks'] => {
    if (block.kind === 'hero' && i === 0) return [{ ...block, title: name }];
    if (block.kind !== 'services') return [block];
    const items = block.items.filter(({ service }) => recordIds.has(service));
    return items.length > 0 ? [{ ...block, items }] : []; // a block without items would list all services
  });
  return { ...content, path, title: name, description: summary, blocks };
}

/** The first of the addresses that belongs neither to another page nor to the program, or else the last one with a number. */
function freeAddress(names: readonly string[], taken: ReadonlySet<string>): string {
  const isFree = (path: string): boolean => !taken.has(pageKey(path)) && addressFault(path) === undefined;
  const paths = names.filter((name) => name !== '').map((name) => `/${name}`);
  const free = paths.find(isFree);
  if (free !== undefined) return free;
  for (let number = 2; ; number++) {
    const path = `${paths.at(-1)}-${number}`;
    if (isFree(path)) return path;
  }
}
