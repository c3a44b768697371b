import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { type Kysely, sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Files } from '#platform/storage/files.server.ts';
import { type OpenSpool, withSpools } from '#platform/storage/spool.server.ts';
import type { Tables } from '#platform/db/tables.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { withTakenConflict } from '../listings/unique-urls-and-codes.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import type { TableFileInfo } from '#lib/table-file.ts';
import { applyImport } from './apply-import.server.ts';
import type { Remark } from './file/columns.ts';
import { findDocuments, storeDocuments } from './import-documents.server.ts';
import { lockProductsOfFile } from './lock-products.server.ts';
import { analyzeTables, manyRows } from './analyze-tables.server.ts';
import type { FolderFiles } from './import-folder.server.ts';
import { findPictures, storePictures } from './import-pictures.server.ts';
import { type Plan, planImport } from './plan-import.server.ts';
import type { FileKeys, Progress, Step } from './import-step.server.ts';
import { type ReadOptions, readCatalogueFile } from './file/read-catalogue-file.server.ts';
import type { FileProducts } from './file/file-products.server.ts';

export interface ImportRequest extends ReadOptions {
  /** Where the file is spooled, up to five times its size; the system's temporary folder, which may be in memory, by default. */
  spoolFolder?: string;
  /** The folder with the pictures and documents that the file names. */
  images?: string;
  /** The folder with the documents, if they are not in `images`. */
  documents?: string;
  isDryRun?: boolean;
  at: Date;
  /** The user who imports; undefined for the command. */
  context?: ActionContext | undefined;
  /** Returns further faults of a product that is new or would change. */
  refuse?: ((step: Step) => Remark[]) | undefined;
  /** Reports the progress of each step: stored pictures, compared rows, written rows. */
  onProgress?: (step: 'pictures' | 'check' | 'rows', ...progress: Parameters<Progress>) => ReturnType<Progress>;
  /** Called in the transaction, once no other import is running. */
  onLocked?: (tx: Tx) => Promise<void>;
  /** Called in the transaction, after everything has been written. */
  onWritten?: (tx: Tx, result: ImportResult) => Promise<void>;
}

export interface ImportResult {
  rows: number;
  plan: Plan;
  /** The faults, sorted by row; if there are any, nothing was written. */
  faults: Remark[];
  isWritten: boolean;
  read: TableFileInfo;
}

interface ImportDeps {
  db: Db;
  files: Files;
}

/** Arbitrary key of the advisory lock that allows only one import at a time. */
const importLock = 7_310_001;

/**
 * Imports a catalogue file, completely or not at all. Throws `Problem` if the file or the folder can't be read; faults of
 * rows are returned, each with its row and column.
 */
export const importCatalogue = (deps: ImportDeps, request: ImportRequest): Promise<ImportResult> =>
  withSpools(request.spoolFolder ?? tmpdir(), (openSpool) => importFile(deps, request, openSpool));

async function importFile(
  { db, files }: ImportDeps,
  request: ImportRequest,
  openSpool: OpenSpool,
): Promise<ImportResult> {
  const { rows, faults, warnings, read, products } = await readCatalogueFile(db, openSpool, request);
  const found =
    request.images === undefined ? undefined : await findInFolders(products, request.images, request.documents);
  const faultsBeforePlan = [...faults, ...(found?.faults ?? [])];
  const mayWrite = faultsBeforePlan.length === 0 && !request.isDryRun;
  if (found && request.images !== undefined && mayWrite) {
    // Pictures are stored before the transaction, to keep it short. If the import fails, the next one need not store them again.
    const pictures = { keys: found.pictures, folder: request.images };
    await storePictures(files, pictures, (done, of) => request.onProgress?.('pictures', done, of));
    await storeDocuments(files, found.documents, request.documents ?? request.images);
  }
  const resultOf = (plan: Plan): ImportResult => {
    const all = [...faultsBeforePlan, ...plan.faults].sort((a, b) => a.row - b.row);
    plan.warnings = [...warnings, ...plan.warnings].sort((a, b) => a.row - b.row);
    return { rows, plan, faults: all, isWritten: all.length === 0 && mayWrite, read };
  };
  const prepared = { products, found, resultOf, openSpool };
  if (!mayWrite) return resultOf(await planOf(db, request, prepared));
  // A unique index may still refuse the import if a product was created after the plan was made.
  const result = await withTakenConflict(inTransaction(db, (tx) => planAndWrite(tx, request, prepared)));
  if (result.isWritten && rows >= manyRows) await analyzeTables(db);
  return result;
}

/** All files of the folders, and the keys of pictures and documents separately. */
interface FoundFiles extends FolderFiles {
  pictures: FileKeys;
  documents: FileKeys;
}

interface Prepared {
  products: FileProducts;
  openSpool: OpenSpool;
  found: FoundFiles | undefined;
  resultOf: (plan: Plan) => ImportResult;
}

const planOf = (
  db: Kysely<Tables>,
  { refuse, onProgress }: ImportRequest,
  { products, found, openSpool }: Prepared,
): Promise<Plan> =>
  planImport(db, products, {
    fileKeys: found?.keys,
    refuse,
    onProgress: (done, of) => onProgress?.('check', done, of),
    openSpool,
  });

/** Plans and writes while no other import runs and nobody else can change the products of the file. */
async function planAndWrite(tx: Tx, request: ImportRequest, prepared: Prepared): Promise<ImportResult> {
  const { products, found, resultOf } = prepared;
  await sql`select pg_advisory_xact_lock(${importLock})`.execute(tx);
  await request.onLocked?.(tx);
  await lockProductsOfFile(tx, products);
  const result = resultOf(await planOf(tx, request, prepared));
  if (!result.isWritten) return result;
  await applyImport(tx, result.plan, {
    at: request.at,
    fileKeys: found?.keys,
    sizes: found?.sizes,
    onProgress: (done, of) => request.onProgress?.('rows', done, of),
    context: request.context,
  });
  await request.onWritten?.(tx, result);
  return result;
}

async function findInFolders(products: FileProducts, folder: string, documentFolder = folder): Promise<FoundFiles> {
  const stats = await stat(folder).catch(() => undefined);
  if (!stats?.isDirectory()) throw new Problem(400, `'${folder}' is not a folder.`);
  const pictures = await findPictures(products, folder);
  const documents = await findDocuments(products, documentFolder);
  return {
    keys: new Map([...pictures.keys, ...documents.keys]),
    sizes: new Map([...pictures.sizes, ...documents.sizes]),
    faults: [...pictures.faults, ...documents.faults],
    pictures: pictures.keys,
    documents: documents.keys,
  };
}
