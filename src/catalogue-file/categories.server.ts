import { lockTree, newPosition } from '#categories/tree.server.ts';
import { freeUrl } from '#categories/url.ts';
import type { Tx } from '#infra/db.server.ts';
import { newId } from '#lib/uuid.ts';
import { readPaths } from '#products/category-path.ts';

interface Category {
  id: string;
  path: string[];
}

/** Finds or makes the categories of these paths (`A > B > C`); answers their ids by path. Names match without case. */
export async function ensureCategories(tx: Tx, paths: readonly string[], at: Date): Promise<Map<string, string>> {
  await lockTree(tx);
  const rows = await tx.selectFrom('categories').select(['id', 'parent_id', 'name', 'url', 'path']).execute();
  const urls = new Set(rows.map(({ url }) => url));
  const known = new Map<string, Category>(rows.map((row) => [place(row.parent_id, row.name), row]));
  const ids = new Map<string, string>();
  for (const path of paths) {
    let above: Category | undefined;
    const names = readPaths(path)[0] ?? [];
    for (const [depth, name] of names.entries()) {
      const found: Category | undefined = known.get(place(above?.id ?? null, name));
      const here: Category = found ?? { id: newId(at.getTime()), path: [] };
      if (!found) {
        here.path = [...(above?.path ?? []), here.id];
        const url = freeUrl(names.slice(0, depth + 1), urls);
        urls.add(url);
        const parentId = above?.id ?? null;
        await tx
          .insertInto('categories')
          .values({
            id: here.id,
            parent_id: parentId,
            name,
            url,
            level: depth + 1,
            path: here.path,
            position: newPosition(parentId),
            created_at: at,
          })
          .execute();
        known.set(place(above?.id ?? null, name), here);
      }
      above = here;
    }
    if (above) ids.set(path, above.id);
  }
  return ids;
}

const place = (parentId: string | null, name: string): string => `${parentId ?? ''}/${name.toLowerCase()}`;
