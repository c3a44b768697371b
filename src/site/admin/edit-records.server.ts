import { sql } from 'kysely';
import { badInput, conflict, type Fault, notFound, requireVersion } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { dropCached } from '#platform/db/cached-until-change.server.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { withPageIds } from '../content/own-links.server.ts';
import { type RecordContent, type RecordKind, recordShapes } from '../content/record-shapes.ts';
import { formFaults, goneFaults } from './check-page.server.ts';
import { type EditedRecord, recordSentences } from './records-contract.ts';
import type { SiteEditDeps } from './stored-page.server.ts';

type Content = EditedRecord['content'];

const rowsOf = (db: Db | Tx, kind: RecordKind) =>
  db.selectFrom('site_records').select(['id', 'version', 'content']).where('kind', '=', kind);

const recordOf = ({ content, ...row }: { id: string; version: number; content: unknown }): EditedRecord => ({
  ...row,
  content: content as Content, // of its kind's shape, an object
});

/** The records of a kind in their order. */
export async function listRecords(db: Db, kind: RecordKind): Promise<EditedRecord[]> {
  const rows = await rowsOf(db, kind).where('removed_at', 'is', null).orderBy('position').orderBy('id').execute();
  return rows.map(recordOf);
}

interface RecordOf {
  kind: RecordKind;
  id: string;
}

/** Runs a change of records; visitors see it once it commits. */
async function changeRecords<T>(deps: SiteEditDeps, work: (tx: Tx) => Promise<T>): Promise<T> {
  const changed = await inTransaction(deps.db, async (tx) => {
    const done = await work(tx);
    await publishChange(tx, 'site');
    await publishChange(tx, 'settings'); // the menus, which are on every page, list services
    return done;
  });
  dropCached(deps, 'site');
  dropCached(deps, 'settings');
  return changed;
}

interface RecordChange extends RecordOf {
  action: string;
  before?: Content | null;
  after?: Content | null;
  at: Date;
}

const auditRecord = (
  tx: Tx,
  { kind, id, ...change }: RecordChange,
  { actor, requestId }: ActionContext,
): Promise<void> => audit(tx, { actor, entity: kind, entityId: id, ...change, requestId });

/** Content of its kind's shape. Throws `Problem` 400 with all faults. */
async function checked(tx: Tx, { kind, id, content }: RecordOf & { content: Content }): Promise<Content> {
  const parsed = recordShapes[kind].safeParse(content);
  const faults =
    parsed.error?.issues.map(({ path, message }) => ({ path: `content.${path.join('.')}`, message })) ?? [];
  faults.push(...(await goneFaults(tx, content)), ...(await namingFaults(tx, { kind, id, content })));
  if (!parsed.success || faults.length > 0) throw badInput(...faults);
  return withPageIds(tx, parsed.data);
}

/** Faults of a record's names: a name in links that another record of the list has, and a form that does not exist. */
async function namingFaults(tx: Tx, { kind, id, content }: RecordOf & { content: Content }): Promise<Fault[]> {
  const { anchor, form } = content;
  const other =
    typeof anchor === 'string' && anchor !== ''
      ? await rowsOf(tx, kind)
          .where('removed_at', 'is', null)
          .where('id', '!=', id)
          .where(sql`content ->> 'anchor'`, '=', anchor)
          .executeTakeFirst()
      : undefined;
  return [
    ...(other ? [{ path: 'content.anchor', message: recordSentences.sameAnchor }] : []),
    ...(kind === 'position' ? await formFaults(tx, [{ path: 'content.form', value: form }]) : []),
  ];
}

/** Gives all questions of a group the title of the question that was saved last. */
async function renameGroup(tx: Tx, content: Content, at: Date): Promise<void> {
  const { group } = content as RecordContent<'question'>; // checked before
  await sql`
    update site_records
    set content = jsonb_set(content, '{group,title}', to_jsonb(${group.title}::text)), version = version + 1, updated_at = ${at}
    where kind = 'question' and removed_at is null and content #>> '{group,anchor}' = ${group.anchor}
      and content #>> '{group,title}' <> ${group.title}`.execute(tx);
}

/** Adds a record at the end of its list. Throws `Problem` 400 with all faults. */
export function createRecord(
  deps: SiteEditDeps,
  { kind, content }: Pick<RecordOf, 'kind'> & { content: Content },
  context: ActionContext,
): Promise<EditedRecord> {
  return changeRecords(deps, async (tx) => {
    const at = deps.clock.now();
    const id = newId(at.getTime());
    const after = await checked(tx, { kind, id, content });
    if (kind === 'question') await renameGroup(tx, after, at);
    await sql`
      insert into site_records (id, kind, position, content, updated_at)
      select ${id}::uuid, ${kind}, coalesce(max(position), 0) + 1, ${JSON.stringify(after)}::jsonb, ${at}
      from site_records where kind = ${kind}`.execute(tx);
    await auditRecord(tx, { kind, id, action: 'create', after, at }, context);
    return { id, version: 1, content: after };
  });
}

async function lockRecord(tx: Tx, { kind, id }: RecordOf, { isRemoved = false } = {}): Promise<EditedRecord> {
  const row = await rowsOf(tx, kind)
    .where('id', '=', id)
    .where('removed_at', isRemoved ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(recordSentences.notFound);
  return recordOf(row);
}

/** Changes a record. Throws `Problem` 400 with all faults, 404, and 409 if `version` is outdated. */
export function saveRecord(
  deps: SiteEditDeps,
  { kind, id, content, version }: RecordOf & { content: Content; version?: number | undefined },
  context: ActionContext,
): Promise<EditedRecord> {
  return changeRecords(deps, async (tx) => {
    const stored = await lockRecord(tx, { kind, id });
    requireVersion(version, stored.version);
    const after = await checked(tx, { kind, id, content });
    const at = deps.clock.now();
    if (kind === 'question') await renameGroup(tx, after, at);
    const next = { content: JSON.stringify(after), version: stored.version + 1, updated_at: at };
    await tx.updateTable('site_records').set(next).where('id', '=', id).execute();
    await auditRecord(tx, { kind, id, action: 'update', before: stored.content, after, at }, context);
    return { id, version: stored.version + 1, content: after };
  });
}

/** Removes a record; blocks leave it out. Throws `Problem` 404. */
export function removeRecord(deps: SiteEditDeps, { kind, id }: RecordOf, context: ActionContext): Promise<void> {
  return changeRecords(deps, async (tx) => {
    const { content: before } = await lockRecord(tx, { kind, id });
    const at = deps.clock.now();
    await tx.updateTable('site_records').set({ removed_at: at }).where('id', '=', id).execute();
    await auditRecord(tx, { kind, id, action: 'delete', before, at }, context);
  });
}

/** Brings a removed record back to its place. Throws `Problem` 404. */
export function restoreRecord(
  deps: SiteEditDeps,
  { kind, id }: RecordOf,
  context: ActionContext,
): Promise<EditedRecord> {
  return changeRecords(deps, async (tx) => {
    const record = await lockRecord(tx, { kind, id }, { isRemoved: true });
    await tx.updateTable('site_records').set({ removed_at: null }).where('id', '=', id).execute();
    await auditRecord(tx, { kind, id, action: 'restore', after: record.content, at: deps.clock.now() }, context);
    return record;
  });
}

/** Sets the order of a list. Throws `Problem` 409 if `ids` are not those of all its records. */
export function orderRecords(
  deps: SiteEditDeps,
  { kind, ids }: Pick<RecordOf, 'kind'> & { ids: readonly string[] },
  { actor, requestId }: ActionContext,
): Promise<void> {
  return changeRecords(deps, async (tx) => {
    const rows = await rowsOf(tx, kind).where('removed_at', 'is', null).orderBy('id').forUpdate().execute();
    const isWhole = rows.length === ids.length && rows.every(({ id }) => ids.includes(id));
    if (!isWhole) throw conflict(recordSentences.order);
    await sql`
      update site_records set position = listed.place
      from unnest(${ids}::uuid[]) with ordinality as listed (id, place) where site_records.id = listed.id`.execute(tx);
    await audit(tx, { actor, action: 'move', entity: kind, entityId: kind, at: deps.clock.now(), requestId });
  });
}
