import { type RawBuilder, sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { badInput, notFound } from '#lib/api/problem.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import type { PromosDeps } from './change-promo.server.ts';
import { sentences } from './contract.ts';
import { allOf } from '#catalogue/products/listings/search-terms.server.ts';
import { choiceConditions } from './list-promo-products.server.ts';
import type { Choice, ProductsSave } from './promo-products-contract.ts';

/** The number of added or removed products, and some of their names. */
interface ChangedProducts {
  count: number;
  names: string[];
}

/** The maximum number of names in the audit entry. */
const mostNamed = 20;

/**
 * Replaces the products of a promo, or adds and removes some, either all or none. Archived products always stay, since no
 * list shows them.
 * Throws `Problem` 404 for an unknown promo and 400 for unknown products.
 */
export function savePromoProducts(
  { db, clock }: PromosDeps,
  save: ProductsSave,
  context: ActionContext,
): Promise<{ promoCodeId: string; productCount: number; added: number; removed: number }> {
  return inTransaction(db, async (tx) => {
    const { promoCodeId: id } = save;
    const code = await lockPromoProducts(tx, id);
    await requireProducts(tx, save);
    const before = await productCount(tx, id);
    const changes = await applyChanges(tx, save);
    const [added, removed] = [total(changes.added), total(changes.removed)];
    const after = await productCount(tx, id);
    if (added.count + removed.count > 0) {
      const change = {
        before: { code, products: before },
        after: { code, products: after, ...auditValues(added, removed) },
      };
      await audit(tx, { ...context, action: 'update', entity: 'promo', entityId: id, ...change, at: clock.now() });
    }
    return { promoCodeId: id, productCount: after, added: added.count, removed: removed.count };
  });
}

/** Locks the promo against other changes of its products, but not against orders. */
async function lockPromoProducts(tx: Tx, id: string): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select code from promos where id = ${id} and archived_at is null for no key update`.execute(tx);
  const [promo] = rows;
  if (!promo) throw notFound(sentences.notFound);
  return promo.code;
}

async function requireProducts(tx: Tx, { productIds, add }: ProductsSave): Promise<void> {
  const path = productIds ? 'productIds' : 'add';
  const { rows } = await sql<{ place: number }>`
    select w.place::int as place from unnest(${[...(productIds ?? add ?? [])]}::uuid[]) with ordinality w(id, place)
    where not exists (select from products p where p.id = w.id) order by w.place`.execute(tx);
  if (rows.length === 0) return;
  throw badInput(...rows.map(({ place }) => ({ path: `${path}.${place - 1}`, message: sentences.productGone })));
}

async function productCount(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from promo_products where promo_id = ${id}`.execute(tx);
  return rows[0]?.count ?? 0;
}

async function applyChanges(
  tx: Tx,
  save: ProductsSave,
): Promise<{ added: ChangedProducts[]; removed: ChangedProducts[] }> {
  const { promoCodeId: id, productIds, all = [], add = [], remove = [] } = save;
  const [added, removed]: [ChangedProducts[], ChangedProducts[]] = [[], []];
  if (productIds) {
    removed.push(await removeProducts(tx, id, sql`m.product_id <> all(${[...productIds]}::uuid[])`));
    added.push(await addProducts(tx, id, byIds(productIds)));
    return { added, removed };
  }
  for (const choice of all) {
    if (choice.selected) added.push(await addProducts(tx, id, byChoice(choice)));
    else removed.push(await removeProducts(tx, id, allOf(choiceConditions(choice))));
  }
  if (add.length > 0) added.push(await addProducts(tx, id, byIds(add)));
  if (remove.length > 0) removed.push(await removeProducts(tx, id, sql`m.product_id = any(${[...remove]}::uuid[])`));
  return { added, removed };
}

const byIds = (ids: readonly string[]) =>
  sql`select id as product_id from unnest(${[...ids]}::uuid[]) w(id) group by id`;
const byChoice = (choice: Choice) =>
  sql`select m.product_id from managed_products m where ${allOf(choiceConditions(choice))}`;

async function addProducts(tx: Tx, id: string, products: RawBuilder<unknown>): Promise<ChangedProducts> {
  return runChange(
    tx,
    sql`insert into promo_products (promo_id, product_id)
      select ${id}::uuid, product_id from (${products}) w order by product_id on conflict do nothing returning product_id`,
  );
}

async function removeProducts(tx: Tx, id: string, which: RawBuilder<unknown>): Promise<ChangedProducts> {
  return runChange(
    tx,
    sql`delete from promo_products s using managed_products m
      where s.promo_id = ${id}::uuid and m.product_id = s.product_id and ${which} returning s.product_id`,
  );
}

async function runChange(tx: Tx, change: RawBuilder<unknown>): Promise<ChangedProducts> {
  const { rows } = await sql<ChangedProducts>`
    with changed as (${change})
    select count(*) as count, array(
      select p.name from (select product_id from changed limit ${sql.lit(mostNamed)}) w join products p on p.id = w.product_id
      order by p.name_key, p.id) as names
    from changed`.execute(tx);
  return rows[0] ?? { count: 0, names: [] };
}

const total = (parts: readonly ChangedProducts[]): ChangedProducts => ({
  count: parts.reduce((sum, { count }) => sum + count, 0),
  names: parts.flatMap(({ names }) => names).slice(0, mostNamed),
});

/** `Flat mop, Floor pads and 40 more`, without the last part if all names are listed. */
function namesOf({ count, names }: ChangedProducts): string {
  const more = count - names.length;
  return more > 0 ? `${names.join(', ')} and ${more.toLocaleString('en-AU')} more` : names.join(', ');
}

const auditValues = (added: ChangedProducts, removed: ChangedProducts) => ({
  ...(added.count > 0 && { productsAdded: namesOf(added) }),
  ...(removed.count > 0 && { productsRemoved: namesOf(removed) }),
});
