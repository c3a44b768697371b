import { type Kysely, sql } from 'kysely';
import { isoInstant } from '#platform/db/iso-instant.server.ts';
import type { Tables } from '#platform/db/tables.server.ts';
import { cents } from '#lib/money.ts';
import { notFound } from '#lib/api/problem.ts';
import type { ProductDetail, ProductImage } from '../contract.ts';
import { documentsJson } from './read-documents.server.ts';
import { picturePath } from '#lib/picture-path.ts';

type Database = Kysely<Tables>;

type StoredImage = Omit<ProductImage, 'data'> & { fileKey: string };

interface StoredProduct extends Omit<ProductDetail, 'sellingPrice' | 'lowestPrice' | 'highestPrice' | 'images'> {
  sellingPrice: number | null;
  lowestPrice: number | null;
  highestPrice: number | null;
  images: StoredImage[];
}

export const productMissing = 'This product no longer exists.';
export const productArchived = 'This product is archived. Restore it before you change it.';

/** A product with its pictures and variations, archived or not. Throws `Problem` 404. */
export async function readProduct(db: Database, id: string): Promise<ProductDetail> {
  const { rows } = await sql<StoredProduct>`
    select p.id, p.version, p.name as "productName", p.url as "productUrl", p.short_description as "shortDescription",
      p.long_description as "longDescription", p.is_active as "isActive",
      p.allow_sale_without_stock as "allowSaleWithoutStock", p.is_consignment as "isConsignment",
      p.has_variations as "hasVariations", p.is_shown as "isShown", p.archived_at is not null as "isArchived",
      ${isoInstant('p.created_at')} as "createdDate",
      ${categories} as categories,
      (select json_build_object('id', s.id, 'name', s.name) from suppliers s where s.id = p.supplier_id) as "productSupplier",
      case when p.has_variations then '' else coalesce(i.code, '') end as "productCode",
      case when p.has_variations then null else i.price end as "sellingPrice",
      coalesce(i.on_hand, 0) as "stockOnHand", p.price_cents as "lowestPrice", p.highest_price_cents as "highestPrice",
      ${images} as images, ${variations} as variations, ${documentsJson({ forStaff: true })} as documents, p.facts,
      ${complements} as complements
    from products p left join lateral (
      select sum(on_hand) as on_hand, max(code) as code, max(price_cents)::float8 as price
      from product_items where product_id = p.id and archived_at is null) i on true
    where p.id = ${id}`.execute(db);
  const [stored] = rows;
  if (!stored) throw notFound(productMissing);
  return {
    ...stored,
    sellingPrice: amount(stored.sellingPrice),
    lowestPrice: amount(stored.lowestPrice),
    highestPrice: amount(stored.highestPrice),
    images: stored.images.map(imageOf),
  };
}

/** Checks that a product exists and is not archived, before files are stored for it. Throws `Problem` 404. */
export async function requireProduct(db: Database, id: string): Promise<void> {
  const { rows } = await sql<{ isArchived: boolean }>`
    select archived_at is not null as "isArchived" from products where id = ${id}`.execute(db);
  if (!rows[0]) throw notFound(productMissing);
  if (rows[0].isArchived) throw notFound(productArchived);
}

/** The bytes of a data URL; undefined if `data` is not one. */
export function bytesOfDataUrl(data: string): Buffer | undefined {
  const [, encoded] = /^data:[\w.+/-]*;base64,([A-Za-z0-9+/]*={0,2})$/.exec(data) ?? [];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64');
}

const amount = (price: number | null) => (price === null ? null : cents(price));

const categories = sql`coalesce((
  select json_agg(json_build_object('id', c.id, 'name', c.name, 'path', (
      select json_agg(a.name order by a.level) from categories a where a.id = any(c.path))) order by k.position, c.url)
  from product_categories k join categories c on c.id = k.category_id where k.product_id = p.id), '[]')`;

const images = sql`coalesce((
  select json_agg(json_build_object('id', m.id, 'name', m.name, 'fileKey', m.file_key, 'size', m.size,
      'isPrimary', m.is_primary, 'altText', m.alternative_text, 'optionId', m.option_id) order by m.is_primary desc, m.position, m.id)
  from product_images m where m.product_id = p.id), '[]')`;

const variations = sql`coalesce((
  select json_agg(json_build_object('id', v.id, 'name', v.name, 'options', (
      select coalesce(json_agg(json_build_object('value', o.id, 'label', o.label) order by o.position, o.id), '[]')
      from variation_options o where o.variation_id = v.id)) order by v.position, v.id)
  from variations v where v.product_id = p.id), '[]')`;

const complements = sql`coalesce((
  select json_agg(json_build_object('id', o.id, 'name', o.name) order by c.position)
  from product_complements c join products o on o.id = c.complement_id where c.product_id = p.id), '[]')`;

const imageOf = ({ fileKey, ...image }: StoredImage): ProductImage => ({ ...image, data: picturePath(fileKey) });

/** A product's pictures, the primary one first. Throws `Problem` 404. */
export async function readImages(db: Database, productId: string): Promise<ProductImage[]> {
  const { rows } = await sql<{ images: StoredImage[] }>`
    select ${images} as images from products p where p.id = ${productId}`.execute(db);
  if (!rows[0]) throw notFound(productMissing);
  return rows[0].images.map(imageOf);
}
