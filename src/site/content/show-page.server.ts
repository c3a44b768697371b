import { notFound } from '#lib/api/problem.ts';
import { dayOf } from '#lib/day.ts';
import { cachedUntilChange } from '#platform/db/cached-until-change.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { shownPictures } from '#site-pictures/shown-pictures.server.ts';
import { anyBlock, type Block } from './block-shapes.ts';
import { type PageContent, pageContent } from './page-content.ts';
import { pageKey } from './page-key.ts';
import type { SiteRecord } from './record-shapes.ts';
import { picturesIn, shown } from './resolve-content.server.ts';
import type { ShownBlock, ShownPage } from './shown.ts';
import { thanksPage } from './thanks-pages.ts';
import { type IndexedPage, readRecords, readSiteIndex, type SiteDeps, type SiteIndex } from './site-index.server.ts';

type ShowDeps = SiteDeps & Pick<Deps, 'clock'>;

/** A page, or the address to which it has moved. */
export type PageAnswer = { page: ShownPage; movedTo: null } | { page: null; movedTo: string };

/**
 * The published page at a path, whatever its capitals and slashes. If a form leads to an address without a page, the program's own
 * thank-you page. Throws 404.
 */
export async function showPage(deps: ShowDeps, path: string): Promise<PageAnswer> {
  const index = await readSiteIndex(deps);
  const key = pageKey(path);
  const indexed = index.byKey.get(key);
  if (!indexed) return movedOrThanks(deps, index, key);
  return { page: await cachedPage(deps, indexed.id), movedTo: null };
}

/** The maximum number of pages in memory: 200 take a few megabytes. */
const mostCached = 200;

/** A published page, cached until a process changes the site, or until the day ends, as positions may close then. */
async function cachedPage(deps: ShowDeps, id: string): Promise<ShownPage> {
  const day = dayOf(deps.clock.now());
  const pages = await cachedUntilChange(
    deps,
    { topic: 'site', key: `shown-${day}` },
    async () => new Map<string, ShownPage>(),
  );
  const cached = pages.get(id);
  if (cached) return cached;
  const row = await deps.db
    .selectFrom('site_pages')
    .select('published')
    .where('id', '=', id)
    .where('published', 'is not', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound(); // another process has taken it back or removed it, and this process will learn that in a moment
  const page = await shownPage(deps, { id, content: readContent(row.published) });
  if (pages.size >= mostCached) pages.clear();
  pages.set(id, page); // into the map from before the read: a change since then has dropped that map as a whole
  return page;
}

async function movedOrThanks(deps: ShowDeps, index: SiteIndex, key: string): Promise<PageAnswer> {
  const redirect = await deps.db
    .selectFrom('site_redirects')
    .select('page_id')
    .where('path_key', '=', key)
    .executeTakeFirst();
  const page = redirect && index.byId.get(redirect.page_id);
  if (page) return { page: null, movedTo: page.path };
  const content = thanksPage(key);
  if (!content) throw notFound();
  return { page: await shownPage(deps, { id: key, content }), movedTo: null };
}

/** Stored content. Blocks of a kind that this program does not know, of a newer version, are left out; see `unknownBlocks`. */
export function readContent(stored: unknown): PageContent {
  const content = stored as PageContent; // written by `pageContent`
  const blocks = content.blocks.flatMap((block) => anyBlock.safeParse(block).data ?? []);
  return { ...pageContent.parse({ ...content, blocks: [] }), blocks };
}

/** The blocks in stored content that `readContent` leaves out. */
export const unknownBlocks = (stored: unknown): unknown[] =>
  (stored as PageContent).blocks.filter((block) => !anyBlock.safeParse(block).success);

/** Blocks without hidden ones, within columns too. */
const visible = <B extends Block>(blocks: readonly B[]): B[] =>
  blocks
    .filter(({ isHidden }) => !isHidden)
    .map((block) =>
      block.kind === 'columns' ? { ...block, left: visible(block.left), right: visible(block.right) } : block,
    );

/** Content as visitors see it, published or not: without hidden blocks, with addresses, pictures and what its blocks list. */
export async function shownPage(
  deps: ShowDeps,
  { id, content }: { id: string; content: PageContent },
): Promise<ShownPage> {
  const index = await readSiteIndex(deps);
  const blocks = await Promise.all(visible(content.blocks).map((block) => withRecords(deps, index, block)));
  const services = await readRecords(deps, 'service');
  const { parent, ...rest } = content;
  const pictures = await shownPictures(deps.db, picturesIn({ ...rest, blocks }));
  const page = shown({ ...rest, blocks }, { index, pictures });
  return {
    ...page,
    id,
    crumbs: crumbsOf(index, parent),
    blocks: page.blocks as ShownBlock[], // `withRecords` has added what each kind lists
    service: services.find(({ page }) => page === id)?.name ?? null,
  };
}

function crumbsOf({ byId }: SiteIndex, parent: string | null): ShownPage['crumbs'] {
  const seen = new Set<IndexedPage>(); // if two drafts are published one after the other, each page can be above the other
  for (let page = byId.get(parent ?? ''); page && !seen.has(page) && seen.size < 5; page = byId.get(page.parent ?? ''))
    seen.add(page);
  return [...seen]
    .filter(({ path }) => pageKey(path) !== '')
    .map(({ path, title }) => ({ label: title, to: path }))
    .reverse();
}

/** A block with the records that it lists; their pictures, links and texts are not yet resolved. */
async function withRecords(deps: ShowDeps, index: SiteIndex, block: Block): Promise<object> {
  switch (block.kind) {
    case 'services': {
      const services = await readRecords(deps, 'service');
      const chosen = block.items.length > 0 ? block.items : services.map(({ id }) => ({ service: id, text: '' }));
      const listed = chosen.flatMap(({ service, text }) => {
        const record = services.find(({ id }) => id === service);
        if (!record) return [];
        const { id, name, summary, page, picture, symbol } = record;
        return [{ id, name, text: text || summary, path: index.byId.get(page ?? '')?.path ?? null, picture, symbol }];
      });
      return { ...block, services: listed };
    }
    case 'positions':
      return { ...block, positions: await openPositions(deps) };
    case 'partners':
      return { ...block, partners: await readRecords(deps, 'partner') };
    case 'questions':
      return { ...block, groups: block.items.length > 0 ? [] : grouped(await readRecords(deps, 'question')) };
    default:
      return block;
  }
}

/** The positions for which visitors can still apply: until the end of their last day. */
async function openPositions(deps: ShowDeps) {
  const today = dayOf(deps.clock.now());
  return (await readRecords(deps, 'position')).filter(({ closesOn }) => closesOn === null || closesOn >= today);
}

function grouped(questions: readonly SiteRecord<'question'>[]) {
  const groups = Map.groupBy(questions, ({ group }) => group.anchor);
  return [...groups.values()].flatMap((questions) =>
    questions.slice(0, 1).map(({ group }) => ({ ...group, questions })),
  );
}
