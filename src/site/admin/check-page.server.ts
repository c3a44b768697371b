import type { Fault } from '#lib/api/problem.ts';
import { uuid } from '#lib/api/wire.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
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
 * What is wrong with a page although its shape is right, such as pictures that have been removed. Whoever removes a picture waits until the
 * page is saved.
 */
export async function faultsOfPage(tx: Tx, { id, content, isHome }: Checked): Promise<Fault[]> {
  const faults = contentFaults(content);
  if (isHome && content.path !== '/') faults.push({ path: 'content.path', message: pageSentences.homeAddress });
  if (content.parent === id) faults.push({ path: 'content.parent', message: pageSentences.ownParent });
  return [...faults, ...(await goneFaults(tx, content))];
}

/** The pictures in content that are no longer in the library. The others stay there until the transaction ends. */
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

/** The ids among `ids` that are in the library. They stay there until the transaction ends. */
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
