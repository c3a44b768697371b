import type { Upload } from '#ui/upload/uploads.ts';
import { hasFiles, uploadsOf } from '#forms/answers/uploads.ts';
import { fieldsOf, type ShownForm } from '#forms/definition/definition.ts';
import { isAnswered } from '#forms/definition/field-types.ts';
import type { Answer } from '#forms/rules/answer-values.ts';
import { changeDraft, storeServerDraft, type Draft, deleteDraft, earlierDraft, readDraft } from './draft-store.ts';
import type { FormStore } from '../store/form-store.ts';
import { responsesOf, fieldAnswerOf } from './merge-drafts.ts';

/** A submission whose answers the user is editing. */
export interface EditedSubmission {
  /** The keys of a submission's drafts in this browser: this prefix, followed by the version. */
  keyPrefix: string;
  version: number;
}

type Answers = ReadonlyMap<string, Answer>;

interface MergeInput {
  /** All local answers, changed or not. */
  here: Answers;
  /** The submission on which the local changes are based, in wire format. */
  before: ReadonlyMap<string, string>;
  now: Answers;
}

/**
 * Three-way merge after somebody else changed the submission: local changes win, and all other answers come from `now`. The files
 * of an answer are those in `now`, without those removed here and with those added here.
 */
export function mergeAnswers(form: ShownForm, { here, before, now }: MergeInput): Map<string, Answer> {
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

/** Stores the answers of the submission version that a draft is based on. */
export const storeBaseVersion = (
  draftKey: string,
  { form, first }: FormStore,
  { version }: EditedSubmission,
): Promise<void> => storeServerDraft(draftKey, { savedDate: String(version), responses: responsesOf(form, first) });

/** This browser's draft of an edited submission. A draft based on an earlier version is merged into this version. */
export async function readEditDraft(
  store: FormStore,
  draftKey: string,
  { keyPrefix, version }: EditedSubmission,
): Promise<Draft | undefined> {
  const [draft, earlier] = await Promise.all([readDraft(draftKey), earlierDraft(keyPrefix, version)]);
  if (!earlier?.serverDraft || (draft && draft.savedAt > earlier.savedAt)) return draft;
  const now = draft && draft.answers.size > 0 ? draft.answers : store.first;
  const answers = mergeAnswers(store.form, { here: earlier.answers, before: earlier.serverDraft.responses, now });
  const merged = await changeDraft(draftKey, { answers, savedAt: earlier.savedAt, isLaidOver: true });
  if (merged) await deleteDraft(earlier.draftKey);
  return merged;
}
