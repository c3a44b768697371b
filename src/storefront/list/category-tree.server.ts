import { sql } from 'kysely';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import type { Db } from '#platform/db/db.server.ts';
import type { flatCategories } from '../contract.ts';

type FlatCategory = ReplyOf<typeof flatCategories>[number];

type Branch = Omit<FlatCategory, 'parentId' | 'level'> & { items: Branch[]; hasItems: boolean };

/** All categories in the order of the tree, with the number of products in each and its sub-categories. */
export async function readCategories(db: Db): Promise<FlatCategory[]> {
  const { rows } = await sql<FlatCategory>`
    select c.id, c.name as label, c.url, c.parent_id as "parentId", c.level,
      coalesce((select sum(product_count) from listing_counts n where n.category_id = c.id and n.option = ''), 0)::int as "productCount"
    from categories c order by c.position, lower(c.name), c.id`.execute(db);
  const below = Map.groupBy(rows, ({ parentId }) => parentId);
  const withBelow = (category: FlatCategory): FlatCategory[] => [
    category,
    ...(below.get(category.id) ?? []).flatMap(withBelow),
  ];
  return (below.get(null) ?? []).flatMap(withBelow);
}

/** The categories as a tree. Each must come after its parent. */
export function asTree(categories: readonly FlatCategory[]): Branch[] {
  const tops: Branch[] = [];
  const byId = new Map<string, Branch>();
  for (const { id, label, url, parentId, productCount } of categories) {
    const branch: Branch = { id, label, url, items: [], hasItems: false, productCount };
    const parent = byId.get(parentId ?? '');
    byId.set(id, branch);
    (parent?.items ?? tops).push(branch);
    if (parent) parent.hasItems = true;
  }
  return tops;
}

/** The top level of the tree, and the direct children of the category `url` and of each of its ancestors. */
export function openedAt(url: string, categories: readonly FlatCategory[]): Branch[] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const path = new Set<string>();
  for (let step = categories.find((one) => one.url === url); step; step = byId.get(step.parentId ?? ''))
    path.add(step.id);
  const shown = asTree(categories.filter(({ parentId }) => parentId === null || path.has(parentId)));
  const parents = new Set(categories.map(({ parentId }) => parentId));
  const opened = (branch: Branch): Branch => ({
    ...branch,
    hasItems: parents.has(branch.id),
    items: branch.items.map(opened),
  });
  return shown.map(opened);
}
