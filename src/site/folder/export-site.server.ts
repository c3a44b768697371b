import { Problem } from '#lib/api/problem.ts';
import { slug } from '#lib/text/slug.ts';
import type { Deps } from '#platform/deps.server.ts';
import { inSnapshot } from '#platform/db/db.server.ts';
import type { Files } from '#platform/storage/files.server.ts';
import type { ZipPart } from '#platform/storage/zip-stream.server.ts';
import type { LibraryPicture } from '#site-pictures/import-picture.server.ts';
import { sourceKey } from '#site-pictures/picture-store.server.ts';
import { anyBlock } from '../content/block-shapes.ts';
import { menusContent } from '../content/menus-contract.ts';
import { type PageContent, pageContent } from '../content/page-content.ts';
import { type RecordKind, recordShapes } from '../content/record-shapes.ts';
import { picturesIn } from '../content/resolve-content.server.ts';
import { distinctNames, pageFileName } from './distinct-names.ts';
import { formerAddressesFile, listedPicture, menusFile, picturesFile, recordFiles } from './folder-files.ts';
import { type Names, withNames } from './names-and-ids.server.ts';
import { type KnownPage, readStoredSite, type StoredSite } from './stored-site.server.ts';
import { withoutDefaults } from './without-defaults.ts';

/**
 * What visitors see, as the files of a content folder in a fixed order and format, so that the same site always gives the same bytes.
 * Throws `Problem` 409 if the file of a picture is missing in the store.
 */
export async function exportSite({ db, files }: Pick<Deps, 'db' | 'files'>): Promise<ZipPart[]> {
  const stored = await inSnapshot(db, readStoredSite);
  const site = { ...stored, pages: stored.pages.filter(({ isRemoved }) => !isRemoved) };
  const pictures = namedPictures(site);
  await requireFiles(files, pictures);
  const names: Names = {
    pictures: new Map(pictures.map(({ id, file }) => [id, file])),
    pages: new Map(site.pages.map(({ id, pathKey }) => [id, pageFileName(pathKey)])),
    services: new Map(site.records.filter(({ kind }) => kind === 'service').map(({ id, name }) => [id, name])),
  };
  const json = (name: string, value: unknown): ZipPart => ({
    name,
    content: [`${JSON.stringify(withNames(value, names), null, 2)}\n`],
  });
  const list = (name: string, values: readonly unknown[]): ZipPart[] => (values.length > 0 ? [json(name, values)] : []);
  return [
    json(menusFile, withoutDefaults(menusContent, site.menus)),
    ...list(formerAddressesFile, formerAddressesOf(site)),
    ...Object.entries(recordFiles).flatMap(([kind, file]) => list(file, recordsOf(site, kind as RecordKind))), // its own keys
    ...site.pages
      .map((page) => json(`pages/${pageFileName(page.pathKey)}.json`, pageOf(page)))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    ...list(
      picturesFile,
      pictures.map(({ file, name, alt, focus, crop }) =>
        withoutDefaults(listedPicture, { file, name: name === file ? '' : name, alt, focus, crop }),
      ),
    ),
    ...pictures.map((picture) => ({ name: `pictures/${picture.file}`, content: bytesOf(files, picture) })),
  ];
}

/** Blocks of a kind that this program does not know, because they are from a newer version, are written unchanged. */
function pageOf({ stored }: KnownPage): unknown {
  const { blocks, ...rest } = stored as PageContent; // as `pageContent` has stored it
  const head = withoutDefaults(pageContent, pageContent.parse({ ...rest, blocks: [] }));
  const written = blocks.map((block) => {
    const { data } = anyBlock.safeParse(block);
    return data ? withoutDefaults(anyBlock, data) : block;
  });
  return { ...(head as object), ...(written.length > 0 && { blocks: written }) };
}

const recordsOf = ({ records }: StoredSite, kind: RecordKind): unknown[] =>
  records.filter((record) => record.kind === kind).map(({ content }) => withoutDefaults(recordShapes[kind], content));

/** The former addresses that lead to a page, without addresses that another page has now. */
function formerAddressesOf({ pages, formerAddresses }: StoredSite) {
  const keys = new Set(pages.map(({ pathKey }) => pathKey));
  const ids = new Set(pages.map(({ id }) => id));
  return [...formerAddresses]
    .filter(([key, page]) => !keys.has(key) && ids.has(page))
    .map(([key, page]) => ({ from: `/${key}`, page }))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
}

type NamedPicture = LibraryPicture & { file: string };

/** The pictures that the site shows, with file names that are safe on any machine. */
function namedPictures({ pages, records, pictures }: StoredSite): NamedPicture[] {
  const shown = new Set(
    [...pages.map(({ stored }) => stored), ...records.map(({ content }) => content)].flatMap(picturesIn),
  );
  const used = pictures
    .filter(({ id }) => shown.has(id))
    .map((picture) => ({ ...picture, wanted: safeName(picture) }))
    .map((picture) => ({ picture, order: orderOf(picture) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1));
  const names = distinctNames(used.map(({ picture }) => picture.wanted));
  return used.map(({ picture }, i) => ({ ...picture, file: names[i] ?? '' }));
}

/** Sorts pictures by what the folder says of them, so that a copy of the site has the same order. */
const orderOf = ({ wanted, name, fileKey, alt, focus, crop }: LibraryPicture & { wanted: string }): string =>
  JSON.stringify([
    wanted,
    name,
    fileKey,
    alt,
    focus.x,
    focus.y,
    crop && [crop.left, crop.top, crop.width, crop.height],
  ]);

const endings: Record<LibraryPicture['kind'], string> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  svg: 'svg',
};

function safeName({ name, kind }: LibraryPicture): string {
  if (/^[\w][\w-]*(\.[\w-]+)*\.(jpe?g|png|webp|avif|svg)$/i.test(name) && name.length <= 100) return name;
  return `${slug(name.replace(/\.\w+$/, '')).slice(0, 80) || 'picture'}.${endings[kind]}`;
}

async function requireFiles(files: Files, pictures: readonly NamedPicture[]): Promise<void> {
  for (const picture of pictures)
    if (!(await files.exists(sourceKey(picture))))
      throw new Problem(
        409,
        `The file of the picture “${picture.name}” is missing. Upload it again, or restore a backup.`,
      );
}

async function* bytesOf(files: Files, picture: NamedPicture): AsyncGenerator<Buffer> {
  const stored = await files.stream(sourceKey(picture));
  if (!stored) throw new Error(`The file of the picture ${picture.id} has vanished.`);
  yield* stored.body;
}
