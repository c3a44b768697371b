import { slug } from '#lib/text/slug.ts';

/** In shop addresses this url means the whole catalogue, so no category may have it. */
const wholeCatalogue = 'all';

/**
 * A free url for a category. `names` are its ancestors' names, top level first, then its own. The url is made from its own
 * name; if that is taken, from all names; if that is taken too, it gets a number.
 */
export function freeCategoryUrl(names: readonly string[], taken: ReadonlySet<string>): string {
  const own = slug(names.at(-1) ?? '') || 'category';
  const long = slug(names.join(' ')) || own;
  let url = own;
  for (let n = 1; taken.has(url) || url === wholeCatalogue; n++) url = n === 1 ? long : `${long}-${n}`;
  return url;
}
