import { CompiledQuery, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Cents } from '#lib/money.ts';

/** The units that the buyer's own pending checkout reserves. */
export interface ReservedUnits {
  orderId: string;
  /** Units by item. */
  units: ReadonlyMap<string, number>;
}

/**
 * Reads what a buyer's own pending checkout reserves, by its secret Idempotency-Key; undefined once it is decided. The
 * units are already taken from stock, but this buyer can still buy them.
 */
export async function readReservedUnits(db: Db | Tx, key: string): Promise<ReservedUnits | undefined> {
  if (key.includes('\0')) return undefined; // PostgreSQL refuses null characters
  const { rows } = await sql<{ orderId: string; itemId: string; units: number }>`
    select o.id as "orderId", i.item_id as "itemId", sum(i.quantity)::int as units
    from checkout_attempts a join orders o on o.id = a.order_id join order_items i on i.order_id = o.id
    where a.key = ${key} and o.payment = 'awaiting' group by o.id, i.item_id`.execute(db);
  const [first] = rows;
  return first && { orderId: first.orderId, units: new Map(rows.map(({ itemId, units }) => [itemId, units])) };
}

/** What the database has for a requested line. Ids are null if the product or the item can't be sold. */
export interface StoredLine {
  productId: string | null;
  productName: string | null;
  url: string;
  hasVariations: boolean;
  itemId: string | null;
  code: string;
  /** "Small / Blue", '' for a plain product. */
  label: string;
  price: Cents;
  onHand: number;
  allowsSaleWithoutStock: boolean;
  imageKey: string | null;
  variations: { id: string; fieldText: string; selected: string }[] | null;
  /** Whether the promo applies to this product. */
  isPromoProduct: boolean;
}

/**
 * One statement for any number of lines. The limit is a parameter, so that the planner expects few rows and reuses its
 * plan. Planning costs three times as much as running it.
 */
const statement = `
  select p.id as "productId", p.name as "productName", p.url, p.has_variations as "hasVariations", i.id as "itemId",
    coalesce(i.code, '') as code, i.label, i.price_cents as price, i.on_hand as "onHand", p.allow_sale_without_stock as "allowsSaleWithoutStock",
    coalesce((select m.file_key from product_images m where m.product_id = p.id and m.is_primary),
      (select m.file_key from product_images m where m.product_id = p.id order by m.position, m.id limit 1)) as "imageKey",
    case when p.has_variations then (
      select json_agg(json_build_object('id', v.id, 'fieldText', v.name, 'selected', o.label) order by v.position, v.id)
      from item_options c join variations v on v.id = c.variation_id join variation_options o on o.id = c.option_id
      where c.item_id = i.id) end as variations,
    $3::uuid is not null and exists (
      select from promo_products s where s.promo_id = $3 and s.product_id = p.id) as "isPromoProduct"
  from (select * from unnest($1::uuid[], $2::uuid[]) with ordinality limit $4) as w(product_id, item_id, place)
  left join products p on p.id = w.product_id
  left join product_items i on i.product_id = p.id and p.is_shown and i.archived_at is null and i.price_cents is not null
    and case when w.item_id is null then not p.has_variations else i.id = w.item_id end
  order by w.place`;

/** Reads the requested lines in their order. `promoId` is the promo for `isPromoProduct`. */
export async function readLines(
  db: Db | Tx,
  requested: readonly { id: string; variationItemId?: string | null | undefined }[],
  promoId: string | null,
): Promise<StoredLine[]> {
  if (requested.length === 0) return [];
  const products = requested.map(({ id }) => id);
  const items = requested.map(({ variationItemId }) => variationItemId ?? null);
  const { rows } = await db.executeQuery(CompiledQuery.raw(statement, [products, items, promoId, requested.length]));
  return rows as StoredLine[]; // the statement's columns have these names
}
