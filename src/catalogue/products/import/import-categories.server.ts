import { lockTree, newPosition, pathText } from '#catalogue/categories/category-tree.server.ts';
import { freeCategoryUrl } from '#catalogue/categories/category-url.ts';
import { type AuditEntry, auditAll } from '#platform/db/audit.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { newId } from '#lib/uuid.ts';
import { readPaths } from '../category-path.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';

interface Category {
  id: string;
  path: string[];
}

/** Finds the categories at these paths (`A > B > C`), ignoring case, or creates them; returns their ids by path. */
export async function ensureCategories(
  tx: Tx,
  paths: readonly string[],
  { context, at }: { context?: ActionContext | undefined; at: Date },
): Promise<Map<string, string>> {
  await lockTree(tx);
  const rows = await tx.selectFrom('categories').select(['id', 'parent_id', 'name', 'url', 'path']).execute();
  const urls = new Set(rows.map(({ url }) => url));
  const known = new Map<string, Category>(rows.map((row) => [keyOf(row.parent_id, row.name), row]));
  const ids = new Map<string, string>();
  const made: AuditEntry[] = [];
  for (const path of paths) {
    let parent: Category | undefined;
    const names = readPaths(path)[0] ?? [];
    for (const [depth, name] of names.entries()) {
      const key = keyOf(parent?.id ?? null, name);
      let category = known.get(key);
      if (!category) {
        const url = freeCategoryUrl(names.slice(0, depth + 1), urls);
        urls.add(url);
        category = await insert(tx, name, url, parent, at);
        known.set(key, category);
        const entry = { ...context, actor: context?.actor ?? null, action: 'create', entity: 'category', at };
        made.push({ ...entry, entityId: category.id, after: { name, under: pathText(names.slice(0, depth)), url } });
      }
      parent = category;
    }
    if (parent) ids.set(path, parent.id);
  }
  await auditAll(tx, made);
  return ids;
}

async function insert(tx: Tx, name: string, url: string, parent: Category | undefined, at: Date): Promise<Category> {
  const id = newId(at.getTime());
  const path = [...(parent?.path ?? []), id];
  const parentId = parent?.id ?? null;
  const place = { parent_id: parentId, level: path.length, path, position: newPosition(parentId) };
  await tx
    .insertInto('categories')
    .values({ id, name, url, ...place, created_at: at })
    .execute();
  return { id, path };
}

const keyOf = (parentId: string | null, name: string): string => `${parentId ?? ''}/${name.toLowerCase()}`;
