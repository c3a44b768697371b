import { type Actor, demandOwn } from '#platform/access/actor.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { fingerprintOf } from '#platform/http/idempotency.server.ts';
import { dayOf } from '#lib/day.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import { changedMeanwhile } from '#lib/api/sentences.ts';
import { newId } from '#lib/uuid.ts';
import { readSettings } from '#company/service.server.ts';
import { type FieldResponse, faultsOf, readAnswers, valuesOf } from '../answers/form-answers.ts';
import { patternsOf } from '../answers/patterns.ts';
import type { Submission } from '../contract.ts';
import { fieldsOf, type FormDefinition, defaultToastMessage } from '../definition/definition.ts';
import { sentences } from '../definition/sentences.ts';
import { readToFill, readVersion, type StoredForm } from '../definition/stored.server.ts';
import { toShownForm } from '../definition/texts.server.ts';
import { fileIdsIn, storeAnswerFiles, type StoredAnswers } from '../files/answers.server.ts';
import { claim, discard, release } from '../files/stored-files.server.ts';
import { onSubmitted, onUpdated } from '../papers/on-submitted.server.ts';
import { listedColumns } from './listing.server.ts';

export type SubmissionsDeps = Pick<Deps, 'db' | 'clock' | 'env' | 'files' | 'jobs' | 'changes'>;

export interface Saved {
  submissionId: string;
  toastMessage: string;
}

interface Checked {
  form: FormDefinition;
  formId: string;
  responses: readonly FieldResponse[];
  actor: Actor | null;
  stored?: ReadonlyMap<string, string>;
  /** When it was first sent: `today` in its rules stays that day, or a change would lose what they show no more. */
  at: Date;
}

/**
 * What is to be stored, by the rules that the page holds too (contract, section 7), with its files kept. 400 with every fault, in
 * field order.
 */
function checked(
  deps: SubmissionsDeps,
  { form, formId, responses, actor, stored, at }: Checked,
): Promise<StoredAnswers> {
  const { logic, faults: unknown } = readAnswers({ form, responses, today: dayOf(at), ...(stored && { stored }) });
  const today = dayOf(deps.clock.now());
  const faults = [
    ...unknown,
    ...faultsOf({ form, logic, today, matches: patternsOf(form), ...(stored && { stored }) }),
  ];
  return storeAnswerFiles(deps, { form, formId, actor, faults, values: valuesOf({ form, logic }) });
}

export interface Submitting {
  formId: string;
  /** The version that was filled in; the newest where left out. */
  formVersion: number | undefined;
  responses: readonly FieldResponse[];
  actor: Actor | null;
  /** Makes one submission of what is sent several times. */
  key: string | undefined;
}

/** Stores a submission. The same key with the same answers answers the first one; with others it is a 409. */
export async function submit(deps: SubmissionsDeps, submitting: Submitting): Promise<Saved> {
  const { formId, formVersion, responses, actor, key } = submitting;
  const userId = actor?.id ?? null;
  const { form, version } = await readToFill(deps.db, formId, formVersion);
  const toastMessage = form.toastMessage ?? defaultToastMessage;
  const fingerprint = fingerprintOf(deps.env, 'submissions', JSON.stringify([responses, userId]));
  const before = key === undefined ? undefined : await submittedBy(deps.db, { formId, key, fingerprint });
  if (before) return { submissionId: before, toastMessage };
  const at = deps.clock.now();
  const { values, fileIds: named, newFileIds: made } = await checked(deps, { form, formId, responses, actor, at });
  const listed = await listedColumns(deps.db, { form, values, userId });
  const settings = await readSettings(deps);
  const id = newId(at.getTime());
  const work = inTransaction(deps.db, async (tx) => {
    const keyed = key === undefined ? undefined : { formId, key, fingerprint };
    const earlier = await insert(tx, { id, at, formId, version, userId, values, keyed, listed });
    if (earlier !== undefined) return earlier;
    await claim(tx, { submissionId: id, formId, fileIds: named, actor }, at);
    await onSubmitted({ ...deps, settings }, tx, { submissionId: id, form, version, values, userId });
    return id;
  });
  // Of a submission that was refused, or was there already, no file stays.
  const submissionId = await work.finally(() => discard(deps, made));
  return { submissionId, toastMessage };
}

interface Keyed {
  formId: string;
  key: string;
  fingerprint: Buffer;
}

interface New {
  id: string;
  at: Date;
  formId: string;
  version: number;
  userId: string | null;
  values: ReadonlyMap<string, string>;
  keyed: Keyed | undefined;
  listed: Awaited<ReturnType<typeof listedColumns>>;
}

/** Writes a new submission; answers the id of the one that has its key, where another attempt came first. */
async function insert(
  tx: Tx,
  { id, at, formId, version, userId, values, keyed, listed }: New,
): Promise<string | undefined> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('form_submissions')
    .values({
      id,
      form_id: formId,
      form_version: version,
      user_id: userId,
      responses: JSON.stringify(Object.fromEntries(values)),
      ...listed,
      ...(keyed && { idempotency_key: keyed.key, fingerprint: keyed.fingerprint }),
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['form_id', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 0n && keyed ? submittedBy(tx, keyed) : undefined;
}

/** The submission that was made with this key already. 409 where it said something else. */
async function submittedBy(db: Db | Tx, { formId, key, fingerprint }: Keyed): Promise<string | undefined> {
  const row = await db
    .selectFrom('form_submissions')
    .select(['id', 'fingerprint'])
    .where('form_id', '=', formId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (row && !row.fingerprint?.equals(fingerprint)) throw conflict(sentences.otherBody);
  return row?.id;
}

interface Stored extends StoredForm {
  id: string;
  formId: string;
  userId: string | null;
  responses: Map<string, string>;
  submissionVersion: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A submission with its version of the form. 404 and 403 as section 4 of the contract says. */
async function readOwn(
  db: Db | Tx,
  id: string,
  { actor, isLocked = false }: { actor: Actor; isLocked?: boolean },
): Promise<Stored> {
  const row = await db
    .selectFrom('form_submissions')
    .selectAll()
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw notFound(sentences.noSubmission);
  demandOwn(actor, row.user_id ?? '', 'ManageForms');
  return {
    ...(await readVersion(db, row.form_id, row.form_version)),
    id: row.id,
    formId: row.form_id,
    userId: row.user_id,
    responses: new Map(Object.entries(row.responses as Record<string, string>)), // only this file writes it
    submissionVersion: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A submission as its page shows it, by its owner or a holder of ManageForms. */
export async function read({ db }: Pick<SubmissionsDeps, 'db'>, id: string, actor: Actor): Promise<Submission> {
  const stored = await readOwn(db, id, { actor });
  return {
    submissionId: stored.id,
    formId: stored.formId,
    form: toShownForm(stored.form, stored.version),
    responses: inOrder(stored),
    createdDate: stored.createdAt.toISOString(),
    updatedDate: stored.updatedAt.toISOString(),
    version: stored.submissionVersion,
  };
}

/** The answers in the order of their fields. */
const inOrder = ({ form, responses }: Stored) =>
  fieldsOf(form).flatMap(({ id }) => {
    const response = responses.get(id);
    return response === undefined ? [] : [{ id, response }];
  });

interface Updating {
  responses: readonly FieldResponse[];
  /** As it was read; an older one is a 409. */
  version: number | undefined;
  actor: Actor;
}

/** 409 where a change was made to what somebody else has changed since it was read. */
function demandNewest({ submissionVersion }: Stored, version: number | undefined): void {
  if (version !== undefined && version !== submissionVersion) throw conflict(changedMeanwhile);
}

/** Changes a submission by the rules of its own version of the form. Files that it no longer names are removed. */
export async function update(
  deps: SubmissionsDeps,
  id: string,
  { responses, version, actor }: Updating,
): Promise<Saved> {
  const before = await readOwn(deps.db, id, { actor });
  demandNewest(before, version); // first: files that another change has removed would be told as faults
  const { form, version: formVersion, formId, userId, responses: stored, createdAt } = before;
  const settings = await readSettings(deps);
  const {
    values,
    fileIds: named,
    newFileIds: made,
  } = await checked(deps, { form, formId, responses, actor, stored, at: createdAt });
  const work = inTransaction(deps.db, async (tx) => {
    const newest = await readOwn(tx, id, { actor, isLocked: true });
    demandNewest(newest, version);
    const at = deps.clock.now();
    await claim(tx, { submissionId: id, formId, fileIds: named, actor }, at);
    await release(tx, deps.jobs, { submissionId: id, kept: fileIdsIn(form, values) });
    await tx
      .updateTable('form_submissions')
      .set({
        responses: JSON.stringify(Object.fromEntries(values)),
        ...(await listedColumns(tx, { form, values, userId })),
        version: newest.submissionVersion + 1,
        updated_at: at,
      })
      .where('id', '=', id)
      .execute();
    await onUpdated({ ...deps, settings }, tx, { submissionId: id, form, version: formVersion, values });
    return { submissionId: id, toastMessage: form.toastMessage ?? defaultToastMessage };
  });
  return work.finally(() => discard(deps, made));
}
