import { decodeAnswer, encodeAnswer } from '#forms/answers/encoding.ts';
import { hasFiles, uploadsOf, withUploads } from '#forms/answers/uploads.ts';
import { type FormField, fieldsOf } from '#forms/definition/definition.ts';
import { isAnswered } from '#forms/definition/field-types.ts';
import type { Answer } from '#forms/rules/values.ts';
import type { ShownForm } from '#forms/definition/shapes.ts';
import { asShown } from '../store/known-answers.ts';

type Answers = ReadonlyMap<string, Answer>;

/** A draft as the server has it. */
export interface ServerDraft {
  /** By the server's clock; another whenever it was kept anew. */
  savedDate: string;
  /** By the fields' ids; nothing of what is blank. */
  responses: ReadonlyMap<string, string>;
}

/** Of files those that the server has. */
const uploaded = (answer: Answer): Answer =>
  withUploads(answer, (uploads) => uploads.filter(({ path }) => path !== undefined));

/** All answers as they travel, those of hidden fields too. */
export const responsesOf = (form: ShownForm, answers: Answers): Map<string, string> =>
  new Map(
    fieldsOf(form)
      .filter(isAnswered)
      .map((field): [string, string] => [field.id, encodeAnswer(field, uploaded(answers.get(field.id)))])
      .filter(([, response]) => response !== ''),
  );

/** A response as the page's field takes it. */
export const shownAs = (field: FormField, response: string): Answer => asShown(field, decodeAnswer(field, response));

/** What the server has, as the page's fields take it. */
export const answersOf = (form: ShownForm, { responses }: ServerDraft): Map<string, Answer> =>
  new Map(
    fieldsOf(form).flatMap((field): [string, Answer][] => {
      const response = responses.get(field.id);
      return response === undefined ? [] : [[field.id, shownAs(field, response)]];
    }),
  );

interface Drafts {
  here: Answers;
  elsewhere: ServerDraft;
  /** What the server had of the draft when this browser heard of it last. */
  kept: ServerDraft | undefined;
  /** What the form holds before anybody types. */
  first: Answers;
}

/**
 * One draft of what was typed here and what the same member may have typed elsewhere, whatever the clocks of their devices show: what
 * was changed here since the server heard of it stays, everything else is as the server has it. Nothing blank takes the place of an
 * answer, and files of both stay.
 */
export function mergedDraft(form: ShownForm, { here, elsewhere, kept, first }: Drafts): Answers {
  if (elsewhere.savedDate === kept?.savedDate) return here;
  const base = kept?.responses ?? responsesOf(form, first);
  const ours = responsesOf(form, here);
  const mergedOf = (field: FormField): Answer => {
    const [answer, before = '', theirs = ''] = [
      here.get(field.id),
      base.get(field.id),
      elsewhere.responses.get(field.id),
    ];
    const isTheirs = theirs !== '' && (ours.get(field.id) ?? '') === before && theirs !== before;
    const other = shownAs(field, theirs);
    if (!hasFiles(answer) && !hasFiles(other)) return isTheirs ? other : answer;
    const known = new Set([...uploadsOf(answer), ...uploadsOf(shownAs(field, before))].map(({ path }) => path));
    const added = uploadsOf(other).filter(({ path }) => !known.has(path));
    return added.length === 0 ? answer : [...uploadsOf(answer), ...added];
  };
  return new Map(
    fieldsOf(form)
      .filter(isAnswered)
      .map((field) => [field.id, mergedOf(field)]),
  );
}

/** Whether two say the same, as they travel. */
export const isAlike = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string> | undefined): boolean =>
  one.size === other?.size && [...one].every(([field, response]) => other.get(field) === response);

/** Whether the server had all of it: nothing was typed since, and no file waits. */
export const isAllKept = (form: ShownForm, here: Answers, kept: ServerDraft): boolean =>
  isAlike(responsesOf(form, here), kept.responses) &&
  [...here.values()].every((answer) => !hasFiles(answer) || uploadsOf(answer).every(({ path }) => path !== undefined));
