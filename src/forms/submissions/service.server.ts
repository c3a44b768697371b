import type { InsertObject } from 'kysely';
import { type Actor, requireOwnerOrAccess } from '#platform/access/actor.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Tables } from '#platform/db/tables.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { fingerprintOf } from '#platform/process/derived-keys.server.ts';
import { dayOf } from '#lib/day.ts';
import { conflict, notFound, requireVersion } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { readSettings } from '#company/settings.server.ts';
import { type FieldResponse, faultsOf, readAnswers, valuesOf } from '../answers/form-answers.ts';
import { patternsOf } from '../answers/patterns.ts';
import type { Submission } from '../contract.ts';
import { fieldsOf, type FormDefinition, defaultToastMessage } from '../definition/definition.ts';
import { sentences } from '../definition/sentences.ts';
import { readToFill, readVersion } from '../definition/stored.server.ts';
import { toShownForm } from '../definition/texts.server.ts';
import { fileIdsIn, storeAnswerFiles, type StoredAnswers } from '../files/answers.server.ts';
import { claim, discard, release } from '../files/stored-files.server.ts';
import { onSubmitted, onUpdated } from '../papers/on-submitted.server.ts';
import { listingColumns } from './listing.server.ts';

export type SubmissionsDeps = Pick<Deps, 'db' | 'clock' | 'env' | 'files' | 'jobs' | 'changes'>;

export interface SavedSubmission {
  submissionId: string;
  toastMessage: string;
}

/** The answers to check, and their submitter. */
interface SentAnswers {
  form: FormDefinition;
  formId: string;
  responses: readonly FieldResponse[];
  actor: Actor | null;
}

/**
 * Validates answers by the same rules as the page (contract, section 7) and stores their files. `today` in rules stays the day
 * `at` which they were first sent, so that a later change does not hide answered fields. Throws 400 with every fault, in field order.
 */
function checkAnswers(
  deps: SubmissionsDeps,
  { form, formId, responses, actor }: SentAnswers,
  at: Date,
  stored?: ReadonlyMap<string, string>,
): Promise<StoredAnswers> {
  const { logic, faults } = readAnswers({ form, responses, stored, today: dayOf(at) });
  const today = dayOf(deps.clock.now());
  faults.push(...faultsOf({ form, logic, today, matches: patternsOf(form), stored }));
  return storeAnswerFiles(deps, { form, formId, actor, faults, values: valuesOf({ form, logic }) });
}

export interface SubmitRequest {
  formId: string;
  /** The version that was filled in; the newest if left out. */
  formVersion: number | undefined;
  responses: readonly FieldResponse[];
  actor: Actor | null;
  /** Idempotency-Key: repeated requests create one submission. */
  key: string | undefined;
}

/** Stores a submission. The same key with the same answers returns the first submission; with other answers it throws 409. */
export async function submit(deps: SubmissionsDeps, request: SubmitRequest): Promise<SavedSubmission> {
  const { formId, formVersion, responses, actor, key } = request;
  const userId = actor?.id ?? null;
  const { form, version } = await readToFill(deps.db, formId, formVersion);
  const toastMessage = form.toastMessage ?? defaultToastMessage;
  const fingerprint = fingerprintOf(deps.env, 'submissions', JSON.stringify([responses, userId]));
  const keyed = key === undefined ? undefined : { formId, key, fingerprint };
  const before = keyed && (await findByKey(deps.db, keyed));
  if (before) return { submissionId: before, toastMessage };
  const at = deps.clock.now();
  const { values, fileIds: named, newFileIds: made } = await checkAnswers(deps, { form, formId, responses, actor }, at);
  const listed = await listingColumns(deps.db, form, values, userId);
  const settings = await readSettings(deps);
  const id = newId(at.getTime());
  const work = inTransaction(deps.db, async (tx) => {
    const row = { id, form_id: formId, form_version: version, user_id: userId, created_at: at, updated_at: at };
    const earlier = await insert(tx, { ...row, ...listed, responses: asJson(values) }, keyed);
    if (earlier !== undefined) return earlier;
    await claim(tx, { submissionId: id, formId, fileIds: named, actor }, at);
    await onSubmitted({ ...deps, settings }, tx, { submissionId: id, form, version, values, userId });
    return id;
  });
  // Files of a refused or repeated submission are removed.
  try {
    return { submissionId: await work, toastMessage };
  } finally {
    await discard(deps, made);
  }
}

interface KeyedRequest {
  formId: string;
  key: string;
  fingerprint: Buffer;
}

/** Inserts a submission; returns the id of an existing one if another request with the same key came first. */
async function insert(
  tx: Tx,
  row: InsertObject<Tables, 'form_submissions'>,
  keyed: KeyedRequest | undefined,
): Promise<string | undefined> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('form_submissions')
    .values({ ...row, ...(keyed && { idempotency_key: keyed.key, fingerprint: keyed.fingerprint }) })
    .onConflict((conflict) =>
      conflict.columns(['form_id', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 0n && keyed ? findByKey(tx, keyed) : undefined;
}

const asJson = (values: ReadonlyMap<string, string>): string => JSON.stringify(Object.fromEntries(values));

/** The submission created with this key, if any. Throws 409 if its answers differ. */
async function findByKey(db: Db | Tx, { formId, key, fingerprint }: KeyedRequest): Promise<string | undefined> {
  const row = await db
    .selectFrom('form_submissions')
    .select(['id', 'fingerprint'])
    .where('form_id', '=', formId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (row && !row.fingerprint?.equals(fingerprint)) throw conflict(sentences.otherBody);
  return row?.id;
}

/** A submission with its form version. Throws 404 and 403 (contract, section 4). */
async function readOwn(db: Db | Tx, id: string, actor: Actor, isLocked = false) {
  const row = await db
    .selectFrom('form_submissions')
    .selectAll()
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw notFound(sentences.noSubmission);
  requireOwnerOrAccess(actor, row.user_id ?? '', 'ManageForms');
  return {
    ...(await readVersion(db, row.form_id, row.form_version)),
    formId: row.form_id,
    userId: row.user_id,
    responses: new Map(Object.entries(row.responses as Record<string, string>)), // only this file writes it
    submissionVersion: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A submission for its page; only for its owner and holders of ManageForms. Throws 404 and 403. */
export async function read({ db }: Pick<SubmissionsDeps, 'db'>, id: string, actor: Actor): Promise<Submission> {
  const stored = await readOwn(db, id, actor);
  return {
    submissionId: id,
    formId: stored.formId,
    form: toShownForm(stored.form, stored.version),
    responses: fieldsOf(stored.form).flatMap(({ id: field }) => {
      const response = stored.responses.get(field);
      return response === undefined ? [] : [{ id: field, response }];
    }),
    createdDate: stored.createdAt.toISOString(),
    updatedDate: stored.updatedAt.toISOString(),
    version: stored.submissionVersion,
  };
}

interface UpdateRequest {
  responses: readonly FieldResponse[];
  /** The version that the change is based on; 409 if it is not the newest. */
  version: number | undefined;
  actor: Actor;
}

/** Throws 409 if the submission was changed since it was read. */
function demandNewest(stored: { submissionVersion: number }, version: number | undefined): void {
  requireVersion(version, stored.submissionVersion);
}

/** Changes a submission by the rules of its form version and removes files that it no longer names. Throws 400, 403, 404 or 409. */
export async function update(
  deps: SubmissionsDeps,
  id: string,
  { responses, version, actor }: UpdateRequest,
): Promise<SavedSubmission> {
  const before = await readOwn(deps.db, id, actor);
  demandNewest(before, version); // first, because files removed by another change would be reported as faults
  const { form, version: formVersion, formId, userId, responses: stored, createdAt } = before;
  const settings = await readSettings(deps);
  const checked = await checkAnswers(deps, { form, formId, responses, actor }, createdAt, stored);
  const { values, fileIds: named, newFileIds: made } = checked;
  const work = inTransaction(deps.db, async (tx) => {
    const newest = await readOwn(tx, id, actor, true);
    demandNewest(newest, version);
    const at = deps.clock.now();
    await claim(tx, { submissionId: id, formId, fileIds: named, actor }, at);
    await release(tx, deps.jobs, { submissionId: id, kept: fileIdsIn(form, values) });
    await tx
      .updateTable('form_submissions')
      .set({
        responses: asJson(values),
        ...(await listingColumns(tx, form, values, userId)),
        version: newest.submissionVersion + 1,
        updated_at: at,
      })
      .where('id', '=', id)
      .execute();
    await onUpdated({ ...deps, settings }, tx, { submissionId: id, form, version: formVersion, values });
    return { submissionId: id, toastMessage: form.toastMessage ?? defaultToastMessage };
  });
  try {
    return await work;
  } finally {
    await discard(deps, made);
  }
}
