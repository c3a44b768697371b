import { type Kysely, sql } from 'kysely';
import type { Tables } from '#platform/db/tables.server.ts';

export interface InputItem {
  id: string;
  code: string;
  priceCents: number | null;
  onHand: number;
  /** Labels of its options by variation id. */
  values: Record<string, string>;
}

/** The option that a picture shows. */
interface ShownOption {
  variationId: string;
  value: string;
}

/** Everything that the listing of a stored product is derived from. Lists are in the order in which they are shown. */
export interface ListingInput {
  id: string;
  url: string;
  name: string;
  shortDescription: string;
  longDescription: string;
  /** Whether the product is displayed online and not archived. */
  isOffered: boolean;
  isActive: boolean;
  isArchived: boolean;
  allowSaleWithoutStock: boolean;
  supplierId: string | null;
  createdAt: string;
  items: InputItem[];
  images: {
    id: string;
    name: string;
    fileKey: string;
    isPrimary: boolean;
    altText: string;
    shows: ShownOption | null;
  }[];
  variations: { id: string; name: string; labels: string[] }[];
  /** Its own categories. */
  categoryIds: string[];
  /** Its own categories and their ancestors. */
  withinIds: string[];
}

/** Reads what listings are derived from. Callers that write listings must have locked the products. */
export async function readListingInputs(db: Kysely<Tables>, productIds: readonly string[]): Promise<ListingInput[]> {
  const { rows } = await sql<ListingInput>`
    select p.id, p.url, p.name, p.short_description as "shortDescription", p.long_description as "longDescription",
      p.is_active and p.archived_at is null as "isOffered", p.is_active as "isActive",
      p.archived_at is not null as "isArchived", p.supplier_id as "supplierId", p.created_at::text as "createdAt", p.allow_sale_without_stock as "allowSaleWithoutStock",
      coalesce((
        select json_agg(json_build_object('id', i.id, 'code', coalesce(i.code, ''), 'priceCents', i.price_cents,
          'onHand', i.on_hand, 'values', coalesce((
            select json_object_agg(io.variation_id, o.label)
            from item_options io join variation_options o on o.id = io.option_id where io.item_id = i.id), '{}'))
          order by i.position, i.id)
        from product_items i where i.product_id = p.id and i.archived_at is null), '[]') as items,
      coalesce((
        select json_agg(json_build_object('id', m.id, 'name', m.name, 'fileKey', m.file_key, 'isPrimary', m.is_primary,
          'altText', m.alternative_text, 'shows', (
            select json_build_object('variationId', o.variation_id, 'value', o.label)
            from variation_options o where o.id = m.option_id))
          order by m.is_primary desc, m.position, m.id)
        from product_images m where m.product_id = p.id), '[]') as images,
      coalesce((
        select json_agg(json_build_object('id', v.id, 'name', v.name, 'labels', array(
            select o.label from variation_options o where o.variation_id = v.id order by o.position, o.id))
          order by v.position, v.id)
        from variations v where v.product_id = p.id), '[]') as variations,
      array(select k.category_id from product_categories k where k.product_id = p.id
        order by k.position, k.category_id) as "categoryIds",
      array(select distinct unnest(c.path) from product_categories k join categories c on c.id = k.category_id
        where k.product_id = p.id) as "withinIds"
    from products p where p.id = any(${productIds}::uuid[]) order by p.id`.execute(db);
  return rows;
}
