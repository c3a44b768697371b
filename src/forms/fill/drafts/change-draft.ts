import type { Upload } from '#ui/upload/uploads.ts';
import { hasFiles, uploadsOf } from '#forms/answers/uploads.ts';
import { fieldsOf } from '#forms/definition/definition.ts';
import { isAnswered } from '#forms/definition/field-types.ts';
import type { Answer } from '#forms/rules/values.ts';
import type { ShownForm } from '#forms/definition/shapes.ts';
import { changeDraft, changeKept, type Draft, dropDraft, earlierDraft, readDraft } from './draft-store.ts';
import type { FormStore } from '../store/form-store.ts';
import { responsesOf, shownAs } from './merged-draft.ts';

/** A submission that is changed. */
export interface Changed {
  /** What the places of its drafts in this browser begin with; the version follows. */
  places: string;
  version: number;
}

type Answers = ReadonlyMap<string, Answer>;

interface Change {
  /** What was typed over it, and everything else as it was. */
  here: Answers;
  /** What was changed, as it travels. */
  before: ReadonlyMap<string, string>;
  now: Answers;
}

/**
 * A change of what somebody else has changed since: what was changed here, over everything else as it is now. Files are as they
 * are now, without those removed here and with those added.
 */
export function laidOver(form: ShownForm, { here, before, now }: Change): Map<string, Answer> {
  const ours = responsesOf(form, here);
  return new Map(
    fieldsOf(form)
      .filter(isAnswered)
      .map((field): [string, Answer] => {
        const [answer, was = '', current] = [here.get(field.id), before.get(field.id), now.get(field.id)];
        if (hasFiles(answer) || hasFiles(current)) {
          const known = { here: uploadsOf(answer), before: uploadsOf(shownAs(field, was)) };
          return [field.id, filesOver(uploadsOf(current), known)];
        }
        return [field.id, (ours.get(field.id) ?? '') === was ? current : answer];
      }),
  );
}

type Files = readonly Upload[];

function filesOver(now: Files, { here, before }: { here: Files; before: Files }): Upload[] {
  const isIn = (files: Files, { path }: Upload): boolean =>
    path !== undefined && files.some((one) => one.path === path);
  return [
    ...now.filter((file) => !isIn(before, file) || isIn(here, file)),
    ...here.filter((file) => !isIn(before, file) && !isIn(now, file)),
  ];
}
/** Keeps what a draft of a change rests on. */
export const keepGround = (place: string, { form, first }: FormStore, { version }: Changed): Promise<void> =>
  changeKept(place, { savedDate: String(version), responses: responsesOf(form, first) });

/** What this browser has of a change; what was typed over an earlier version is laid over this one. */
export async function draftOfChange(
  store: FormStore,
  place: string,
  { places, version }: Changed,
): Promise<Draft | undefined> {
  const [draft, earlier] = await Promise.all([readDraft(place), earlierDraft(places, version)]);
  if (!earlier?.kept || (draft && draft.savedAt > earlier.savedAt)) return draft;
  const now = draft && draft.answers.size > 0 ? draft.answers : store.first;
  const answers = laidOver(store.form, { here: earlier.answers, before: earlier.kept.responses, now });
  const laid = await changeDraft(place, { answers, savedAt: earlier.savedAt, isLaidOver: true });
  if (laid) await dropDraft(earlier.place);
  return laid;
}
