import { sql } from 'kysely';
import { inTransaction, type Tx } from '#infra/db.server.ts';
import { badInput } from '#lib/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { Doer } from '#settings/service.server.ts';
import { bulkSentences, type Chosen, mostAtOnce } from './bulk-contract.ts';
import type { ProductsDeps } from './deps.server.ts';
import { auditProducts, remember } from './history.server.ts';
import { meantIds } from './list.server.ts';
import { relist } from './listing.server.ts';
import { archiveProducts } from './removal.server.ts';

type Needed = Pick<ProductsDeps, 'db' | 'clock'>;

export interface Changed {
  changed: number;
  undoId: string | null;
}

/** What a thing was before a change and after it: a product's state, or an item's price. */
export interface Undoable {
  id: string;
  before: number | boolean | null;
  after: number | boolean | null;
}

/** The chosen products, which are found anew: nobody means those that came to the list later. Throws `Problem` 400. */
export async function chosenIds(tx: Tx, { ids, all = {} }: Chosen): Promise<string[]> {
  const found = ids ?? (await meantIds(tx, all, mostAtOnce + 1));
  if (found.length > mostAtOnce) throw badInput({ path: 'all', message: bulkSentences.tooMany });
  return [...new Set(found)].sort();
}

/** Holds items and products, in the order in which checkouts do; answers the products that are not archived. */
export async function lockProducts(tx: Tx, ids: readonly string[]): Promise<{ id: string; isActive: boolean }[]> {
  await sql`select from product_items where product_id = any(${ids}::uuid[]) order by id for update`.execute(tx);
  const { rows } = await sql<{ id: string; isActive: boolean }>`
    select id, is_active as "isActive" from products where id = any(${ids}::uuid[]) and archived_at is null
    order by id for update`.execute(tx);
  return rows;
}

const keptDays = 30;

/** Keeps how to undo a change; those of long ago go. */
export async function keepUndo(
  tx: Tx,
  kind: 'active' | 'archive' | 'price',
  { rows, doer, at }: { rows: readonly Undoable[]; doer: Doer; at: Date },
): Promise<Changed> {
  await sql`delete from product_changes where created_at < ${at}::timestamptz - make_interval(days => ${keptDays})`.execute(
    tx,
  );
  if (rows.length === 0) return { changed: 0, undoId: null };
  const id = newId(at.getTime());
  await sql`insert into product_changes (id, kind, rows, created_by, created_at)
    values (${id}, ${kind}, ${JSON.stringify(rows)}::jsonb, ${doer.actor.id}, ${at})`.execute(tx);
  return { changed: rows.length, undoId: id };
}

/** Displays products online, hides or archives them; those that are so already are left. */
export function changeProducts(
  { db, clock }: Needed,
  { action, ...chosen }: Chosen & { action: 'activate' | 'deactivate' | 'archive' },
  doer: Doer,
): Promise<Changed> {
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const held = await lockProducts(tx, await chosenIds(tx, chosen));
    const isActive = action === 'activate';
    const meant = action === 'archive' ? held : held.filter((one) => one.isActive !== isActive);
    const ids = meant.map(({ id }) => id);
    const before = await remember(tx, ids);
    if (action === 'archive') await archiveProducts(tx, ids, at);
    else await setActive(tx, ids, isActive);
    await auditProducts(tx, ids, { action: action === 'archive' ? 'archive' : 'update', before, doer, at });
    const rows = meant.map((one) => ({
      id: one.id,
      before: action === 'archive' ? null : one.isActive,
      after: isActive,
    }));
    return keepUndo(tx, action === 'archive' ? 'archive' : 'active', { rows, doer, at });
  });
}

/** Of locked products. */
export async function setActive(tx: Tx, ids: readonly string[], isActive: boolean): Promise<void> {
  await sql`update products set is_active = ${isActive}, version = version + 1 where id = any(${ids}::uuid[])`.execute(
    tx,
  );
  await relist(tx, ids);
}
