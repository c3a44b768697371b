import { sql } from 'kysely';
import type { z } from 'zod';
import { badInput, conflict, notFound, requireVersion } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';
import { type Order, type RowsWithTotal, tablePage } from '#platform/list/table-page.server.ts';
import {
  type listPictures,
  type Picture,
  type PictureChange,
  sentences,
  type updatePicture as updateEndpoint,
  type UsingPage,
  usedOn,
} from './contract.ts';
import {
  checkPicture,
  shownOf,
  sitePictureSizesJob,
  storeNewCrop,
  storeNewPicture,
  wholePath,
} from './picture-store.server.ts';

/** The pages whose draft or published version shows a picture; handed in, because the library does not know the pages. */
export type PagesUsingPicture = (db: Db | Tx, pictureId: string) => Promise<UsingPage[]>;

export type PicturesDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'jobs'> & { pagesUsingPicture: PagesUsingPicture };

const order: Order<'createdDate' | 'name'> = {
  columns: { createdDate: sql`created_at`, name: sql`lower(name)` },
  usual: '-createdDate',
  key: sql`id`,
  of: { table: 'site_pictures', rows: sql`removed_at is null` },
};

/** A page of the library, newest first unless the query says otherwise. */
export async function readPictures(
  db: Db,
  asked: z.output<(typeof listPictures)['shapes']['query']>,
): Promise<RowsWithTotal<Picture>> {
  const all = rowsOf(db).where('removed_at', 'is', null);
  const words = searchCondition(sql`words`, asked.search);
  const { rows, total } = await tablePage(db, words ? all.where(words) : all, { asked, order });
  return { rows: rows.map(pictureOf), total };
}

const rowsOf = (db: Db | Tx) =>
  db
    .selectFrom('site_pictures')
    .select(['id', 'file_key as fileKey', 'name', 'kind', 'size', 'width', 'height', 'alternative_text as alt'])
    .select(['is_decorative as isDecorative', 'focus_x as x', 'focus_y as y', 'crop'])
    .select(['version', 'created_at as createdAt']);

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

function pictureOf({ fileKey, x, y, createdAt, ...row }: Row): Picture {
  const kind = row.kind as Picture['kind']; // the table's check admits only these
  const crop = row.crop as Picture['crop']; // written below
  const known = { ...row, kind, crop, focus: { x, y } };
  return {
    ...known,
    path: wholePath({ fileKey, kind }),
    shown: shownOf({ ...known, fileKey }),
    createdDate: createdAt.toISOString(),
  };
}

/** One picture with the pages that show it. Throws `Problem` 404. */
export async function readPicture(
  { db, pagesUsingPicture }: PicturesDeps,
  id: string,
  withUses = true,
): Promise<Picture & { usedOn: UsingPage[] }> {
  const row = await rowsOf(db).where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst();
  if (!row) throw notFound(sentences.notFound);
  return { ...pictureOf(row), usedOn: withUses ? await pagesUsingPicture(db, id) : [] };
}

/** What the history shows. */
const auditValuesOf = ({ name, alt, isDecorative, focus, crop }: PictureChange & Pick<Picture, 'name'>) => ({
  name,
  description: alt,
  decoration: isDecorative,
  focalPoint: focus,
  crop,
});

interface NewPicture {
  bytes: Buffer;
  name: string;
  alt: string;
  isDecorative: boolean;
  /** Adds the picture although the library has the same file. */
  isAgain: boolean;
}

/**
 * Adds a picture, whose remaining sizes are made in the background. If the library has the same file, that picture is returned and
 * nothing is added, unless `isAgain`. Throws `Problem` 400, 413 or 415 for a file that cannot be used.
 */
export async function addPicture(
  { db, clock, files, jobs }: PicturesDeps,
  { bytes, name, alt, isDecorative, isAgain }: NewPicture,
  { actor, requestId }: ActionContext,
): Promise<{ picture: Picture; isNew: boolean }> {
  const checked = await checkPicture(bytes);
  const isComplete = await storeNewPicture(files, checked);
  const { fileKey, kind, width, height } = checked;
  return inTransaction(db, async (tx) => {
    // If two people add the same file at the same time, the second waits for the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`site-picture ${fileKey}`}, 0))`.execute(tx);
    const same = await rowsOf(tx)
      .where('file_key', '=', fileKey)
      .where('removed_at', 'is', null)
      .orderBy('created_at')
      .executeTakeFirst();
    if (same && !isAgain) return { picture: pictureOf(same), isNew: false };
    const at = clock.now();
    const id = newId(at.getTime());
    const texts = { name, alternative_text: isDecorative ? '' : alt, is_decorative: isDecorative };
    const file = { file_key: fileKey, kind, size: bytes.length, width, height };
    await tx
      .insertInto('site_pictures')
      .values({ id, ...file, ...texts, created_at: at })
      .execute();
    if (!isComplete) await jobs.enqueue(tx, sitePictureSizesJob, { fileKey, crop: null });
    const after = { name, description: texts.alternative_text };
    await audit(tx, { actor, action: 'create', entity: 'picture', entityId: id, after, at, requestId });
    return { picture: pictureOf(await lockPicture(tx, id)), isNew: true };
  });
}

/** Throws `Problem` 404 if the picture is not in the library. */
async function lockPicture(tx: Tx, id: string, { isRemoved = false } = {}): Promise<Row> {
  const row = await rowsOf(tx)
    .where('id', '=', id)
    .where('removed_at', isRemoved ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(sentences.notFound);
  return row;
}

/**
 * Changes a picture; a new crop is made in one size, and in the others in the background. Throws `Problem` 400, 404, and 409 if `version`
 * is outdated.
 */
export async function updatePicture(
  { db, clock, files, jobs }: PicturesDeps,
  { id, version, ...sent }: z.output<(typeof updateEndpoint)['shapes']['body']> & { id: string },
  { actor, requestId }: ActionContext,
): Promise<Picture> {
  const change = { ...sent, alt: sent.isDecorative ? '' : sent.alt };
  const { alt, isDecorative, focus, crop } = change;
  const isComplete = await storeCropOf(db, files, { id, crop });
  return inTransaction(db, async (tx) => {
    const stored = await lockPicture(tx, id);
    requireVersion(version, stored.version);
    const [before, after] = [auditValuesOf(pictureOf(stored)), auditValuesOf({ ...change, name: stored.name })];
    if (JSON.stringify(before) === JSON.stringify(after)) return pictureOf(stored);
    const next = { alternative_text: alt, is_decorative: isDecorative, focus_x: focus.x, focus_y: focus.y };
    const at = clock.now();
    await tx
      .updateTable('site_pictures')
      .set({ ...next, crop: crop && JSON.stringify(crop), version: stored.version + 1 })
      .where('id', '=', id)
      .execute();
    if (!isComplete) await jobs.enqueue(tx, sitePictureSizesJob, { fileKey: stored.fileKey, crop });
    await audit(tx, { actor, action: 'update', entity: 'picture', entityId: id, before, after, at, requestId });
    await publishChange(tx, 'site'); // pages show its description, focal point and crop
    return pictureOf(await lockPicture(tx, id));
  });
}

/** Stores the first size of a crop before the picture is locked, because that takes a second for a large one. */
async function storeCropOf(
  db: Db,
  files: Deps['files'],
  { id, crop }: { id: string; crop: Picture['crop'] },
): Promise<boolean> {
  if (!crop) return true;
  const row = await rowsOf(db).where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst();
  if (!row) throw notFound(sentences.notFound);
  if (row.kind === 'svg') throw badInput({ path: 'crop', message: sentences.drawing });
  return storeNewCrop(files, row.fileKey, crop);
}

/** Removes a picture from the library; its files stay, so that it can be restored. Throws `Problem` 404, and 409 if a page shows it. */
export function removePicture(
  { db, clock, pagesUsingPicture }: PicturesDeps,
  id: string,
  { actor, requestId }: ActionContext,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { name, alt } = await lockPicture(tx, id); // saving a page that shows the picture locks it too
    const pages = await pagesUsingPicture(tx, id);
    if (pages.length > 0) throw conflict(usedOn(pages.map(({ title }) => title)));
    const at = clock.now();
    await tx.updateTable('site_pictures').set({ removed_at: at }).where('id', '=', id).execute();
    const before = { name, description: alt };
    await audit(tx, { actor, action: 'delete', entity: 'picture', entityId: id, before, at, requestId });
  });
}

/** Brings a removed picture back. Throws `Problem` 404 if no picture has this id. */
export function restorePicture(
  { db, clock }: PicturesDeps,
  id: string,
  { actor, requestId }: ActionContext,
): Promise<Picture> {
  return inTransaction(db, async (tx) => {
    const removed = await lockPicture(tx, id, { isRemoved: true });
    await tx.updateTable('site_pictures').set({ removed_at: null }).where('id', '=', id).execute();
    const after = { name: removed.name, description: removed.alt };
    await audit(tx, { actor, action: 'restore', entity: 'picture', entityId: id, after, at: clock.now(), requestId });
    await publishChange(tx, 'site');
    return pictureOf(removed);
  });
}
