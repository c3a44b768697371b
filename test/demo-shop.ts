import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { systemClock } from '#platform/process/clock.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import { seedSynonyms } from '#storefront/synonyms/seed-synonyms.server.ts';
import { type MadeCategory, makeCategory, makeProduct, type ProductTraits } from './make.ts';

type Row = Record<string, string>;

/** The demo shop's synonyms. */
export async function makeDemoSynonyms(db: Db): Promise<void> {
  const groups: unknown = JSON.parse(await readFile(join(import.meta.dirname, '../demo/synonyms.json'), 'utf8'));
  await db.transaction().execute((tx) => seedSynonyms(tx, groups, systemClock.now()));
}

/** The products of the demo's catalogue without pictures, which take a minute to render: everything that a search reads. */
export async function makeDemoProducts(db: Db): Promise<void> {
  const file = await readFile(join(import.meta.dirname, '../demo/catalogue.csv'), 'utf8');
  const rows = parse(file, { columns: true, bom: true }) as Row[]; // with `columns` each record is an object
  const products = new Map<string, Row[]>();
  for (const row of rows) products.set(row['url'] ?? '', [...(products.get(row['url'] ?? '') ?? []), row]);
  const categories = new Map<string, MadeCategory>();
  for (const [url, items] of products) {
    const paths = (items[0]?.['categories'] ?? '').split(';').map((path) => path.trim());
    const places: MadeCategory[] = [];
    for (const path of paths.filter((one) => one !== '')) places.push(await categoryAt(db, path, categories));
    await makeProduct(db, { ...traitsOf(items), url, categories: places });
  }
}

async function categoryAt(db: Db, path: string, created: Map<string, MadeCategory>): Promise<MadeCategory> {
  const known = created.get(path);
  if (known) return known;
  const names = path.split('>').map((name) => name.trim());
  const above = names.slice(0, -1).join(' > ');
  const category = await makeCategory(
    db,
    names.at(-1),
    above === '' ? undefined : await categoryAt(db, above, created),
  );
  created.set(path, category);
  return category;
}

function traitsOf(items: Row[]): ProductTraits {
  const first = items[0] ?? {};
  const kinds = ['1', '2', '3'].filter((kind) => first[`variation_${kind}`]);
  return {
    name: first['name'],
    shortDescription: first['short_description'],
    longDescription: first['long_description'],
    allowSaleWithoutStock: first['allow_sale_without_stock'] === 'yes',
    variations: kinds.map((kind) => first[`variation_${kind}`] ?? ''),
    items: items.map((item) => ({
      code: item['code'],
      price: Number(item['price']),
      onHand: Number(item['stock']),
      values: kinds.map((kind) => item[`value_${kind}`] ?? ''),
    })),
  };
}
