import { sql } from 'kysely';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Actor } from '#platform/access/actor.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import { type Fault, Problem } from '#lib/api/problem.ts';
import { type FileItem, uploadSentences } from '#lib/uploads.ts';
import { decodeAnswer, filesOf } from '../answers/encoding.ts';
import { type FormDefinition, type FormField, fieldsOf, labelOf } from '../definition/definition.ts';
import { sentences } from '../definition/sentences.ts';
import { checkFile } from './checked-file.server.ts';
import { isSignature, keptBy, keptFault } from './field-rules.ts';
import {
  type CheckedFile,
  idOf,
  inFolder,
  itemOf,
  storeFile,
  type StoredFilesDeps,
  type StoredFile,
  type Named,
} from './stored-files.server.ts';

/** What a submission says, by the form's rules, before its files were looked at. */
interface Said {
  form: FormDefinition;
  formId: string;
  actor: Actor | null;
  /** By the field's id, as they travel. */
  values: ReadonlyMap<string, string>;
  /** What is wrong already; their fields are not looked at again. */
  faults: readonly Fault[];
}

export interface WithFiles {
  /** Files by their paths, whatever they came as. */
  values: Map<string, string>;
  named: Named[];
  /** Those that came with the submission and were kept for it just now. */
  made: string[];
}

/** A file of an answer: one that is kept already, or one that has just come. */
type Part = StoredFile | CheckedFile;

interface Answered {
  field: FormField;
  parts: Part[];
}

/**
 * Looks at the files of answers, those that came as data and those that were sent before, and keeps the former once nothing is
 * wrong with any answer. Throws `Problem` 400 with every fault, in field order; then nothing is kept.
 */
export const takeFiles = (deps: StoredFilesDeps, said: Said): Promise<WithFiles> =>
  inFolder(async (folder) => {
    const faults = [...said.faults];
    const answered: Answered[] = [];
    const known = await knownFiles(deps.db, said);
    for (const field of fieldsOf(said.form)) {
      const value = said.values.get(field.id);
      if (value === undefined || !keptBy(field) || field.isDisabled) continue;
      if (said.faults.some(({ path }) => path === field.id)) continue;
      try {
        answered.push({ field, parts: await partsOf(field, value, { folder, known }) });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        faults.push({ path: field.id, message: error.message });
      }
    }
    if (faults.length > 0) throw refusal(said.form, faults);
    return keepParts(deps, said, answered);
  });

interface KnownFile extends StoredFile {
  fieldId: string;
  contentType: string;
}

type Known = ReadonlyMap<string, KnownFile>;

/** The kept files that answers name, whoever's they are: `claim` asks that. */
async function knownFiles(db: Db, { form, formId, values }: Said): Promise<Known> {
  const ids = keptIn(form, values);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('form_files')
    .select(['id', 'field_id as fieldId', 'name', 'size', 'content_type as contentType'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('form_id', '=', formId)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The ids of the files that answers name by their paths. */
export const keptIn = (form: FormDefinition, values: ReadonlyMap<string, string>): string[] =>
  fieldsOf(form).flatMap((field) =>
    keptBy(field) ? itemsOf(field, values.get(field.id) ?? '').flatMap(({ data }) => idOf(data) ?? []) : [],
  );

/** The files of an answer as they were sent; a signature is one. */
function itemsOf(field: FormField, value: string): Pick<FileItem, 'origFileName' | 'data'>[] {
  if (!isSignature(field)) return filesOf(decodeAnswer(field, value));
  const data = value.startsWith('/') ? value : `data:image/png;base64,${value}`;
  return value === '' ? [] : [{ origFileName: 'signature.png', data }];
}

/** A file that is named twice counts once. */
async function partsOf(
  field: FormField,
  value: string,
  { folder, known }: { folder: string; known: Known },
): Promise<Part[]> {
  const parts: Part[] = [];
  for (const [place, { origFileName, data }] of itemsOf(field, value).entries()) {
    if (data.startsWith('/')) {
      const file = knownFile(field, data, known);
      if (!parts.includes(file)) parts.push(file);
      continue;
    }
    const path = join(folder, `${field.id}-${place}`);
    await writeFile(path, bytesOf(field, data));
    parts.push(await checkFile(field, { path, name: origFileName }));
  }
  return parts;
}

function knownFile(field: FormField, path: string, known: Known): KnownFile {
  const file = known.get(idOf(path) ?? '');
  if (file?.fieldId !== field.id) throw new Problem(400, sentences.fileGone);
  const rules = keptBy(field); // those of the version that this submission is made with
  const fault = rules && keptFault(file, rules);
  if (fault !== undefined) throw new Problem(400, fault);
  return file;
}

/** What a data URL brings; its media type is only a claim. */
function bytesOf(field: FormField, dataUrl: string): Buffer {
  const from = /^data:[^,]{0,200};base64,/.exec(dataUrl)?.[0].length;
  if (from === undefined || !/^[A-Za-z0-9+/]*={0,2}$/.test(dataUrl.slice(from)))
    throw new Problem(400, `Invalid ${labelOf(field)}.`);
  const most = keptBy(field)?.maxSize ?? 0;
  if ((dataUrl.length - from) * 0.75 > most + 3) throw new Problem(413, uploadSentences.large);
  return Buffer.from(dataUrl.slice(from), 'base64');
}

async function keepParts(
  deps: StoredFilesDeps,
  { formId, actor, values: said }: Said,
  answered: readonly Answered[],
): Promise<WithFiles> {
  const kept: WithFiles = { values: new Map(said), named: [], made: [] };
  for (const { field, parts } of answered) {
    const files: StoredFile[] = [];
    for (const part of parts) {
      if (!('path' in part)) {
        files.push(part);
        continue;
      }
      const id = await storeFile(deps, part, { formId, fieldId: field.id, actor });
      kept.made.push(id);
      files.push({ ...part, id });
    }
    kept.named.push({ fieldId: field.id, ids: files.map(({ id }) => id) });
    kept.values.set(field.id, storedAs(field, files.map(itemOf)));
  }
  return kept;
}

/** A signature is stored as its path alone. */
const storedAs = (field: FormField, items: readonly FileItem[]): string =>
  isSignature(field) ? (items[0]?.data ?? '') : JSON.stringify(items);

const refusal = (form: FormDefinition, faults: readonly Fault[]): Problem => {
  const order = new Map(fieldsOf(form).map(({ id }, place) => [id, place]));
  const all = faults.toSorted((a, b) => (order.get(a.path) ?? -1) - (order.get(b.path) ?? -1));
  return new Problem(400, all[0]?.message ?? '', all);
};
