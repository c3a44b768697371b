import { sql } from 'kysely';
import { removeRedirects } from '../records/remove-redirects.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { badInput, type Fault } from '#lib/api/problem.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import type { ProductDetail, ProductUpdate } from '../contract.ts';
import type { ProductsDeps } from '../deps.server.ts';
import { sanitiseDescription } from '../sanitise-description.server.ts';
import { productMissing, readProduct } from '../records/read-product.server.ts';
import { changeProducts, type LockedProduct, lockProduct, type ProductTx } from '../records/change-products.server.ts';
import { refuseTaken, takenCodes, withTakenConflict, takenUrl } from '../listings/unique-urls-and-codes.server.ts';
import { foreignVariations, writeVariations } from '../variations/write-variations.server.ts';

/**
 * Changes a product (contract, section 6), completely or not at all. Throws `Problem` 400 for references to deleted rows,
 * 404 for an unknown or archived product, and 409 for an outdated version, for a url or code of another product, and for
 * removed combinations that have stock.
 */
export function updateProduct(
  { db, clock }: Pick<ProductsDeps, 'db' | 'clock'>,
  update: ProductUpdate,
  context: ActionContext,
): Promise<ProductDetail> {
  const { id, version } = update;
  return withTakenConflict(
    inTransaction(db, async (tx) => {
      const at = clock.now();
      const product = await lockProduct(tx, id, version);
      await refuseUnknown(tx, update);
      await refuseTakenNames(tx, update);
      await changeProducts(tx, [id], { context, at }, async (write) => {
        await writeProduct(write, update);
        await redirectOldUrl(write, product, update.productUrl);
        await writeCategories(write, update);
        await writeComplements(write, update);
        await writeVariations(write, update, at);
      });
      return readProduct(tx, id);
    }),
  );
}

/** Refuses categories, a supplier, variations and complements that do not exist. */
async function refuseUnknown(tx: Tx, update: ProductUpdate): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from categories where id = any(${update.categories}::uuid[]) for key share`.execute(tx);
  const known = new Set(rows.map(({ id }) => id));
  const faults: Fault[] = update.categories.flatMap((id, place) =>
    known.has(id) ? [] : [{ path: `categories.${place}`, message: 'This category no longer exists.' }],
  );
  if (update.productSupplierId) {
    const supplier = await sql`select from suppliers where id = ${update.productSupplierId} for key share`.execute(tx);
    if (supplier.rows.length === 0)
      faults.push({ path: 'productSupplierId', message: 'This supplier no longer exists.' });
  }
  faults.push(...(await foreignVariations(tx, update)), ...(await unknownComplements(tx, update)));
  if (faults.length > 0) throw badInput(...faults);
}

async function unknownComplements(tx: Tx, { id, complements = [] }: ProductUpdate): Promise<Fault[]> {
  if (complements.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from products where id = any(${complements}::uuid[]) and id <> ${id}`.execute(tx);
  const known = new Set(rows.map((row) => row.id));
  return complements.flatMap((one, place) => {
    const message = one === id ? 'A product cannot be paired with itself.' : productMissing;
    return known.has(one) ? [] : [{ path: `complements.${place}`, message }];
  });
}

async function refuseTakenNames(tx: Tx, update: ProductUpdate): Promise<void> {
  const { id, productUrl, productCode = '', variations } = update;
  const faults = await takenUrl(tx, id, productUrl);
  if (variations.length === 0) faults.push(...(await takenCodes(tx, id, [{ code: productCode, path: 'productCode' }])));
  refuseTaken(faults);
}

/** Fields that the request leaves out stay unchanged. */
async function writeProduct(tx: ProductTx, update: ProductUpdate): Promise<void> {
  const { id, shortDescription: short, longDescription: long, productSupplierId: supplier } = update;
  await sql`
    update products set name = ${update.productName}, url = ${update.productUrl},
      short_description = coalesce(${short ?? null}, short_description),
      long_description = coalesce(${long === undefined ? null : sanitiseDescription(long)}, long_description),
      is_active = coalesce(${update.isActive ?? null}::bool, is_active),
      allow_sale_without_stock = coalesce(${update.allowSaleWithoutStock ?? null}::bool, allow_sale_without_stock),
      is_consignment = coalesce(${update.isConsignment ?? null}::bool, is_consignment),
      facts = coalesce(${update.facts === undefined ? null : JSON.stringify(update.facts)}::jsonb, facts),
      supplier_id = case when ${supplier === undefined} then supplier_id else ${supplier ?? null}::uuid end
    where id = ${id}`.execute(tx);
}

/** Redirects the old url to this product, and no longer redirects the new one. */
async function redirectOldUrl(tx: ProductTx, { id, url }: LockedProduct, newUrl: string): Promise<void> {
  if (url === newUrl) return;
  await removeRedirects(tx, [newUrl]);
  await sql`insert into product_redirects (old_url, product_id) values (${url}, ${id})
    on conflict (old_url) do update set product_id = excluded.product_id`.execute(tx);
}

async function writeCategories(tx: ProductTx, { id, categories }: ProductUpdate): Promise<void> {
  const rows = [...new Set(categories)].map((category, position) => ({ category, position }));
  await sql`delete from product_categories where product_id = ${id}`.execute(tx);
  await sql`insert into product_categories (product_id, category_id, position)
    select ${id}, category, position from ${recordset(rows, 'category uuid, position int')}`.execute(tx);
}

/** Complements that the request leaves out stay unchanged. */
async function writeComplements(tx: ProductTx, { id, complements }: ProductUpdate): Promise<void> {
  if (complements === undefined) return;
  const rows = [...new Set(complements)].map((complement, position) => ({ complement, position }));
  await sql`delete from product_complements where product_id = ${id}`.execute(tx);
  await sql`insert into product_complements (product_id, complement_id, position)
    select ${id}, complement, position from ${recordset(rows, 'complement uuid, position int')}`.execute(tx);
}
