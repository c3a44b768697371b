import { sql } from 'kysely';
import type { z } from 'zod';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { type Cents, cents } from '#lib/money.ts';
import { notFound, requireVersion } from '#lib/api/problem.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';
import { mostRows } from '#lib/table-limits.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { usuallyLowAt } from '#stock/contract.ts';
import { raiseVersion, usualTerms } from '#catalogue/suppliers/suppliers.server.ts';
import { sentences } from './contract.ts';
import { type findPurchaseItems, salesDays, type Suggestion, type Terms, type termsShape } from './reorder-contract.ts';
import { dayMs } from '#lib/durations.ts';

interface StoredItem extends Omit<Suggestion, 'perDay' | 'suggested' | 'purchasePrice'> {
  cost: number;
}

const readTerms = async (db: Db, supplierId: string): Promise<Terms> =>
  (await db
    .selectFrom('reorder_terms')
    .select(['lead_days as leadDays', 'cover_days as coverDays', 'version'])
    .where('supplier_id', '=', supplierId)
    .executeTakeFirst()) ?? usualTerms;

async function supplierName(db: Db, id: string): Promise<string> {
  const row = await db.selectFrom('suppliers').select('name').where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(sentences.supplierGone);
  return row.name;
}

/**
 * Order suggestions for a supplier. Units per day are the average of the sales in the stock ledger over the last 90 days,
 * less returns. An order should last for the lead time plus the days of cover.
 */
export async function orderSuggestionsOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  supplierId: string,
): Promise<{ supplier: string; terms: Terms; items: Suggestion[] }> {
  const supplier = await supplierName(db, supplierId);
  const terms = await readTerms(db, supplierId);
  const since = new Date(clock.now().getTime() - salesDays * dayMs);
  const { rows } = await sql<StoredItem>`
    select i.id as "itemId", p.id as "productId", p.name, i.label as variation, coalesce(i.code, '') as code,
      i.on_hand as "onHand",
      coalesce(i.low_stock_at, ${sql.lit(usuallyLowAt)}) as "lowAt", i.is_low as "isLow", coalesce(d.due, 0)::int as due, coalesce(m.sold, 0)::int as sold,
      round(i.average_cost_cents)::bigint as cost
    from products p join product_items i on i.product_id = p.id
    left join lateral (
      select sum(case direction when 1 then quantity else -quantity end) as sold from stock_movements
      where item_id = i.id and created_at >= ${since} and (direction = 1 or (direction = 0 and order_id is not null))
    ) m on true
    left join lateral (
      select sum(l.quantity - l.received_quantity) as due from purchase_order_lines l
      join purchase_orders o on o.id = l.purchase_order_id and o.state = 'open'
      where l.item_id = i.id and l.received_quantity < l.quantity
    ) d on true
    where p.supplier_id = ${supplierId} and p.archived_at is null and i.archived_at is null
    order by p.name_key, p.id, i.position limit ${mostRows}`.execute(db);
  const items = rows.map((row) => suggestionOf(row, terms));
  return { supplier, terms, items: items.sort((one, other) => other.suggested - one.suggested) };
}

function suggestionOf({ cost, ...row }: StoredItem, { leadDays, coverDays }: Terms): Suggestion {
  const sold = Math.max(row.sold, 0);
  const needed = Math.ceil((sold * (leadDays + coverDays)) / salesDays) - row.onHand - row.due;
  return {
    ...row,
    sold,
    perDay: Math.round((sold / salesDays) * 100) / 100,
    suggested: sold > 0 ? Math.max(needed, 0) : 0,
    purchasePrice: cents(cost),
  };
}

const maxSuppliers = 50;

/** Suppliers of items that are low and not archived; the suppliers with the most such items come first. */
export async function lowSuppliers(db: Db): Promise<{ id: string; name: string; items: number }[]> {
  const { rows } = await sql<{ id: string; name: string; items: number }>`
    select s.id, s.name, count(*)::int as items
    from (select product_id from product_items where is_low order by on_hand, id limit ${mostRows}) i
    join products p on p.id = i.product_id and p.archived_at is null join suppliers s on s.id = p.supplier_id
    group by s.id order by items desc, lower(s.name), s.id limit ${maxSuppliers}`.execute(db);
  return rows;
}

const maxResults = 20;

/** A supplier's items with the searched words in name, variation or code, sorted by name. */
export async function searchItems(
  db: Db,
  supplierId: string,
  search: string | undefined,
): Promise<z.output<(typeof findPurchaseItems)['shapes']['reply']>> {
  const words = searchCondition(sql`search_words(p.name || ' ' || i.label || ' ' || coalesce(i.code, ''))`, search);
  const { rows } = await sql<{ itemId: string; name: string; variation: string; code: string; purchasePrice: Cents }>`
    select i.id as "itemId", p.name, i.label as variation, coalesce(i.code, '') as code,
      round(i.average_cost_cents)::bigint as "purchasePrice"
    from products p join product_items i on i.product_id = p.id
    where p.supplier_id = ${supplierId} and p.archived_at is null and i.archived_at is null and ${words ?? sql`true`}
    order by p.name_key, p.id, i.position limit ${maxResults}`.execute(db);
  return rows;
}

/** Sets a supplier's lead time and days of cover. 409 if `version` is outdated. */
export function updateTerms(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { supplierId, version, ...terms }: { supplierId: string } & z.output<typeof termsShape>,
  { actor, requestId }: ActionContext,
): Promise<Terms> {
  return inTransaction(db, async (tx) => {
    const supplier = await tx
      .selectFrom('suppliers')
      .select('name')
      .where('id', '=', supplierId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound(sentences.supplierGone));
    const before = await readTerms(tx, supplierId);
    requireVersion(version, before.version);
    const after = { ...terms, version: before.version + 1 };
    const row = { lead_days: after.leadDays, cover_days: after.coverDays, version: after.version };
    await tx
      .insertInto('reorder_terms')
      .values({ supplier_id: supplierId, ...row })
      .onConflict((there) => there.column('supplier_id').doUpdateSet(row))
      .execute();
    if (after.leadDays !== before.leadDays) await raiseVersion(tx, supplierId); // the lead time is also shown with the supplier
    const change = { action: 'update', entity: 'supplier', entityId: supplierId, at: clock.now(), requestId };
    const auditValues = ({ leadDays, coverDays }: Terms) => ({ name: supplier.name, leadDays, coverDays });
    await audit(tx, { actor, ...change, before: auditValues(before), after: auditValues(after) });
    return after;
  });
}
