import { type Kysely, sql } from 'kysely';
import { recordset } from '#platform/db/recordset.server.ts';
import type { Tables } from '#platform/db/tables.server.ts';
import type { ProductTx } from '../records/change-products.server.ts';
import type { Remark } from './file/columns.ts';
import type { FileProducts } from './file/file-products.server.ts';
import type { FileProduct } from './file/parse-product.ts';
import type { Step, StepWithIds } from './import-step.server.ts';

export async function applyFacts(tx: ProductTx, steps: readonly StepWithIds[]): Promise<void> {
  const rows = steps.flatMap(({ id, file }) => (file.facts === undefined ? [] : [{ id, facts: file.facts }]));
  if (rows.length === 0) return;
  await sql`update products p set facts = r.facts from ${recordset(rows, 'id uuid, facts jsonb')}
    where p.id = r.id`.execute(tx);
}

/** Finds urls in `goes_with` that neither the file nor the shop has. */
export class UnknownComplements {
  readonly #outside: { row: number; url: string }[] = [];

  add({ row, goesWith = [] }: FileProduct, products: FileProducts): void {
    for (const url of goesWith) if (!products.has(url)) this.#outside.push({ row, url });
  }

  async faults(db: Kysely<Tables>): Promise<Remark[]> {
    const urls = [...new Set(this.#outside.map(({ url }) => url))];
    if (urls.length === 0) return [];
    const { rows } = await sql<{ url: string }>`select url from products where url = any(${urls})`.execute(db);
    const known = new Set(rows.map(({ url }) => url));
    return this.#outside
      .filter(({ url }) => !known.has(url))
      .map(({ row, url }) => ({ row, column: 'goes_with', message: `There is no product '${url}'.` }));
  }
}

/** What the file says of the complements of a product that it changes. */
export type GivenComplements = Pick<FileProduct, 'url' | 'goesWith'>;

/** The complements to write. */
export const complementsOf = (steps: readonly Step[]): GivenComplements[] =>
  steps.flatMap(({ file: { url, goesWith }, stored, changes }) =>
    goesWith !== undefined && (!stored || changes.includes('goes_with')) ? [{ url, goesWith }] : [],
  );

/** Writes complements. Call it when all products of the file exist. */
export async function applyComplements(tx: ProductTx, changed: readonly GivenComplements[]): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed.flatMap(({ url: own, goesWith = [] }) =>
    goesWith.map((url, position) => ({ own, url, position })),
  );
  await sql`delete from product_complements c using products p
    where p.id = c.product_id and p.url = any(${changed.map(({ url }) => url)})`.execute(tx);
  await sql`insert into product_complements (product_id, complement_id, position)
    select p.id, o.id, r.position from ${recordset(rows, 'own text, url text, position int')}
      join products p on p.url = r.own join products o on o.url = r.url`.execute(tx);
}
