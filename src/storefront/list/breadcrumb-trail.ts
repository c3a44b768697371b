import type { Crumb } from '#ui/layout/breadcrumbs.tsx';
import { allProducts, listPath } from '../shop-paths.ts';

/** A category as the shop's layout loads it. */
export interface Category {
  label: string;
  url: string;
  count: number;
  items: Category[];
}

/** The breadcrumb trail of a page. */
export interface Trail {
  crumbs: Crumb[];
  current: string;
}

/** The path to a category from the top; empty for an unknown url. */
export function pathTo(tree: readonly Category[], url: string): Category[] {
  for (const category of tree) {
    if (category.url === url) return [category];
    const below = pathTo(category.items, url);
    if (below.length > 0) return [category, ...below];
  }
  return [];
}

type Step = Pick<Category, 'label' | 'url'>;

const home: Crumb = { label: 'Home', to: '/' };
const shop: Crumb = { label: 'Shop', to: listPath(allProducts) };
const linked = (path: readonly Step[]): Crumb[] => path.map(({ label, url }) => ({ label, to: listPath(url) }));

/** The trail of a list: Home, Shop, the categories down to its own. */
export function listTrail(path: readonly Step[]): Trail {
  const last = path.at(-1);
  if (!last) return { crumbs: [home], current: 'Shop' };
  return { crumbs: [home, shop, ...linked(path.slice(0, -1))], current: last.label };
}

/** The trail of a page below a category, or below the shop itself. */
export const pageTrail = (current: string, path: readonly Step[] = []): Trail => ({
  crumbs: [home, shop, ...linked(path)],
  current,
});

/** The whole trail including the page itself, for structured data. */
export const wholeTrail = ({ crumbs, current }: Trail, path: string): Crumb[] => [
  ...crumbs,
  { label: current, to: path },
];
