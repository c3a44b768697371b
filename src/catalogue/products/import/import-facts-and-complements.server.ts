import { type Kysely, sql } from 'kysely';
import { recordset } from '#platform/db/recordset.server.ts';
import type { Tables } from '#platform/db/tables.server.ts';
import type { ProductTx } from '../records/change-products.server.ts';
import type { Remark } from './file/columns.ts';
import type { FileProduct } from './file/parse-product.ts';
import type { Step, StepWithIds } from './import-step.server.ts';

export async function applyFacts(tx: ProductTx, steps: readonly StepWithIds[]): Promise<void> {
  const rows = steps.flatMap(({ id, file }) => (file.facts === undefined ? [] : [{ id, facts: file.facts }]));
  if (rows.length === 0) return;
  await sql`update products p set facts = r.facts from ${recordset(rows, 'id uuid, facts jsonb')}
    where p.id = r.id`.execute(tx);
}

/** Faults for urls in `goes_with` that neither the file nor the shop has. */
export async function unknownComplements(db: Kysely<Tables>, products: readonly FileProduct[]): Promise<Remark[]> {
  const own = new Set(products.map(({ url }) => url));
  const named = products.flatMap(({ row, goesWith = [] }) => goesWith.map((url) => ({ row, url })));
  const urls = [...new Set(named.map(({ url }) => url).filter((url) => !own.has(url)))];
  if (urls.length === 0) return [];
  const { rows } = await sql<{ url: string }>`select url from products where url = any(${urls})`.execute(db);
  for (const { url } of rows) own.add(url);
  return named
    .filter(({ url }) => !own.has(url))
    .map(({ row, url }) => ({ row, column: 'goes_with', message: `There is no product '${url}'.` }));
}

/** Writes complements. Call it when all products of the file exist. */
export async function applyComplements(tx: ProductTx, steps: readonly Step[]): Promise<void> {
  const changed = steps.filter(
    ({ file, stored, changes }) => file.goesWith !== undefined && (!stored || changes.includes('goes_with')),
  );
  if (changed.length === 0) return;
  const rows = changed.flatMap(({ file }) =>
    (file.goesWith ?? []).map((url, position) => ({ own: file.url, url, position })),
  );
  await sql`delete from product_complements c using products p
    where p.id = c.product_id and p.url = any(${changed.map(({ file }) => file.url)})`.execute(tx);
  await sql`insert into product_complements (product_id, complement_id, position)
    select p.id, o.id, r.position from ${recordset(rows, 'own text, url text, position int')}
      join products p on p.url = r.own join products o on o.url = r.url`.execute(tx);
}
