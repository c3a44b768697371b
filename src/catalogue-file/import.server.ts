import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Db, inTransaction } from '#infra/db.server.ts';
import type { Files } from '#infra/files.server.ts';
import { Problem } from '#lib/problem.ts';
import { takenOnce } from '#products/names.server.ts';
import type { Doer } from '#settings/service.server.ts';
import { applyImport, type Progress } from './apply.server.ts';
import type { Remark } from './catalogue.ts';
import { lockNamed } from './locked.server.ts';
import { findPictures, type FoundPictures, storePictures } from './pictures.server.ts';
import { type Plan, planImport } from './plan.server.ts';
import { readCatalogueFile } from './read.server.ts';

export interface ImportRequest {
  file: string;
  /** The folder of the pictures that the file names. */
  images?: string;
  isDryRun?: boolean;
  at: Date;
  /** Who imports; nobody in particular where it is the command. */
  doer?: Doer | undefined;
  /** What else is wrong with a plan. */
  refuse?: ((plan: Plan) => Remark[]) | undefined;
  onProgress?: (step: 'pictures' | 'products', ...progress: Parameters<Progress>) => void;
}

export interface ImportResult {
  rows: number;
  plan: Plan;
  /** In order of row; nothing was written when there is any. */
  faults: Remark[];
  isWritten: boolean;
}

/** One import at a time; held by the transaction that plans and writes. */
const importLock = 7_310_001;

/**
 * Brings the shop to what a catalogue file says: all of it or nothing. Throws `Problem` where the file or the folder can't
 * be read; faults of rows are returned, each with its row and column.
 */
export async function importCatalogue(
  { db, files }: { db: Db; files: Files },
  request: ImportRequest,
): Promise<ImportResult> {
  const { products, rows, faults } = await readCatalogueFile(request.file);
  const found = request.images === undefined ? undefined : await lookIn(request.images, products);
  const early = [...faults, ...(found?.faults ?? [])];
  const mayWrite = early.length === 0 && !request.isDryRun;
  if (found && request.images !== undefined && mayWrite) {
    // Before the transaction, which stays short; pictures of an import that fails are found again by the next.
    const report = request.onProgress && ((done: number, of: number) => request.onProgress?.('pictures', done, of));
    await storePictures(files, { keys: found.keys, folder: request.images }, report);
  }
  const work = inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${importLock})`.execute(tx);
    if (mayWrite) await lockNamed(tx, products);
    const plan = await planImport(tx, products, found?.keys);
    const all = [...early, ...plan.faults, ...(request.refuse?.(plan) ?? [])].sort((a, b) => a.row - b.row);
    const isWritten = all.length === 0 && mayWrite;
    if (isWritten) {
      const onProgress: Progress = (done, of) => request.onProgress?.('products', done, of);
      await applyImport(tx, plan, {
        at: request.at,
        pictures: found?.keys,
        sizes: found?.sizes,
        onProgress,
        doer: request.doer,
      });
    }
    return { rows, plan, faults: all, isWritten };
  });
  const result = await takenOnce(work); // by a product that came after the plan
  if (result.isWritten && rows >= many) await lookAgain(db);
  return result;
}

/** From so many rows on the database's idea of its tables is out of date. */
const many = 1_000;

/** The database looks at what is new now, or it would plan the next import (and hold its rows) for 20 s instead of one. */
const lookAgain = (db: Db): Promise<unknown> =>
  sql`analyze products, product_items, item_options, variations, variation_options, product_categories, product_images,
    managed_products, listings, category_listings`.execute(db);

async function lookIn(folder: string, products: Parameters<typeof findPictures>[0]): Promise<FoundPictures> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new Problem(400, `'${folder}' is not a folder.`);
  return findPictures(products, folder);
}
