import { sql } from 'kysely';
import type { Fault } from '#lib/api/problem.ts';
import { uuid } from '#lib/api/wire.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Block } from '../content/block-shapes.ts';
import { contentFaults, placesIn } from '../content/content-faults.server.ts';
import type { PageContent } from '../content/page-content.ts';
import { pageKey } from '../content/page-key.ts';
import { pageSentences } from './contract.ts';

interface Checked {
  id: string;
  content: PageContent;
  /** Whether it is the home page, which keeps its address. */
  isHome: boolean;
}

/**
 * What is wrong with a page although its shape is valid, such as pictures that have been removed. Somebody who removes a picture meanwhile
 * waits until the page is saved.
 */
export async function faultsOfPage(tx: Tx, { id, content, isHome }: Checked): Promise<Fault[]> {
  const faults = contentFaults(content);
  if (isHome && content.path !== '/') faults.push({ path: 'content.path', message: pageSentences.homeAddress });
  const ring = await parentFault(tx, id, content.parent);
  if (ring !== undefined) faults.push({ path: 'content.parent', message: ring });
  return [
    ...faults,
    ...anchorFaults(content.blocks),
    ...(await goneFaults(tx, content)),
    ...(await shopFaults(tx, content)),
  ];
}

/** A page must not be above itself, either directly or through other pages. */
async function parentFault(tx: Tx, id: string, parent: string | null): Promise<string | undefined> {
  if (parent === id) return pageSentences.ownParent;
  if (parent === null) return undefined;
  const { rows } = await sql<{ isRing: boolean }>`
    with recursive above (id) as (
      select ${parent}::uuid
      union
      select (draft ->> 'parent')::uuid from site_pages join above using (id)
      where draft ->> 'parent' is not null and id <> ${id}::uuid
    )
    select exists (select from above where id = ${id}::uuid) as "isRing"`.execute(tx);
  return rows[0]?.isRing ? pageSentences.parentRing : undefined;
}

/** Two parts of a page with the same name would share an id, and links would lead to the first. */
function anchorFaults(blocks: PageContent['blocks']): Fault[] {
  const seen = new Set<string>();
  return [...placesIn(blocks)].flatMap(({ path, key, value }) => {
    if (key !== 'anchor' || typeof value !== 'string' || value === '') return [];
    if (seen.has(value)) return [{ path: `content.blocks.${path}`, message: pageSentences.sameAnchor }];
    seen.add(value);
    return [];
  });
}

/** Forms and categories that do not exist: visitors would get to a missing page, or see nothing. */
async function shopFaults(tx: Tx, { blocks }: PageContent): Promise<Fault[]> {
  const named = (kind: Block['kind'], field: string) =>
    blocks.flatMap((block, at) =>
      block.kind === kind
        ? [{ path: `content.blocks.${at}.${field}`, value: Reflect.get(block, field) as unknown }]
        : [],
    );
  return [
    ...(await formFaults(tx, named('form', 'form'))),
    ...(await categoryFaults(tx, named('products', 'category'))),
  ];
}

type Named = { path: string; value: unknown };

const wordsIn = (named: readonly Named[]): string[] =>
  named.flatMap(({ value }) => (typeof value === 'string' && value !== '' ? [value] : []));

const faultsIn = (named: readonly Named[], known: ReadonlySet<string>, message: string): Fault[] =>
  named.filter((one) => wordsIn([one]).some((value) => !known.has(value))).map(({ path }) => ({ path, message }));

/** The urls of forms that do not exist, or no longer do. */
export async function formFaults(tx: Tx, named: readonly Named[]): Promise<Fault[]> {
  const urls = wordsIn(named);
  if (urls.length === 0) return [];
  const rows = await tx
    .selectFrom('forms')
    .select('url')
    .where('url', 'in', urls)
    .where('archived_at', 'is', null)
    .execute();
  return faultsIn(named, new Set(rows.map(({ url }) => url)), pageSentences.noForm);
}

async function categoryFaults(tx: Tx, named: readonly Named[]): Promise<Fault[]> {
  const urls = wordsIn(named);
  if (urls.length === 0) return [];
  const rows = await tx.selectFrom('categories').select('url').where('url', 'in', urls).execute();
  return faultsIn(named, new Set(rows.map(({ url }) => url)), pageSentences.noCategory);
}

/** The pictures in content that are no longer in the library. The other pictures cannot be removed until the transaction ends. */
export async function goneFaults(tx: Tx, content: unknown): Promise<Fault[]> {
  const pictures = [...placesIn(content)].filter(
    ({ key, value }) => key === 'picture' && typeof value === 'string' && uuid.safeParse(value).success,
  );
  const known = await lockedPictures(
    tx,
    pictures.map(({ value }) => String(value)),
  );
  return pictures
    .filter(({ value }) => !known.has(String(value)))
    .map(({ path }) => ({ path: `content.${path.replace(/\.picture$/, '')}`, message: pageSentences.noPicture }));
}

/** The sentence for an address that another page has, published or as a draft; undefined if none has it. */
export async function addressOfOther(db: Db | Tx, id: string, path: string): Promise<string | undefined> {
  const key = pageKey(path);
  const other = await db
    .selectFrom('site_pages')
    .select('draft_title')
    .where('id', '!=', id)
    .where('removed_at', 'is', null)
    .where(({ or, eb, fn, val }) =>
      or([eb('path_key', '=', key), eb(fn<string>('btrim', [fn('lower', ['draft_path']), val('/')]), '=', key)]),
    )
    .executeTakeFirst();
  return other && sameAddress(other.draft_title);
}

export const sameAddress = (title: string): string => `The page “${title}” has this address. Choose another one.`;

/** The ids among `ids` that are in the library. These pictures cannot be removed until the transaction ends. */
async function lockedPictures(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('site_pictures')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}
