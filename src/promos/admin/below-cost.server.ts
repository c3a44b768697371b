import { type RawBuilder, sql } from 'kysely';
import { type Db, planEachTime, type Tx } from '#platform/db/db.server.ts';
import type { Cents } from '#lib/money.ts';
import { cents, zero } from '#lib/money.ts';
import { mostRows } from '#lib/table-limits.ts';
import type { BelowCostRequest, BelowCostItem } from './below-cost-contract.ts';
import { requirePromo } from './list-promo-products.server.ts';

const mostListed = 50;

/** The terms that determine a promo's discount. */
export interface Terms {
  /** The promo whose products are checked; null for a new promo. */
  promoId: string | null;
  percentage: number | null;
  amount: Cents | null;
  minimumSpend: Cents;
  isForAll: boolean;
}

/**
 * An item's lowest possible price. A discount amount is shared among the items of an order. If the promo is for all
 * products, this is the price in the smallest order that it applies to; otherwise a single item may get the whole discount.
 */
function reduced({ percentage, amount, minimumSpend, isForAll }: Terms): RawBuilder<unknown> {
  const price = sql`i.price_cents`;
  if (percentage !== null) return sql`(${price} * (100 - ${percentage}::numeric) / 100)`;
  if (!isForAll) return sql`(${price} - least(${amount}::bigint, ${price}))`;
  const order = sql`greatest(${minimumSpend}::bigint, ${amount}::bigint, ${price})`;
  return sql`(${price} - ${amount}::bigint * ${price}::numeric / ${order})`;
}

/** A tolerance, so that rounding excludes no item. */
const rounding = 0.000_001;

const costShare = sql`(i.average_cost_cents / i.price_cents)`;

/** A condition that an index can check; every item that the promo can sell below cost meets it. */
function near({ percentage, amount, minimumSpend, isForAll }: Terms): RawBuilder<unknown> {
  if (percentage !== null) return sql`${costShare} > ${(100 - percentage) / 100 - rounding}::numeric`;
  if (!isForAll || amount === null) return sql`(i.price_cents - i.average_cost_cents) < ${amount}::numeric`;
  return sql`${costShare} > ${1 - amount / Math.max(minimumSpend, amount) - rounding}::numeric`;
}

/** Items in the shop that a promo sells below their average purchase price, unsorted. */
function below(terms: Terms): RawBuilder<unknown> {
  const isOfPromo = terms.isForAll
    ? sql`true`
    : sql`exists (select from promo_products s where s.promo_id = ${terms.promoId}::uuid and s.product_id = i.product_id)`;
  return sql`product_items i join products p on p.id = i.product_id and p.is_shown
    where i.archived_at is null and i.price_cents > 0 and i.average_cost_cents > 0
      and ${near(terms)} and ${reduced(terms)} < i.average_cost_cents and ${isOfPromo}`;
}

/** The number of items that a promo sells below cost, counted up to `most`. */
export async function countBelowCost(db: Db | Tx, terms: Terms, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${below(terms)} limit ${sql.lit(most)}) items ${sql.raw(planEachTime)}`.execute(db);
  return rows[0]?.count ?? 0;
}

type Row = Omit<BelowCostItem, 'reducedPrice' | 'averageCost'> & { reducedPrice: string; averageCost: string };

const toCents = (amount: string): Cents => cents(Math.round(Number(amount)));

/**
 * The items that a stored or draft promo would sell below cost: the worst 50, and the total number. Throws `Problem`
 * 404 for an unknown promo.
 */
export async function findBelowCost(
  db: Db,
  request: BelowCostRequest,
): Promise<{ total: number; items: BelowCostItem[] }> {
  const terms: Terms = {
    promoId: request.promoCodeId ?? null,
    percentage: request.discountPercentage ?? null,
    amount: request.discountAmount ?? null,
    minimumSpend: request.minimumSpend ?? zero,
    isForAll: request.isApplicableToAllProducts,
  };
  if (terms.promoId !== null) await requirePromo(db, terms.promoId);
  if (terms.percentage === null && terms.amount === null) return { total: 0, items: [] };
  const total = await countBelowCost(db, terms, mostRows + 1);
  if (total === 0) return { total, items: [] };
  const { rows } = await sql<Row>`
    select i.id as "itemId", p.id as "productId", p.name as "productName", i.label as variation,
      coalesce(i.code, '') as "productCode", i.price_cents as price, ${reduced(terms)}::text as "reducedPrice",
      i.average_cost_cents::text as "averageCost"
    from ${below(terms)} order by ${costShare} desc, i.id desc limit ${sql.lit(mostListed)} ${sql.raw(planEachTime)}`.execute(
    db,
  );
  const items = rows.map((row) => ({
    ...row,
    reducedPrice: toCents(row.reducedPrice),
    averageCost: toCents(row.averageCost),
  }));
  return { total, items };
}
