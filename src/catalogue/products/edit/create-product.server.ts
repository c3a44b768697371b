import { sql } from 'kysely';
import type { z } from 'zod';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import { badInput } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import type { newProduct } from '../contract.ts';
import type { ProductsDeps } from '../deps.server.ts';
import { freeProductUrl } from '../listings/unique-urls-and-codes.server.ts';
import { changeProducts, type ProductTx } from '../records/change-products.server.ts';

const mostAttempts = 4;

/** Creates a product with one item, which has no code and no price yet. Throws `Problem` 400 if the category no longer exists. */
export function createProduct(
  { db, clock }: Pick<ProductsDeps, 'db' | 'clock'>,
  { productName, categoryId }: z.output<typeof newProduct>,
  { actor, requestId }: ActionContext,
): Promise<{ id: string; productUrl: string; version: number }> {
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const id = newId(at.getTime());
    const { rows } = await sql`select from categories where id = ${categoryId} for key share`.execute(tx);
    if (rows.length === 0) throw badInput({ path: 'categoryId', message: 'This category no longer exists.' });
    const url = await changeProducts(tx, [id], { context: undefined, at, before: new Map() }, async (write) => {
      const free = await insertProduct(write, id, productName, at);
      await sql`insert into product_categories (product_id, category_id) values (${id}, ${categoryId})`.execute(write);
      return free;
    });
    const after = { name: productName, url };
    await audit(tx, { actor, action: 'create', entity: 'product', entityId: id, after, at, requestId });
    return { id, productUrl: url, version: 1 };
  });
}

/** Inserts a product with one item and returns its url. If another transaction takes the url first, tries another url. */
export async function insertProduct(tx: ProductTx, id: string, name: string, at: Date): Promise<string> {
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const url = await freeProductUrl(tx, name, attempt > 1);
    const { numAffectedRows } = await sql`
      insert into products (id, url, name, created_at) values (${id}, ${url}, ${name}, ${at})
      on conflict (url) do nothing`.execute(tx);
    if (!numAffectedRows) continue;
    await sql`insert into product_items (id, product_id, created_at)
      values (${newId(at.getTime())}, ${id}, ${at})`.execute(tx);
    return url;
  }
  throw new Error(`No url is free for '${name}'.`);
}
