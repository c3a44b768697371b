import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { importCatalogue } from '#catalogue/products/import/import-catalogue.server.ts';
import { seedSuppliers } from '#catalogue/suppliers/seed.server.ts';
import { systemClock } from '#platform/process/clock.server.ts';
import { type Db, inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { seedPromos } from '#promos/seed-promos.server.ts';
import { seedSynonyms } from '#storefront/synonyms/seed-synonyms.server.ts';
import { seedDemoForms } from '../src/demo.server.ts';
import { type MadeCategory, makeCategory, makeProduct, type ProductTraits } from './make.ts';

type Row = Record<string, string>;

const demo = join(import.meta.dirname, '../demo');

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

/** The demo's catalogue with one picture for all, because its own take a minute to render; its promos and its forms, as of `at`. */
export async function fillDemoCatalogue(deps: Deps, at: Date): Promise<void> {
  const rows = parse(await readFile(join(demo, 'catalogue.csv'), 'utf8'), { columns: true, bom: true }) as Record<
    string,
    string
  >[]; // with `columns` each record is an object
  const files = ['image_options', 'documents'];
  for (const row of rows) if (row['images']) row['images'] = 'corridor.jpg';
  const columns = Object.keys(rows[0] ?? {}).filter((name) => !files.includes(name));
  const quoted = (text = '') => `"${text.replaceAll('"', '""')}"`;
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name]))].map((row) =>
    row.map(quoted).join(','),
  );
  const file = join(deps.env.dataDir, 'catalogue.csv');
  await writeFile(file, lines.join('\n'));
  expect((await importCatalogue(deps, { file, images: join(demo, 'history/files'), at })).faults).toEqual([]);
  const content = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(demo, name), 'utf8'));
  const [suppliers, promos] = [await content('suppliers.json'), await content('promos.json')];
  await inTransaction(deps.db, async (tx) => {
    await seedSuppliers(tx, suppliers);
    await seedPromos(tx, promos, at);
  });
  await seedDemoForms(deps);
}
