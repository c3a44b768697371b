import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '#platform/db/tables.server.ts';
import type { Remark } from './columns.ts';
import type { FileProducts } from './file-products.server.ts';
import type { FileItem, FileProduct } from './parse-product.ts';

/**
 * Adds parsed products to those of the file. One without a url in the file is looked up by the codes of its items; if it is
 * not found, it keeps the url that was made from its name. Returns a fault for each that is not found and has no name.
 */
export async function addWithUrls(
  db: Kysely<Tables>,
  parsed: readonly FileProduct[],
  products: FileProducts,
): Promise<Remark[]> {
  const urls = await urlsOf(
    db,
    parsed.filter(({ hasUrl }) => !hasUrl),
  );
  const faults: Remark[] = [];
  for (const product of parsed) {
    const url = product.hasUrl ? product.url : (urlOf(urls, product.items) ?? product.url);
    const [item] = product.items;
    if (url !== '') products.add({ ...product, url });
    else if (product.name === undefined && item?.code)
      faults.push({
        row: product.row,
        column: 'code',
        message: `No item has the code '${item.code}', and a new product needs a name.`,
      });
  }
  return faults;
}

const urlOf = (urls: ReadonlyMap<string, string>, items: readonly FileItem[]): string | undefined =>
  items.map(({ code }) => urls.get(code.toLowerCase())).find((url) => url !== undefined);

async function urlsOf(db: Kysely<Tables>, products: readonly FileProduct[]): Promise<Map<string, string>> {
  const codes = products
    .flatMap(({ items }) => items.map(({ code }) => code.toLowerCase()))
    .filter((code) => code !== '');
  if (codes.length === 0) return new Map();
  const { rows } = await sql<{ code: string; url: string }>`
    select lower(i.code) as code, p.url from product_items i join products p on p.id = i.product_id
    where lower(i.code) = any(${codes}) and i.archived_at is null`.execute(db);
  return new Map(rows.map(({ code, url }) => [code, url]));
}
