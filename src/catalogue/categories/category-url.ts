import { slug } from '#lib/text/slug.ts';

/** The whole catalogue's place in shop addresses, so no category may take it. */
const wholeCatalogue = 'all';

/**
 * A free url for the last of `names`, whose ancestors are the others: its name alone if free, else with the ancestors'
 * names, else numbered.
 */
export function freeUrl(names: readonly string[], taken: ReadonlySet<string>): string {
  const own = slug(names.at(-1) ?? '') || 'category';
  const long = slug(names.join(' ')) || own;
  let url = own;
  for (let n = 1; taken.has(url) || url === wholeCatalogue; n++) url = n === 1 ? long : `${long}-${n}`;
  return url;
}
