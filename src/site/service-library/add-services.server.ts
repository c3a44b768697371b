import { type BrandColours, drawingInColours } from '#company/derive-colours.server.ts';
import { audit, type AuditEntry } from '#platform/db/audit.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { importPicture } from '#site-pictures/import-picture.server.ts';
import { slug } from '#lib/text/slug.ts';
import { newId } from '#lib/uuid.ts';
import { addressFault } from '../content/page-address.ts';
import type { PageContent } from '../content/page-content.ts';
import { pageKey } from '../content/page-key.ts';
import { addContent } from '../content/store-site.server.ts';
import { knownNames } from '../folder/import-site.server.ts';
import { toContent } from '../folder/read-folder.server.ts';
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
  /** The drawings are in them. */
  colours: BrandColours;
  by: Pick<AuditEntry, 'requestId'> & { actor: NonNullable<AuditEntry['actor']> };
}

/**
 * Adds services of the library to the site with their pages and pictures, and publishes them. What the site has already stays: a service
 * whose page exists gets that page.
 */
export async function addServices(
  { files, clock }: Pick<Deps, 'files' | 'clock'>,
  tx: Tx,
  { library, offered, colours, by }: Adding,
): Promise<void> {
  if (offered.length === 0) return;
  const pictures = new Map<string, string>();
  for (const { file, ...rest } of library.pictures) {
    const isUsed = offered.some(({ id }) => file === `${id}.svg`);
    const read = async () =>
      Buffer.from(drawingInColours((await library.source.read(`pictures/${file}`)).toString('utf8'), colours));
    const picture = isUsed && { ...rest, name: file, bytes: await read() };
    pictures.set(file, picture ? await importPicture({ db: tx, files, clock }, picture) : newId());
  }
  const known = await knownNames(tx);
  const { content, names, faults } = toContent(library.files, { ...known, pictures });
  const [fault] = faults;
  if (fault) throw new Error(`${fault.file}, line ${fault.line}: ${fault.message}`);

  const taken = await takenAddresses(tx);
  const chosen = library.services.flatMap((one) => {
    const own = offered.find(({ id }) => id === one.id);
    return own
      ? [{ ...own, library: one, recordId: names.services.get(one.key), pageId: names.pages.get(one.id) }]
      : [];
  });
  const recordIds = new Set(chosen.map(({ recordId }) => recordId));
  const pages = chosen
    .filter(({ library: { id } }) => !known.pages.has(id))
    .flatMap((service) =>
      content.pages
        .filter(({ id }) => id === service.pageId)
        .map(({ id, content }) => ({ id, content: ownPage(content, service, { taken, recordIds }) })),
    );
  const records = chosen.flatMap(({ recordId, name, summary }) =>
    content.records
      .filter(({ id }) => id === recordId)
      .map((record) => ({ ...record, content: { ...record.content, name, summary } })),
  );
  const { last } = await tx
    .selectFrom('site_records')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  const at = clock.now();
  const author = `${by.actor.firstName} ${by.actor.lastName}`;
  await addContent(tx, { pages, records }, { author, at, from: (last ?? -1) + 1 });
  await audit(tx, { ...by, action: 'import', entity: 'site', entityId: '1', at });
}

/** The keys of the addresses of all pages. */
async function takenAddresses(tx: Tx): Promise<Set<string>> {
  const rows = await tx.selectFrom('site_pages').select('path_key').where('removed_at', 'is', null).execute();
  return new Set(rows.map(({ path_key }) => path_key ?? ''));
}

interface Site {
  /** An address that is given out is added. */
  taken: Set<string>;
  /** The records of the services that are offered. */
  recordIds: ReadonlySet<string | undefined>;
}

/** A page of the library with the company's own name and summary, and links to those services only that the company offers. */
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
    return items.length > 0 ? [{ ...block, items }] : []; // without items it would list all
  });
  return { ...content, path, title: name, description: summary, blocks };
}

/** The first of the addresses that no other page and not the program has, or the last with a number. */
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
