import { slug } from '#lib/text/slug.ts';

/** What the shop calls the whole catalogue in its addresses. */
const wholeCatalogue = 'all';

/**
 * An address for the last of `names`, which lies below the others: its name alone where that is free, else with the names
 * above it, else numbered.
 */
export function freeUrl(names: readonly string[], taken: ReadonlySet<string>): string {
  const own = slug(names.at(-1) ?? '') || 'category';
  const long = slug(names.join(' ')) || own;
  let url = own;
  for (let n = 1; taken.has(url) || url === wholeCatalogue; n++) url = n === 1 ? long : `${long}-${n}`;
  return url;
}
