import { decodeAnswer, encodeAnswer } from '#forms/answers/answer-types.ts';
import { hasFiles, uploadsOf, withUploads } from '#forms/answers/uploads.ts';
import { fieldsOf, type FormField, type ShownForm } from '#forms/definition/definition.ts';
import { isAnswered } from '#forms/definition/field-types.ts';
import type { Answer } from '#forms/rules/answer-values.ts';
import { asFieldAnswer } from '../store/prefill-answers.ts';

type Answers = ReadonlyMap<string, Answer>;

/** A draft stored on the server. */
export interface ServerDraft {
  /** The time of the save by the server's clock. Every save has a different date, so the date identifies the draft. */
  savedDate: string;
  /** The answers by field id, without blank ones. */
  responses: ReadonlyMap<string, string>;
}

/** Leaves out files that are not uploaded yet. */
const withoutPendingFiles = (answer: Answer): Answer =>
  withUploads(answer, (uploads) => uploads.filter(({ path }) => path !== undefined));

/** All answers in wire format, including those of hidden fields. */
export const responsesOf = (form: ShownForm, answers: Answers): Map<string, string> =>
  new Map(
    fieldsOf(form)
      .filter(isAnswered)
      .map((field): [string, string] => [field.id, encodeAnswer(field, withoutPendingFiles(answers.get(field.id)))])
      .filter(([, response]) => response !== ''),
  );

/** A response, converted to what the page's fields need. */
export const fieldAnswerOf = (field: FormField, response: string): Answer =>
  asFieldAnswer(field, decodeAnswer(field, response));

/** The answers of the server's draft, converted to what the page's fields need. */
export const answersOf = (form: ShownForm, { responses }: ServerDraft): Map<string, Answer> =>
  new Map(
    fieldsOf(form).flatMap((field): [string, Answer][] => {
      const response = responses.get(field.id);
      return response === undefined ? [] : [[field.id, fieldAnswerOf(field, response)]];
    }),
  );

interface DraftsToMerge {
  here: Answers;
  elsewhere: ServerDraft;
  /** The server's draft when this browser last read or saved it. */
  serverDraft: ServerDraft | undefined;
  /** The answers before the user changes anything. */
  first: Answers;
}

/**
 * Merges the local draft with the same member's draft from another device, without comparing clocks: local changes since the
 * last save win, and all other answers come from the server. A blank answer from the server never replaces another answer,
 * and the result has the files of both drafts.
 */
export function mergeDrafts(form: ShownForm, { here, elsewhere, serverDraft, first }: DraftsToMerge): Answers {
  if (elsewhere.savedDate === serverDraft?.savedDate) return here;
  const base = serverDraft?.responses ?? responsesOf(form, first);
  const ours = responsesOf(form, here);
  const mergeField = (field: FormField): Answer => {
    const [answer, before = '', theirs = ''] = [
      here.get(field.id),
      base.get(field.id),
      elsewhere.responses.get(field.id),
    ];
    const isTheirs = theirs !== '' && (ours.get(field.id) ?? '') === before && theirs !== before;
    const other = fieldAnswerOf(field, theirs);
    if (!hasFiles(answer) && !hasFiles(other)) return isTheirs ? other : answer;
    const known = new Set([...uploadsOf(answer), ...uploadsOf(fieldAnswerOf(field, before))].map(({ path }) => path));
    const added = uploadsOf(other).filter(({ path }) => !known.has(path));
    return added.length === 0 ? answer : [...uploadsOf(answer), ...added];
  };
  return new Map(
    fieldsOf(form)
      .filter(isAnswered)
      .map((field) => [field.id, mergeField(field)]),
  );
}

export const isSameResponses = (
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string> | undefined,
): boolean => one.size === other?.size && [...one].every(([field, response]) => other.get(field) === response);

/** Whether the server's draft has all local answers and every file is uploaded. */
export const isAllOnServer = (form: ShownForm, here: Answers, serverDraft: ServerDraft): boolean =>
  isSameResponses(responsesOf(form, here), serverDraft.responses) &&
  [...here.values()].every((answer) => !hasFiles(answer) || uploadsOf(answer).every(({ path }) => path !== undefined));
