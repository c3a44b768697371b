import { stat } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Files } from '#platform/storage/files.server.ts';
import type { Tables } from '#platform/db/tables.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { takenOnce } from '../listings/names.server.ts';
import type { ActionContext } from '#company/service.server.ts';
import type { TableRead } from '#lib/table-file.ts';
import { applyImport } from './apply.server.ts';
import { withUrls } from './by-code.server.ts';
import type { Remark } from './file/catalogue.ts';
import { findDocuments, storeDocuments } from './extras.server.ts';
import { lockNamed } from './locked.server.ts';
import { analyzeTables, many } from './analyze-tables.server.ts';
import { findPictures, type FoundPictures, storePictures } from './pictures.server.ts';
import { type Plan, planImport } from './plan.server.ts';
import type { Progress } from './progress.ts';
import { type ReadOptions, readCatalogueFile } from './file/read.server.ts';
import type { FileProduct } from './file/rows.ts';

export interface ImportRequest extends ReadOptions {
  file: string;
  /** The folder of the pictures and documents that the file names. */
  images?: string;
  /** That of the documents, where it is another one. */
  documents?: string;
  isDryRun?: boolean;
  at: Date;
  /** Who imports; nobody in particular where it is the command. */
  context?: ActionContext | undefined;
  /** What else is wrong with a plan. */
  refuse?: ((plan: Plan) => Remark[]) | undefined;
  /** Each step counts what it does: pictures, rows that are compared, rows that are written. */
  onProgress?: (step: 'pictures' | 'check' | 'rows', ...progress: Parameters<Progress>) => ReturnType<Progress>;
  /** Asked in the transaction, as soon as nobody else imports. */
  onLocked?: (tx: Tx) => Promise<void>;
  /** The last of the transaction that has written. */
  onWritten?: (tx: Tx, result: ImportResult) => Promise<void>;
}

export interface ImportResult {
  rows: number;
  plan: Plan;
  /** In order of row; nothing was written when there is any. */
  faults: Remark[];
  isWritten: boolean;
  /** How the file was understood. */
  read: TableRead;
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
  const { rows, faults, warnings, read, ...file } = await readCatalogueFile(request.file, request);
  const products = await withUrls(db, file.products, faults);
  const found = request.images === undefined ? undefined : await lookIn(request.images, products, request.documents);
  const early = [...faults, ...(found?.faults ?? [])];
  const mayWrite = early.length === 0 && !request.isDryRun;
  if (found && request.images !== undefined && mayWrite) {
    // Before the transaction, which stays short; pictures of an import that fails are found again by the next.
    const keys = { keys: found.pictures, folder: request.images };
    await storePictures(files, keys, (done, of) => request.onProgress?.('pictures', done, of));
    await storeDocuments(files, found.documents, request.documents ?? request.images);
  }
  const outcomeOf = (plan: Plan): ImportResult => {
    const all = [...early, ...plan.faults, ...(request.refuse?.(plan) ?? [])].sort((a, b) => a.row - b.row);
    plan.warnings = [...warnings, ...plan.warnings].sort((a, b) => a.row - b.row);
    return { rows, plan, faults: all, isWritten: all.length === 0 && mayWrite, read };
  };
  const prepared = { products, found, outcomeOf };
  if (!mayWrite) return outcomeOf(await planOf(db, request, prepared));
  // Refused by a product that came after the plan.
  const result = await takenOnce(inTransaction(db, (tx) => writeAlone(tx, request, prepared)));
  if (result.isWritten && rows >= many) await analyzeTables(db);
  return result;
}

/** Pictures and documents of the folders: `keys` and `sizes` of both, and each by themselves. */
interface Found extends FoundPictures {
  pictures: ReadonlyMap<string, string>;
  documents: ReadonlyMap<string, string>;
}

interface Prepared {
  products: FileProduct[];
  found: Found | undefined;
  outcomeOf: (plan: Plan) => ImportResult;
}

const planOf = (db: Kysely<Tables>, { onProgress }: ImportRequest, { products, found }: Prepared): Promise<Plan> =>
  planImport(db, products, { pictures: found?.keys, onProgress: (done, of) => onProgress?.('check', done, of) });

/** Plans and writes while nobody else imports, and nobody changes what the file names. */
async function writeAlone(tx: Tx, request: ImportRequest, prepared: Prepared): Promise<ImportResult> {
  const { products, found, outcomeOf } = prepared;
  await sql`select pg_advisory_xact_lock(${importLock})`.execute(tx);
  await request.onLocked?.(tx);
  await lockNamed(tx, products);
  const outcome = outcomeOf(await planOf(tx, request, prepared));
  if (!outcome.isWritten) return outcome;
  await applyImport(tx, outcome.plan, {
    at: request.at,
    pictures: found?.keys,
    sizes: found?.sizes,
    onProgress: (done, of) => request.onProgress?.('rows', done, of),
    context: request.context,
  });
  await request.onWritten?.(tx, outcome);
  return outcome;
}

async function lookIn(folder: string, products: FileProduct[], documentsIn = folder): Promise<Found> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new Problem(400, `'${folder}' is not a folder.`);
  const pictures = await findPictures(products, folder);
  const documents = await findDocuments(products, documentsIn);
  return {
    keys: new Map([...pictures.keys, ...documents.keys]),
    sizes: new Map([...pictures.sizes, ...documents.sizes]),
    faults: [...pictures.faults, ...documents.faults],
    pictures: pictures.keys,
    documents: documents.keys,
  };
}
