import { CompiledQuery } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Cents } from '#lib/money.ts';

/** The stored data of a requested line; null where the product or the item is not sold. */
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
 * One statement for any number of lines. A limit that the planner can't see makes it expect few rows and reuse its
 * plan; planning again costs three times as much as running it.
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

/** Reads the requested lines in their sequence. `promoId` is the promo whose products are marked. */
export async function readLines(
  db: Db | Tx,
  asked: readonly { id: string; variationItemId?: string | null | undefined }[],
  promoId: string | null,
): Promise<StoredLine[]> {
  if (asked.length === 0) return [];
  const products = asked.map(({ id }) => id);
  const items = asked.map(({ variationItemId }) => variationItemId ?? null);
  const { rows } = await db.executeQuery(CompiledQuery.raw(statement, [products, items, promoId, asked.length]));
  return rows as StoredLine[]; // as the statement names its columns
}
