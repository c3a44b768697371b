import type { Upload } from '#ui/upload/uploads.ts';
import { hasFiles, uploadsOf } from '#forms/answers/uploads.ts';
import { fieldsOf, type ShownForm } from '#forms/definition/definition.ts';
import { isAnswered } from '#forms/definition/field-types.ts';
import type { Answer } from '#forms/rules/answer-values.ts';
import { changeDraft, storeServerDraft, type Draft, deleteDraft, earlierDraft, readDraft } from './draft-store.ts';
import type { FormStore } from '../store/form-store.ts';
import { responsesOf, fieldAnswerOf } from './merge-drafts.ts';

/** A submission that is being changed. */
export interface ChangedSubmission {
  /** Prefix of the keys of its drafts in this browser; the version follows. */
  places: string;
  version: number;
}

type Answers = ReadonlyMap<string, Answer>;

interface MergeInput {
  /** The local answers: changed ones and unchanged ones. */
  here: Answers;
  /** The submission that the local changes are based on, in wire format. */
  before: ReadonlyMap<string, string>;
  now: Answers;
}

/**
 * Three-way merge after somebody else changed the submission: local changes win, everything else is taken from `now`. Files
 * are those of `now`, without locally removed and with locally added ones.
 */
export function mergedAnswers(form: ShownForm, { here, before, now }: MergeInput): Map<string, Answer> {
  const ours = responsesOf(form, here);
  return new Map(
    fieldsOf(form)
      .filter(isAnswered)
      .map((field): [string, Answer] => {
        const [answer, was = '', current] = [here.get(field.id), before.get(field.id), now.get(field.id)];
        if (hasFiles(answer) || hasFiles(current)) {
          const local = { here: uploadsOf(answer), before: uploadsOf(fieldAnswerOf(field, was)) };
          return [field.id, mergedFiles(uploadsOf(current), local)];
        }
        return [field.id, (ours.get(field.id) ?? '') === was ? current : answer];
      }),
  );
}

type Files = readonly Upload[];

function mergedFiles(now: Files, { here, before }: { here: Files; before: Files }): Upload[] {
  const isIn = (files: Files, { path }: Upload): boolean =>
    path !== undefined && files.some((one) => one.path === path);
  return [
    ...now.filter((file) => !isIn(before, file) || isIn(here, file)),
    ...here.filter((file) => !isIn(before, file) && !isIn(now, file)),
  ];
}

/** Stores the version of the submission that a draft is based on. */
export const storeBase = (place: string, { form, first }: FormStore, { version }: ChangedSubmission): Promise<void> =>
  storeServerDraft(place, { savedDate: String(version), responses: responsesOf(form, first) });

/** This browser's draft of a change. A draft based on an earlier version is merged into this version. */
export async function draftOfChange(
  store: FormStore,
  place: string,
  { places, version }: ChangedSubmission,
): Promise<Draft | undefined> {
  const [draft, earlier] = await Promise.all([readDraft(place), earlierDraft(places, version)]);
  if (!earlier?.kept || (draft && draft.savedAt > earlier.savedAt)) return draft;
  const now = draft && draft.answers.size > 0 ? draft.answers : store.first;
  const answers = mergedAnswers(store.form, { here: earlier.answers, before: earlier.kept.responses, now });
  const merged = await changeDraft(place, { answers, savedAt: earlier.savedAt, isLaidOver: true });
  if (merged) await deleteDraft(earlier.place);
  return merged;
}
