import type { InsertObject } from 'kysely';
import type { Actor } from '#platform/access/actor.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Tables } from '#platform/db/tables.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { fingerprintOf } from '#platform/process/derived-keys.server.ts';
import { dayOf } from '#lib/day.ts';
import { conflict } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { readSettings } from '#company/settings.server.ts';
import { type FieldResponse, faultsOf, readAnswers, valuesOf } from '../answers/form-answers.ts';
import { patternsOf } from '../answers/regex-patterns.ts';
import { type FormDefinition, defaultToastMessage } from '../definition/definition.ts';
import { sentences } from '../definition/sentences.ts';
import { readToFill } from '../definition/form-versions.server.ts';
import { storeAnswerFiles, type StoredAnswers } from '../files/store-answer-files.server.ts';
import { claimFiles } from '../files/claim-files.server.ts';
import { discardFiles, orDiscardFiles } from '../files/remove-files.server.ts';
import { onSubmitted } from './notify.server.ts';
import { inboxColumns } from './inbox-columns.server.ts';

export type SubmissionsDeps = Pick<Deps, 'db' | 'clock' | 'env' | 'files' | 'jobs' | 'changes'>;

export interface SavedSubmission {
  submissionId: string;
  toastMessage: string;
}

/** The answers to check, and who submits them. */
interface SentAnswers {
  form: FormDefinition;
  formId: string;
  responses: readonly FieldResponse[];
  actor: Actor | null;
}

/**
 * Validates answers by the same rules as the page (contract, section 7) and stores their files. `today` in rules is the day of `at`,
 * when they were first submitted, so that a later change does not hide answered fields. Throws 400 with every fault, in field order.
 */
export function checkAnswers(
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

/**
 * Stores a submission. Repeating the key with the same answers returns the first submission; with other answers, throws 409.
 */
export async function submitAnswers(deps: SubmissionsDeps, request: SubmitRequest): Promise<SavedSubmission> {
  const { formId, formVersion, responses, actor, key } = request;
  const userId = actor?.id ?? null;
  const { form, version } = await readToFill(deps.db, formId, formVersion);
  const toastMessage = form.toastMessage ?? defaultToastMessage;
  const fingerprint = (): Buffer => fingerprintOf(deps.env, 'submissions', JSON.stringify([responses, userId]));
  const keyed = key === undefined ? undefined : { formId, key, fingerprint: fingerprint() };
  const before = keyed && (await findByKey(deps.db, keyed));
  if (before) return { submissionId: before, toastMessage };
  const at = deps.clock.now();
  const { values, fileIds, newFileIds } = await checkAnswers(deps, { form, formId, responses, actor }, at);
  const columns = await inboxColumns(deps.db, form, values, userId);
  const settings = await readSettings(deps);
  const id = newId(at.getTime());
  const work = inTransaction(deps.db, async (tx) => {
    const row = { id, form_id: formId, form_version: version, user_id: userId, created_at: at, updated_at: at };
    const earlier = await insert(tx, { ...row, ...columns, responses: asJson(values) }, keyed);
    if (earlier !== undefined) return earlier;
    await claimFiles(tx, { submissionId: id, formId, fileIds, actor }, at);
    await onSubmitted({ ...deps, settings }, tx, { submissionId: id, form, version, values, userId });
    return id;
  });
  const submissionId = await orDiscardFiles(deps, newFileIds, work);
  if (submissionId !== id) await discardFiles(deps, newFileIds); // a repeated submission, which has its own
  return { submissionId, toastMessage };
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

export const asJson = (values: ReadonlyMap<string, string>): string => JSON.stringify(Object.fromEntries(values));

/** The submission that was created with this key, if any. Throws 409 if its answers differ. */
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
