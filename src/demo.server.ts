import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importCatalogue } from './catalogue-file/import.server.ts';
import type { Deps } from './infra/deps.server.ts';
import { seedPromos } from './promos/seed.server.ts';

const demo = join(import.meta.dirname, '../demo');

type SeedDeps = Pick<Deps, 'db' | 'files' | 'clock'>;

/**
 * Fills an empty shop with the demo's catalogue and promos, through the same door as a shop owner's file. Answers whether
 * it did; a shop with any product, supplier or promo is left alone.
 */
export async function seedDemo({ db, files, clock }: SeedDeps, onProgress?: (line: string) => void): Promise<boolean> {
  const [product, promo, supplier] = await Promise.all([
    db.selectFrom('products').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('promos').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('suppliers').select('id').limit(1).executeTakeFirst(),
  ]);
  if (product ?? promo ?? supplier) return false;
  onProgress?.('Filling the shop with its demo content. This happens once.');
  const at = clock.now();
  const file = join(demo, 'catalogue.csv');
  const { faults } = await importCatalogue({ db, files }, { file, images: join(demo, 'images'), at });
  const [fault] = faults;
  if (fault) throw new Error(`demo/catalogue.csv, row ${fault.row}, ${fault.column}: ${fault.message}`);
  const promos: unknown = JSON.parse(await readFile(join(demo, 'promos.json'), 'utf8'));
  await db.transaction().execute((tx) => seedPromos(tx, promos, at));
  return true;
}
