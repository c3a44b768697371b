import { stat } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Files } from '#platform/storage/files.server.ts';
import type { Tables } from '#platform/db/tables.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { withTakenConflict } from '../listings/names.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import type { TableFileInfo } from '#lib/table-file.ts';
import { applyImport } from './apply.server.ts';
import { withStoredUrls } from './by-code.server.ts';
import type { Remark } from './file/catalogue.ts';
import { findDocuments, storeDocuments } from './extras.server.ts';
import { lockNamed } from './locked.server.ts';
import { analyzeTables, many } from './analyze-tables.server.ts';
import { findPictures, type PictureFiles, storePictures } from './pictures.server.ts';
import { type Plan, planImport } from './plan.server.ts';
import type { Progress } from './step.server.ts';
import { type ReadOptions, readCatalogueFile } from './file/read.server.ts';
import type { FileProduct } from './file/rows.ts';

export interface ImportRequest extends ReadOptions {
  file: string;
  /** The folder with the pictures and documents that the file names. */
  images?: string;
  /** The folder of the documents, if it is another one. */
  documents?: string;
  isDryRun?: boolean;
  at: Date;
  /** Who imports; undefined for the command. */
  context?: ActionContext | undefined;
  /** Further faults of a plan. */
  refuse?: ((plan: Plan) => Remark[]) | undefined;
  /** Progress of each step: pictures, compared rows, written rows. */
  onProgress?: (step: 'pictures' | 'check' | 'rows', ...progress: Parameters<Progress>) => ReturnType<Progress>;
  /** Called in the transaction, once no other import runs. */
  onLocked?: (tx: Tx) => Promise<void>;
  /** Called in the transaction after everything was written. */
  onWritten?: (tx: Tx, result: ImportResult) => Promise<void>;
}

export interface ImportResult {
  rows: number;
  plan: Plan;
  /** In order of row; if there are any, nothing was written. */
  faults: Remark[];
  isWritten: boolean;
  read: TableFileInfo;
}

/** Advisory lock for one import at a time, taken by the transaction that plans and writes. */
const importLock = 7_310_001;

/**
 * Applies a catalogue file to the shop: all of it or nothing. Throws `Problem` if the file or the folder can't be read;
 * faults of rows are returned, each with its row and column.
 */
export async function importCatalogue(
  { db, files }: { db: Db; files: Files },
  request: ImportRequest,
): Promise<ImportResult> {
  const { rows, faults, warnings, read, ...file } = await readCatalogueFile(request.file, request);
  const products = await withStoredUrls(db, file.products, faults);
  const sources =
    request.images === undefined ? undefined : await readFolders(request.images, products, request.documents);
  const early = [...faults, ...(sources?.faults ?? [])];
  const mayWrite = early.length === 0 && !request.isDryRun;
  if (sources && request.images !== undefined && mayWrite) {
    // Done before the transaction, to keep that short; if the import fails, the next one finds the stored pictures.
    const keys = { keys: sources.pictures, folder: request.images };
    await storePictures(files, keys, (done, of) => request.onProgress?.('pictures', done, of));
    await storeDocuments(files, sources.documents, request.documents ?? request.images);
  }
  const outcomeOf = (plan: Plan): ImportResult => {
    const all = [...early, ...plan.faults, ...(request.refuse?.(plan) ?? [])].sort((a, b) => a.row - b.row);
    plan.warnings = [...warnings, ...plan.warnings].sort((a, b) => a.row - b.row);
    return { rows, plan, faults: all, isWritten: all.length === 0 && mayWrite, read };
  };
  const prepared = { products, sources, outcomeOf };
  if (!mayWrite) return outcomeOf(await planOf(db, request, prepared));
  // A unique index may still refuse it because of a product created after the plan was made.
  const result = await withTakenConflict(inTransaction(db, (tx) => writeAlone(tx, request, prepared)));
  if (result.isWritten && rows >= many) await analyzeTables(db);
  return result;
}

/** Pictures and documents of the folders: `keys` and `sizes` of both together, and each separately. */
interface SourceFiles extends PictureFiles {
  pictures: ReadonlyMap<string, string>;
  documents: ReadonlyMap<string, string>;
}

interface Prepared {
  products: FileProduct[];
  sources: SourceFiles | undefined;
  outcomeOf: (plan: Plan) => ImportResult;
}

const planOf = (db: Kysely<Tables>, { onProgress }: ImportRequest, { products, sources }: Prepared): Promise<Plan> =>
  planImport(db, products, { pictures: sources?.keys, onProgress: (done, of) => onProgress?.('check', done, of) });

/** Plans and writes under locks: no other import runs, and the named products do not change. */
async function writeAlone(tx: Tx, request: ImportRequest, prepared: Prepared): Promise<ImportResult> {
  const { products, sources, outcomeOf } = prepared;
  await sql`select pg_advisory_xact_lock(${importLock})`.execute(tx);
  await request.onLocked?.(tx);
  await lockNamed(tx, products);
  const outcome = outcomeOf(await planOf(tx, request, prepared));
  if (!outcome.isWritten) return outcome;
  await applyImport(tx, outcome.plan, {
    at: request.at,
    pictures: sources?.keys,
    sizes: sources?.sizes,
    onProgress: (done, of) => request.onProgress?.('rows', done, of),
    context: request.context,
  });
  await request.onWritten?.(tx, outcome);
  return outcome;
}

async function readFolders(folder: string, products: FileProduct[], documentsIn = folder): Promise<SourceFiles> {
  const stats = await stat(folder).catch(() => undefined);
  if (!stats?.isDirectory()) throw new Problem(400, `'${folder}' is not a folder.`);
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
