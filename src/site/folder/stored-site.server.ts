import { createHash } from 'node:crypto';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { type LibraryPicture, readLibrary } from '#site-pictures/import-picture.server.ts';
import { type MenusContent, menusContent } from '../content/menus-contract.ts';
import { firstMenus } from '../content/menus.server.ts';
import type { PageContent } from '../content/page-content.ts';
import { type RecordKind, recordShapes } from '../content/record-shapes.ts';
import { readContent } from '../content/show-page.server.ts';
import { recordNames } from './distinct-names.ts';

/** A page that is or was published. */
export interface KnownPage {
  id: string;
  pathKey: string;
  title: string;
  path: string;
  isRemoved: boolean;
  /** Whether its draft differs from what visitors see. */
  hasChanges: boolean;
  /** As it is in the database, with blocks that this program may not know. */
  stored: unknown;
}

/** A record in its list, and the name by which it is matched with files. */
export interface KnownRecord {
  id: string;
  kind: RecordKind;
  name: string;
  content: object;
}

/** What the database has of a site. */
export interface StoredSite {
  pages: KnownPage[];
  records: KnownRecord[];
  menus: MenusContent;
  pictures: LibraryPicture[];
  /** The page's id by the key of its former address. */
  formerAddresses: ReadonlyMap<string, string>;
  /** The urls of the forms and categories that pages may name. */
  forms: ReadonlySet<string>;
  categories: ReadonlySet<string>;
  /** A hash that differs once anything on the site has changed. */
  hash: string;
}

export const contentOf = ({ stored }: Pick<KnownPage, 'stored'>): PageContent => readContent(stored);

/** Reads the whole site, without its pictures' files; the texts must fit in memory. */
export async function readStoredSite(db: Db | Tx): Promise<StoredSite> {
  const rows = await db
    .selectFrom('site_pages')
    .select(['id', 'path_key', 'published', 'is_changed', 'removed_at', 'published_at'])
    .where('path_key', 'is not', null)
    .orderBy('path_key')
    .orderBy('removed_at', (order) => order.desc().nullsFirst())
    .execute();
  const records = await db
    .selectFrom('site_records')
    .select(['id', 'kind', 'content', 'version', 'position'])
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const redirects = await db.selectFrom('site_redirects').selectAll().orderBy('path_key').execute();
  const menus = await db.selectFrom('site_menus').select(['content', 'version']).executeTakeFirst();
  const pictures = await readLibrary(db);
  const forms = await db.selectFrom('forms').select('url').where('archived_at', 'is', null).execute();
  const categories = await db.selectFrom('categories').select('url').execute();
  const state = [
    rows.map((row) => [row.id, row.path_key, row.is_changed, row.removed_at, row.published_at]),
    records.map(({ id, version, position }) => [id, version, position]),
    redirects,
    menus?.version,
    pictures.sort((a, b) => (a.id < b.id ? -1 : 1)),
  ];
  return {
    pages: rows.map(({ id, path_key, published, is_changed, removed_at }) => {
      const { title, path } = published as PageContent; // it has both in every version
      const is = { isRemoved: removed_at !== null, hasChanges: is_changed };
      return { id, pathKey: path_key ?? '', title, path, ...is, stored: published };
    }),
    records: (Object.keys(recordShapes) as RecordKind[]).flatMap((kind) => {
      const ofKind = records.filter((record) => record.kind === kind);
      const parsed = ofKind.map(({ content }) => recordShapes[kind].parse(content));
      const names = recordNames(kind, parsed);
      return parsed.map((content, i) => ({ id: ofKind[i]?.id ?? '', kind, name: names[i] ?? '', content }));
    }),
    menus: menus ? menusContent.parse(menus.content) : firstMenus,
    pictures,
    formerAddresses: new Map(redirects.map(({ path_key, page_id }) => [path_key, page_id])),
    forms: new Set(forms.map(({ url }) => url)),
    categories: new Set(categories.map(({ url }) => url)),
    hash: createHash('sha256').update(JSON.stringify(state)).digest('hex'),
  };
}
