import type { Fault } from '#lib/api/problem.ts';
import { uuid } from '#lib/api/wire.ts';
import { linksInMarkdown } from '#platform/rendering/safe-html.server.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { contentSentences, target } from '../content/content-fields.ts';
import { addressFault } from '../content/page-address.ts';
import type { PageContent } from '../content/page-content.ts';
import { pageKey } from '../content/page-key.ts';
import { pageSentences } from './contract.ts';

/** A value in content, with the path that names it: `blocks.2.body`. */
interface Place {
  path: string;
  key: string;
  value: unknown;
}

function* placesIn(value: unknown, path: readonly string[] = []): Generator<Place> {
  yield { path: path.join('.'), key: path.at(-1) ?? '', value };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value)) yield* placesIn(one, [...path, key]);
}

/** A link in Markdown has the same targets as other links; `http:` too, because texts name such addresses. */
const isTarget = (href: string): boolean => /^http:\/\/\S+$/.test(href) || target.safeParse(decodeURI(href)).success;

function isSafe(href: string): boolean {
  try {
    return isTarget(href);
  } catch {
    return false; // a percent sign that encodes nothing
  }
}

/** What shapes cannot say of content that was received: addresses of the program, and links in Markdown that browsers would run. */
export function contentFaults(content: unknown, prefix = 'content'): Fault[] {
  const faults: Fault[] = [];
  for (const { path, key, value } of placesIn(content)) {
    if (typeof value !== 'string') continue;
    const at = `${prefix}.${path}`;
    const bad = key === 'body' ? linksInMarkdown(value).find((href) => !isSafe(href)) : undefined;
    if (bad !== undefined)
      faults.push({
        path: at,
        message: `A link in this text leads to “${bad.slice(0, 60)}”. ${contentSentences.target}`,
      });
    const fault = path === 'path' ? addressFault(value) : undefined;
    if (fault !== undefined) faults.push({ path: at, message: fault });
  }
  return faults;
}

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
