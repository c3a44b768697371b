import { z } from 'zod';
import { Problem } from '#lib/api/problem.ts';
import { slug } from '#lib/text/slug.ts';
import { newId } from '#lib/uuid.ts';
import { audit } from '#platform/db/audit.server.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import { type Db, inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { importPicture } from '#site-pictures/import-picture.server.ts';
import { menusContent } from '../content/menus-contract.ts';
import { pageKey } from '../content/page-key.ts';
import { type Publication, replaceSite } from '../content/store-site.server.ts';
import { type FolderFault, parseJsonFile } from './json-file.server.ts';
import { type Names, withIds } from './names-and-ids.server.ts';
import { type FolderSource, readFiles, toContent } from './read-folder.server.ts';

type ImportDeps = Pick<Deps, 'db' | 'files' | 'clock'>;

/** An item of `pictures.json`. A picture without a description is decoration. */
const listedPicture = z.object({
  file: z.string().regex(/^[\w.-]+$/),
  alt: z.string().max(200).default(''),
  focus: z.object({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) }).default({ x: 50, y: 50 }),
});
type ListedPicture = z.output<typeof listedPicture>;

/**
 * Replaces pages, records and menus of the site by those of a folder, and publishes them: all of it or nothing. Returns all faults with
 * file and line; with any, or if `isTrial`, nothing is changed.
 */
export async function importSite(
  deps: ImportDeps,
  source: FolderSource,
  { author, isTrial = false }: Pick<Publication, 'author'> & { isTrial?: boolean },
): Promise<FolderFault[]> {
  const files = await readFiles(source);
  const pictures = await readPictures(source);
  const known = await knownNames(deps.db);
  const placeholders = new Map(pictures.listed.map(({ file }) => [file, newId()]));
  const trial = toContent(files, { ...known, pictures: placeholders });
  const menus = await readMenus(source, trial.names);
  const faults = [...pictures.faults, ...trial.faults, ...menus.faults];
  if (faults.length > 0 || isTrial) return faults;
  const ids = new Map<string, string>();
  for (const picture of pictures.listed) {
    const added = await addPicture(deps, source, picture);
    if (typeof added === 'string') ids.set(picture.file, added);
    else faults.push(added);
  }
  if (faults.length > 0) return faults;
  const { content, names } = toContent(files, { ...known, pictures: ids });
  const shown = await readMenus(source, names);
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    await replaceSite(tx, content, { author, at });
    if (shown.menus) {
      const row = { content: JSON.stringify(shown.menus), updated_at: at };
      await tx
        .insertInto('site_menus')
        .values(row)
        .onConflict((conflicting) => conflicting.column('id').doUpdateSet(row))
        .execute();
    }
    await audit(tx, { actor: null, action: 'import', entity: 'site', entityId: '1', at });
    await publishChange(tx, 'settings'); // menus are on every page
  });
  return [];
}

async function readMenus(source: FolderSource, names: Names) {
  const name = 'menus.json';
  if (!(await source.names()).includes(name)) return { faults: [], menus: undefined };
  const file = parseJsonFile(name, (await source.read(name)).toString('utf8'));
  if (Array.isArray(file)) return { faults: file, menus: undefined };
  const faults: FolderFault[] = [];
  const parsed = menusContent.safeParse(withIds(file.value, { file, path: [], names, faults }));
  if (parsed.error) faults.push(...file.faultsOf(parsed.error));
  return { faults, menus: parsed.data };
}

/** The pictures that a folder lists, with what is wrong with the list. */
export async function readPictures(source: FolderSource): Promise<{ listed: ListedPicture[]; faults: FolderFault[] }> {
  const name = 'pictures.json';
  const names = new Set(await source.names());
  if (!names.has(name)) return { listed: [], faults: [] };
  const file = parseJsonFile(name, (await source.read(name)).toString('utf8'));
  if (Array.isArray(file)) return { listed: [], faults: file };
  const parsed = z.array(listedPicture).safeParse(file.value);
  const listed = parsed.data ?? [];
  const missing = listed.flatMap((picture, i) =>
    names.has(`pictures/${picture.file}`)
      ? []
      : [file.fault([i, 'file'], `There is no file pictures/${picture.file}.`)],
  );
  return { listed, faults: [...(parsed.error ? file.faultsOf(parsed.error) : []), ...missing] };
}

/** Adds a picture to the library. Returns its id, or what is wrong with its file. */
async function addPicture(deps: ImportDeps, source: FolderSource, { file, ...rest }: ListedPicture) {
  const name = `pictures/${file}`;
  try {
    return await importPicture(deps, { ...rest, name: file, bytes: await source.read(name) });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { file: name, line: null, message: error.message };
  }
}

/** The ids of what the site has already, by the names that a folder gives it. */
export async function knownNames(db: Db): Promise<Omit<Names, 'pictures'>> {
  const [pages, services] = await Promise.all([
    db
      .selectFrom('site_pages')
      .select(['id', 'path_key'])
      .where('removed_at', 'is', null)
      .where('path_key', 'is not', null)
      .execute(),
    db.selectFrom('site_records').select(['id', 'content']).where('kind', '=', 'service').execute(),
  ]);
  return {
    pages: new Map(pages.map(({ id, path_key }) => [fileNameOf(path_key ?? ''), id])),
    services: new Map(services.map(({ id, content }) => [slug((content as { name: string }).name), id])), // as the shape has stored it
  };
}

/** The name of a page's file: `home`, or its address with hyphens. */
export const fileNameOf = (path: string): string => pageKey(path).replaceAll('/', '--') || 'home';
