import { sql } from 'kysely';
import { inTransaction } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { combine } from '../variations/combinations.ts';
import { insertProduct } from './create-product.server.ts';
import type { ProductsDeps } from '../deps.server.ts';
import { readProduct } from '../records/read-product.server.ts';
import { readItems } from '../variations/variation-items.server.ts';
import { changeProducts, lockProduct, type ProductTx } from '../records/change-products.server.ts';
import { writeVariations } from '../variations/write-variations.server.ts';

const longestName = 150;

/**
 * Creates a hidden copy of a product with its texts, categories, pictures, variations and prices, but without its codes and
 * stock. Throws `Problem` 404.
 */
export function duplicateProduct(
  { db, clock }: Pick<ProductsDeps, 'db' | 'clock'>,
  id: string,
  context: ActionContext,
): Promise<{ id: string; productUrl: string; version: number }> {
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const { name } = await lockProduct(tx, id);
    const copy = newId(at.getTime());
    const copyName = `${[...name].slice(0, longestName - 7).join('')} (copy)`;
    const change = { action: 'create', context, at, before: new Map() };
    const productUrl = await changeProducts(tx, [copy], change, async (write) => {
      const url = await insertProduct(write, copy, copyName, at);
      await copyDetails(write, id, copy);
      await copyItems(write, id, copy, at);
      return url;
    });
    return { id: copy, productUrl, version: 1 };
  });
}

async function copyDetails(tx: ProductTx, from: string, to: string): Promise<void> {
  await sql`update products c set short_description = p.short_description, long_description = p.long_description,
      supplier_id = p.supplier_id, is_active = false, allow_sale_without_stock = p.allow_sale_without_stock,
      is_consignment = p.is_consignment, facts = p.facts
    from products p where p.id = ${from} and c.id = ${to}`.execute(tx);
  await sql`insert into product_categories (product_id, category_id, position)
    select ${to}, category_id, position from product_categories where product_id = ${from}`.execute(tx);
  await sql`insert into product_complements (product_id, complement_id, position)
    select ${to}, complement_id, position from product_complements where product_id = ${from}`.execute(tx);
  await sql`insert into product_images (id, product_id, name, file_key, size, is_primary, position, alternative_text)
    select gen_random_uuid(), ${to}, name, file_key, size, is_primary, position, alternative_text
    from product_images where product_id = ${from}`.execute(tx);
}

/** Creates new variations and items with the prices of the old ones. */
async function copyItems(tx: ProductTx, from: string, to: string, at: Date): Promise<void> {
  const { variations: originals, sellingPrice } = await readProduct(tx, from);
  const variations = originals.map(({ name, options }) => ({
    id: newId(at.getTime()),
    name,
    options: options.map(({ label }) => ({ value: newId(at.getTime()), label })),
  }));
  await writeVariations(tx, { id: to, variations, sellingPrice }, at);
  if (variations.length === 0) return;
  const prices = new Map((await readItems(tx, from)).map(({ options, price }) => [options.join(' '), price]));
  const originalKeys = combine(originals).map(({ options }) => options.map(({ option }) => option).join(' '));
  const rows = (await readItems(tx, to)).map((item, place) => ({
    id: item.id,
    price: prices.get(originalKeys[place] ?? '') ?? null,
  }));
  await sql`update product_items i set price_cents = r.price from ${recordset(rows, 'id uuid, price bigint')}
    where i.id = r.id`.execute(tx);
}
