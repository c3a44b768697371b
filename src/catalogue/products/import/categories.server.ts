import { lockTree, newPosition, pathText } from '#catalogue/categories/tree.server.ts';
import { freeUrl } from '#catalogue/categories/url.ts';
import { type AuditEntry, auditAll } from '#platform/db/audit.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { newId } from '#lib/uuid.ts';
import { readPaths } from '../category-path.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';

interface Category {
  id: string;
  path: string[];
}

/**
 * Finds or creates the categories of these paths (`A > B > C`); returns their ids by path. Names match
 * case-insensitively.
 */
export async function ensureCategories(
  tx: Tx,
  paths: readonly string[],
  { context, at }: { context?: ActionContext | undefined; at: Date },
): Promise<Map<string, string>> {
  await lockTree(tx);
  const rows = await tx.selectFrom('categories').select(['id', 'parent_id', 'name', 'url', 'path']).execute();
  const urls = new Set(rows.map(({ url }) => url));
  const known = new Map<string, Category>(rows.map((row) => [place(row.parent_id, row.name), row]));
  const ids = new Map<string, string>();
  const made: AuditEntry[] = [];
  for (const path of paths) {
    let above: Category | undefined;
    const names = readPaths(path)[0] ?? [];
    for (const [depth, name] of names.entries()) {
      const key = place(above?.id ?? null, name);
      let here = known.get(key);
      if (!here) {
        const url = freeUrl(names.slice(0, depth + 1), urls);
        urls.add(url);
        here = await insert(tx, name, url, above, at);
        known.set(key, here);
        const entry = { ...context, actor: context?.actor ?? null, action: 'create', entity: 'category', at };
        made.push({ ...entry, entityId: here.id, after: { name, under: pathText(names.slice(0, depth)), url } });
      }
      above = here;
    }
    if (above) ids.set(path, above.id);
  }
  await auditAll(tx, made);
  return ids;
}

async function insert(tx: Tx, name: string, url: string, above: Category | undefined, at: Date): Promise<Category> {
  const id = newId(at.getTime());
  const path = [...(above?.path ?? []), id];
  const parentId = above?.id ?? null;
  const place = { parent_id: parentId, level: path.length, path, position: newPosition(parentId) };
  await tx
    .insertInto('categories')
    .values({ id, name, url, ...place, created_at: at })
    .execute();
  return { id, path };
}

const place = (parentId: string | null, name: string): string => `${parentId ?? ''}/${name.toLowerCase()}`;
