import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '#platform/db/tables.server.ts';
import type { Remark } from './file/columns.ts';
import type { FileItem, FileProduct } from './file/parse-product.ts';

const chunkSize = 5_000;

/**
 * Looks up products that have no url in the file by the codes of their items, and merges rows of the same product. A
 * product that is not found keeps the url that was made from its name; without a name, it is reported as a fault.
 */
export async function findProductsByCode(
  db: Kysely<Tables>,
  products: FileProduct[],
  faults: Remark[],
): Promise<FileProduct[]> {
  if (products.every(({ hasUrl }) => hasUrl)) return products;
  const urls = await urlsOf(
    db,
    products.filter(({ hasUrl }) => !hasUrl),
  );
  const byUrl = new Map<string, FileProduct>();
  for (const product of products) {
    const url = product.hasUrl ? product.url : (urlOf(urls, product.items) ?? product.url);
    const [item] = product.items;
    if (url === '' && product.name === undefined && item?.code)
      faults.push({
        row: product.row,
        column: 'code',
        message: `No item has the code '${item.code}', and a new product needs a name.`,
      });
    const same = url === '' ? undefined : byUrl.get(url);
    if (same) same.items.push(...product.items);
    else byUrl.set(url === '' ? `row ${product.row}` : url, { ...product, url });
  }
  return [...byUrl.values()].filter(({ url }) => url !== '');
}

const urlOf = (urls: ReadonlyMap<string, string>, items: readonly FileItem[]): string | undefined =>
  items.map(({ code }) => urls.get(code.toLowerCase())).find((url) => url !== undefined);

async function urlsOf(db: Kysely<Tables>, products: readonly FileProduct[]): Promise<Map<string, string>> {
  const codes = products
    .flatMap(({ items }) => items.map(({ code }) => code.toLowerCase()))
    .filter((code) => code !== '');
  const urls = new Map<string, string>();
  for (let i = 0; i < codes.length; i += chunkSize) {
    const { rows } = await sql<{ code: string; url: string }>`
      select lower(i.code) as code, p.url from product_items i join products p on p.id = i.product_id
      where lower(i.code) = any(${codes.slice(i, i + chunkSize)}) and i.archived_at is null`.execute(db);
    for (const { code, url } of rows) urls.set(code, url);
  }
  return urls;
}
