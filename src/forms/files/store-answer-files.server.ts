import { sql } from 'kysely';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Actor } from '#platform/access/actor.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import { type Fault, Problem } from '#lib/api/problem.ts';
import { mapConcurrently } from '#lib/map-concurrently.ts';
import { type FileItem, uploadSentences } from '#lib/uploads.ts';
import { decodeAnswer } from '../answers/answer-types.ts';
import { filesOf } from '../answers/encoding.ts';
import { type FormDefinition, type FormField, fieldsOf, labelOf } from '../definition/definition.ts';
import { sentences } from '../definition/sentences.ts';
import { checkFile, fieldFileFault, fileRulesOf, isSignature } from './check-file.server.ts';
import {
  filesAtOnce,
  idOf,
  withTempFolder,
  itemOf,
  type NewFile,
  newFile,
  storeFiles,
  type StoredFilesDeps,
  type StoredFile,
} from './stored-files.server.ts';
import type { FieldFileIds } from './claim-files.server.ts';

/** Answers that have been validated, except for their files. */
interface CheckedAnswers {
  form: FormDefinition;
  formId: string;
  actor: Actor | null;
  /** The answers in wire format, by field id. */
  values: ReadonlyMap<string, string>;
  /** Faults found so far; the files of these fields are not checked. */
  faults: readonly Fault[];
}

export interface StoredAnswers {
  /** The answers in wire format, with every file as a path. */
  values: Map<string, string>;
  fileIds: FieldFileIds[];
  /** Ids of files that came with the submission and were stored for it. */
  newFileIds: string[];
}

/** A file of an answer: already stored, or just received. */
type AnswerFile = StoredFile | NewFile;

interface FieldFiles {
  field: FormField;
  files: AnswerFile[];
}

/**
 * Checks the files of answers, both those sent as data and those uploaded before. Stores files sent as data once all answers are
 * valid. Throws `Problem` 400 with every fault, in field order; in that case nothing is stored.
 */
export const storeAnswerFiles = (deps: StoredFilesDeps, checked: CheckedAnswers): Promise<StoredAnswers> =>
  withTempFolder(async (folder) => {
    const known = await knownFiles(deps.db, checked);
    const results = await mapConcurrently(fieldsToCheck(checked), filesAtOnce, ({ field, value }) =>
      filesOrFault(field, () => answerFilesOf(field, value, folder, known)),
    );
    const faults = [...checked.faults, ...results.filter((result) => 'message' in result)];
    if (faults.length > 0) throw refusal(checked.form, faults);
    return storeNewFiles(
      deps,
      checked,
      results.filter((result) => 'files' in result),
    );
  });

/** The answered fields whose files are checked: those without a fault so far that may be changed. */
function fieldsToCheck({ form, values, faults }: CheckedAnswers): { field: FormField; value: string }[] {
  const invalid = new Set(faults.map(({ path }) => path));
  return fieldsOf(form).flatMap((field) => {
    const value = values.get(field.id);
    const isChecked = value !== undefined && fileRulesOf(field) && !field.isDisabled && !invalid.has(field.id);
    return isChecked ? [{ field, value }] : [];
  });
}

async function filesOrFault(field: FormField, check: () => Promise<AnswerFile[]>): Promise<FieldFiles | Fault> {
  try {
    return { field, files: await check() };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { path: field.id, message: error.message };
  }
}

type KnownFiles = ReadonlyMap<string, StoredFile & { fieldId: string; contentType: string }>;

/** Stored files that answers name, no matter who uploaded them: `claimFiles` checks the uploader. */
async function knownFiles(db: Db, { form, formId, values }: CheckedAnswers): Promise<KnownFiles> {
  const ids = fileIdsIn(form, values);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('form_files')
    .select(['id', 'field_id as fieldId', 'name', 'size', 'content_type as contentType'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('form_id', '=', formId)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Ids of the stored files that answers name. */
export const fileIdsIn = (form: FormDefinition, values: ReadonlyMap<string, string>): string[] =>
  fieldsOf(form).flatMap((field) =>
    fileRulesOf(field) ? itemsOf(field, values.get(field.id) ?? '').flatMap(({ data }) => idOf(data) ?? []) : [],
  );

/** The files of an answer as the user sent them; a signature counts as one. */
function itemsOf(field: FormField, value: string): Pick<FileItem, 'origFileName' | 'data'>[] {
  if (!isSignature(field)) return filesOf(decodeAnswer(field, value));
  const data = value.startsWith('/') ? value : `data:image/png;base64,${value}`;
  return value === '' ? [] : [{ origFileName: 'signature.png', data }];
}

/** The files of an answer; a file that is named twice counts once. */
async function answerFilesOf(
  field: FormField,
  value: string,
  folder: string,
  known: KnownFiles,
): Promise<AnswerFile[]> {
  const files: AnswerFile[] = [];
  for (const [index, { origFileName, data }] of itemsOf(field, value).entries()) {
    if (data.startsWith('/')) {
      const file = knownFile(field, data, known);
      if (!files.includes(file)) files.push(file);
      continue;
    }
    const path = join(folder, `${field.id}-${index}`);
    await writeFile(path, bytesOf(field, data));
    files.push(newFile(await checkFile(field, { path, name: origFileName }), field.id));
  }
  return files;
}

function knownFile(field: FormField, path: string, known: KnownFiles): StoredFile {
  const file = known.get(idOf(path) ?? '');
  if (file?.fieldId !== field.id) throw new Problem(400, sentences.fileGone);
  const rules = fileRulesOf(field); // the rules in this submission's form version
  const fault = rules && fieldFileFault(file, rules);
  if (fault !== undefined) throw new Problem(400, fault);
  return file;
}

/** The bytes of a data URL; its media type is not trusted. */
function bytesOf(field: FormField, dataUrl: string): Buffer {
  const from = /^data:[^,]{0,200};base64,/.exec(dataUrl)?.[0].length;
  if (from === undefined || !/^[A-Za-z0-9+/]*={0,2}$/.test(dataUrl.slice(from)))
    throw new Problem(400, `Invalid ${labelOf(field)}.`);
  const maxSize = fileRulesOf(field)?.maxSize ?? 0;
  if ((dataUrl.length - from) * 0.75 > maxSize + 3) throw new Problem(413, uploadSentences.large);
  return Buffer.from(dataUrl.slice(from), 'base64');
}

async function storeNewFiles(
  deps: StoredFilesDeps,
  { formId, actor, values }: CheckedAnswers,
  answered: readonly FieldFiles[],
): Promise<StoredAnswers> {
  const added = answered.flatMap(({ files }) => files.filter((file) => 'path' in file));
  await storeFiles(deps, { formId, actor }, added);
  return {
    values: new Map([
      ...values,
      ...answered.map(({ field, files }): [string, string] => [field.id, encodeStored(field, files.map(itemOf))]),
    ]),
    fileIds: answered.map(({ field, files }) => ({ fieldId: field.id, ids: files.map(({ id }) => id) })),
    newFileIds: added.map(({ id }) => id),
  };
}

/** Only a signature's path is stored. */
const encodeStored = (field: FormField, items: readonly FileItem[]): string =>
  isSignature(field) ? (items[0]?.data ?? '') : JSON.stringify(items);

const refusal = (form: FormDefinition, faults: readonly Fault[]): Problem => {
  const order = new Map(fieldsOf(form).map(({ id }, index) => [id, index]));
  const all = faults.toSorted((a, b) => (order.get(a.path) ?? -1) - (order.get(b.path) ?? -1));
  return new Problem(400, all[0]?.message ?? '', all);
};
