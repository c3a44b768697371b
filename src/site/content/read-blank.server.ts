import type { Db } from '#platform/db/db.server.ts';
import type { PageContent } from './page-content.ts';
import { pageKey } from './page-key.ts';

const linkInMarkdown = /\[[^[\]]*\]\([^()\s]*\)/g;
const inBrackets = /\[[^[\]]+\]/;

/**
 * The first text on a published page that is still in square brackets, such as `[date]`, and that the company has to complete; null if
 * there is none. Links in Markdown and hidden blocks do not count.
 */
export async function readBlank(db: Db, path: string): Promise<string | null> {
  const page = await db
    .selectFrom('site_pages')
    .select('published')
    .where('path_key', '=', pageKey(path))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  const { blocks } = (page?.published ?? { blocks: [] }) as Pick<PageContent, 'blocks'>; // as `pageContent` has stored it
  for (const text of blocks.filter(({ isHidden }) => !isHidden).flatMap(textsIn)) {
    const [blank] = inBrackets.exec(text.replace(linkInMarkdown, '')) ?? [];
    if (blank !== undefined) return blank.replaceAll('\\', ''); // without the backslashes that Markdown puts before brackets
  }
  return null;
}

function textsIn(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  return typeof content === 'object' && content !== null ? Object.values(content).flatMap(textsIn) : [];
}
