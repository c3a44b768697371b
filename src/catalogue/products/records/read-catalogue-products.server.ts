import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '#platform/db/tables.server.ts';
import { cents } from '#lib/money.ts';
import { joinPath } from '../category-path.ts';
import type { CatalogueItem, CatalogueProduct } from '../catalogue-product.ts';

export interface StoredItem extends CatalogueItem {
  id: string;
}

/** A stored product as a catalogue file would describe it. */
export interface StoredProduct extends Omit<CatalogueProduct, 'items'> {
  id: string;
  isArchived: boolean;
  /** Keys of the pictures' files, in the order of `images`. */
  imageKeys: string[];
  /** Hashes of the documents' files, in the order of `documents`. */
  documentHashes: string[];
  items: StoredItem[];
}

interface ProductRow extends Omit<StoredProduct, 'categories' | 'items'> {
  categories: string[][];
  items: (Omit<StoredItem, 'price' | 'purchasePrice'> & {
    price: number | null;
    purchasePrice: number;
  })[];
}

/** Reads the products with these urls, archived or not. */
export async function readProductsByUrl(db: Kysely<Tables>, urls: readonly string[]): Promise<StoredProduct[]> {
  const { rows } = await select(sql`p.url = any(${[...urls]})`).execute(db);
  return rows.map(asStored);
}

/** Reads these products, archived or not. */
export async function readProductsById(db: Kysely<Tables>, ids: readonly string[]): Promise<StoredProduct[]> {
  const { rows } = await select(sql`p.id = any(${[...ids]}::uuid[])`).execute(db);
  return rows.map(asStored);
}

/** Reads all products that are not archived, or those that meet `condition`, sorted by url, in chunks of `size`. */
export async function* readProductsInChunks(
  db: Kysely<Tables>,
  size = 500,
  condition: RawBuilder<unknown> = sql`p.archived_at is null`,
): AsyncGenerator<StoredProduct[]> {
  for (let after = ''; ; ) {
    const { rows } = await select(sql`p.url > ${after} and ${condition}`, size).execute(db);
    if (rows.length === 0) return;
    yield rows.map(asStored);
    after = rows.at(-1)?.url ?? '';
  }
}

const select = (condition: ReturnType<typeof sql>, limit = 100_000) => sql<ProductRow>`
  select p.id, p.url, p.name, p.short_description as "shortDescription", p.long_description as "longDescription",
    p.archived_at is not null as "isArchived", p.is_active as "isActive",
    p.allow_sale_without_stock as "allowSaleWithoutStock", p.is_consignment as "isConsignment",
    coalesce(s.name, '') as supplier,
    array(select i.name from product_images i where i.product_id = p.id order by i.is_primary desc, i.position) as images,
    array(select i.file_key from product_images i where i.product_id = p.id order by i.is_primary desc, i.position) as "imageKeys",
    coalesce((
      select json_agg(json_build_object('name', i.name, 'option', o.label) order by i.is_primary desc, i.position)
      from product_images i join variation_options o on o.id = i.option_id where i.product_id = p.id), '[]') as "imageOptions",
    p.facts,
    coalesce((
      select json_agg(json_build_object('kind', d.kind, 'title', d.title, 'issuedOn', d.issued_on, 'name', d.name)
        order by d.position, d.id)
      from product_documents d where d.product_id = p.id and d.state = 'current'), '[]') as documents,
    array(select d.sha256 from product_documents d where d.product_id = p.id and d.state = 'current'
      order by d.position, d.id) as "documentHashes",
    array(select o.url from product_complements c join products o on o.id = c.complement_id
      where c.product_id = p.id order by c.position) as "goesWith",
    array(select v.name from variations v where v.product_id = p.id order by v.position) as variations,
    coalesce((
      select jsonb_agg((select jsonb_agg(a.name order by a.level) from categories a where a.id = any(c.path))
        order by pc.position, c.url)
      from product_categories pc join categories c on c.id = pc.category_id where pc.product_id = p.id), '[]') as categories,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', i.id, 'code', coalesce(i.code, ''), 'price', i.price_cents,
        'stock', i.on_hand, 'purchasePrice', round(i.average_cost_cents),
        'values', array(select o.label from item_options io join variations v on v.id = io.variation_id
          join variation_options o on o.id = io.option_id where io.item_id = i.id order by v.position)) order by i.position, i.id)
      from product_items i where i.product_id = p.id and i.archived_at is null), '[]') as items
  from products p left join suppliers s on s.id = p.supplier_id
  where ${condition} order by p.url limit ${limit}`;

function asStored(row: ProductRow): StoredProduct {
  return {
    ...row,
    categories: row.categories.map(joinPath),
    items: row.items.map((item) => ({
      ...item,
      price: item.price === null ? null : cents(item.price),
      purchasePrice: item.purchasePrice > 0 ? cents(item.purchasePrice) : null,
    })),
  };
}
