import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { conflict } from '#lib/api/problem.ts';
import { dropCached } from '#platform/db/cached-until-change.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { violatedConstraint } from '#platform/db/violated-constraint.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { changeLibrary, storeImported } from '#site-pictures/import-picture.server.ts';
import { applyImport } from './apply-import.server.ts';
import { folderSentences, type SiteChange } from './contract.ts';
import { largest } from './folder-files.ts';
import { type FolderFault, faultOf } from './json-file.server.ts';
import { type FolderPicture, type LibraryPlan, planLibrary, readFolderPictures } from './pictures-of-folder.server.ts';
import { planImport, type SitePlan } from './plan-import.server.ts';
import { type FolderSource, type ReadFolder, readFolder } from './read-folder.server.ts';
import { readStoredSite, type StoredSite } from './stored-site.server.ts';
import { changesOf } from './site-changes.server.ts';

/** With `jobs`, the remaining sizes of pictures are made in the background. */
type ImportDeps = Pick<Deps, 'db' | 'files' | 'clock'> & { jobs?: Jobs; changes?: Deps['changes'] };

interface ImportRequest {
  /** Null for the system, such as a command. */
  context?: ActionContext | null;
  isTrial?: boolean;
  /** The seal that a trial has returned: the import is refused if the site or the folder has changed since. */
  seal?: string | undefined;
  onProgress?: (step: string, done: number, of: number) => void;
}

/** The result of an import. If there are faults, nothing has been changed. */
export interface ImportResult {
  faults: FolderFault[];
  changes: SiteChange[];
  seal: string;
}

/**
 * Replaces what visitors see with the pages, lists, menus and pictures of a folder: all of it or nothing. Returns all faults with file and
 * line; if there are any, or if `isTrial`, nothing is changed. Throws `Problem` 409 if the site does not match `seal`.
 */
export async function importSite(
  deps: ImportDeps,
  source: FolderSource,
  request: ImportRequest = {},
): Promise<ImportResult> {
  const { context = null, isTrial = false, seal, onProgress } = request;
  const folder = await readFolder(source);
  const before = await readStoredSite(deps.db);
  const onPicture = stepOf(onProgress, 'Checking pictures');
  const reading = { library: before.pictures, isDecoding: isTrial, onProgress: onPicture };
  const { pictures, faults } = await readFolderPictures(source, folder.pictures, reading);
  const trial = compare({ folder, pictures, site: before });
  const found = [...trial.plan.faults, ...folder.faults, ...faults].sort(byPlace);
  if (found.length > 0) return isTrial ? refused(found) : importSite(deps, source, { ...request, isTrial: true }); // a trial decodes all pictures
  if (seal !== undefined && seal !== trial.seal) throw conflict(folderSentences.changed);
  if (isTrial) return { faults: [], changes: trial.changes, seal: trial.seal };
  const { left, damaged } = await storePictures(deps, source, { pictures, library: trial.library, onProgress });
  if (damaged.length > 0) return refused(damaged);
  const at = deps.clock.now();
  const by = { actor: context?.actor ?? null, at, ...(context && { requestId: context.requestId }) };
  const author = context ? `${context.actor.firstName} ${context.actor.lastName}` : 'System';
  try {
    return await inTransaction(deps.db, async (tx) => {
      await lockSite(tx);
      const now = compare({ folder, pictures, site: await readStoredSite(tx) });
      if (now.seal !== trial.seal) throw conflict(folderSentences.changed);
      await lockPictures(tx, now.library);
      await changeLibrary(tx, { ...now.library, left }, { by, jobs: deps.jobs });
      await applyImport(tx, now.plan, { by, author, hadSite: before.pages.some(({ isRemoved }) => !isRemoved) });
      return { faults: [], changes: now.changes, seal: now.seal };
    });
  } catch (error) {
    if (violatedConstraint(error) === 'site_pages_path') throw conflict(folderSentences.changed);
    throw error;
  } finally {
    const { changes } = deps;
    if (changes) for (const topic of ['site', 'settings'] as const) dropCached({ changes }, topic);
  }
}

const refused = (faults: FolderFault[]): ImportResult => ({ faults, changes: [], seal: '' });

const stepOf = (onProgress: ImportRequest['onProgress'], step: string) =>
  onProgress && ((done: number, of: number): void => onProgress(step, done, of));

/** Sorts faults by file and line. */
const byPlace = (a: FolderFault, b: FolderFault): number =>
  a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) : a.file < b.file ? -1 : 1;

interface Compared {
  plan: SitePlan;
  library: LibraryPlan;
  changes: SiteChange[];
  seal: string;
}

/** What an import of the folder would change on the site. */
function compare(given: { folder: ReadFolder; pictures: readonly FolderPicture[]; site: StoredSite }): Compared {
  const { folder, pictures, site } = given;
  const library = planLibrary(pictures, site.pictures);
  // A picture whose file has faults gets a placeholder id, so that the pages that use it are not reported as well.
  const names = new Map(folder.pictures.map(({ file }) => [file, library.ids.get(file) ?? missingId]));
  const plan = planImport(folder, site, names);
  const state = JSON.stringify([folder.hash, pictures.map(({ fileKey }) => fileKey), site.hash]);
  const seal = createHash('sha256').update(state).digest('hex');
  return { plan, library, changes: changesOf(plan, library, site), seal };
}

const missingId = '00000000-0000-4000-8000-000000000000';

/** Others who want to change pages or lists wait until the transaction ends. Readers do not wait. */
const lockSite = (tx: Tx) =>
  sql`lock table site_pages, site_records, site_menus, site_redirects in exclusive mode`.execute(tx);

/**
 * Makes the removal of a picture that the folder uses wait until its pages are stored. Throws `Problem` 409 if such a picture has been
 * removed meanwhile.
 */
async function lockPictures(tx: Tx, { ids, added }: LibraryPlan): Promise<void> {
  const isNew = new Set(added.map(({ id }) => id));
  const known = [...new Set(ids.values())].filter((id) => !isNew.has(id));
  if (known.length === 0) return;
  const rows = await tx
    .selectFrom('site_pictures')
    .select('id')
    .where('id', 'in', known)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute();
  if (rows.length < known.length) throw conflict(folderSentences.changed);
}

interface Storing {
  pictures: readonly FolderPicture[];
  library: LibraryPlan;
  onProgress: ImportRequest['onProgress'];
}

/**
 * Stores the files of new pictures and crops, which no page shows yet. Returns the sizes that are left to jobs, and the pictures that
 * cannot be decoded.
 */
async function storePictures(deps: ImportDeps, source: FolderSource, { pictures, library, onProgress }: Storing) {
  const ids = new Set([...library.added, ...library.changed].map(({ id }) => id));
  const stored = pictures.filter(({ file }) => ids.has(library.ids.get(file) ?? ''));
  const [left, damaged] = [[] as SizesLeft, [] as FolderFault[]];
  for (const [i, { file, fileKey, kind, width, height, crop }] of stored.entries()) {
    const name = `pictures/${file}`;
    try {
      const bytes = await source.read(name, largest.picture);
      left.push(...(await storeImported(deps, { bytes, fileKey, kind, width, height }, crop)));
    } catch (error) {
      damaged.push(faultOf(name, error));
    }
    onProgress?.('Storing pictures', i + 1, stored.length);
  }
  return { left, damaged };
}

type SizesLeft = Awaited<ReturnType<typeof storeImported>>;
