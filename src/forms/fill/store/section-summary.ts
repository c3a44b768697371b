import { typeOf } from '#forms/definition/field-types.ts';
import type { ShownField, ShownForm } from '#forms/definition/definition.ts';
import { answerText, encodeAnswer } from '#forms/answers/answer-types.ts';
import type { FormStore } from './form-store.ts';

export type FormRows = ShownForm['formSections'][number]['formRows'];

const maxAnswers = 3;

/** Limit in characters. The summary is part of the toggle's accessible name and is read out in full. */
const maxCharacters = 80;

/** Fields whose answers make sense without the question: numbers, yes/no and files do not. */
const summarisedFields = (rows: FormRows): ShownField[] =>
  rows
    .flatMap(({ formFields }) => formFields)
    .filter((field) => {
      const { control, kind } = typeOf(field);
      return !['none', 'yesNo', 'checkbox', 'files'].includes(kind) && control !== 'number';
    });

/** Summary of a collapsed section: its first answers as text; '' if there are none. */
export function summaryOf(store: FormStore, rows: FormRows): string {
  const texts: string[] = [];
  for (const field of summarisedFields(rows)) {
    const { answer, isVisible } = store.field(field.id);
    const words = isVisible ? answerText(field, encodeAnswer(field, answer)) : '';
    if (words !== '') texts.push(words);
    if (texts.length === maxAnswers) break;
  }
  const letters = [...texts.join(', ')];
  return letters.length > maxCharacters ? `${letters.slice(0, maxCharacters).join('').trimEnd()}…` : letters.join('');
}

/** Subscribes to changes of a summary, batched per keystroke; returns the function that unsubscribes. */
export function subscribeSummary(store: FormStore, rows: FormRows, listener: () => void): () => void {
  let isDue = false;
  const notify = (): void => {
    isDue = false;
    listener();
  };
  const schedule = (): void => {
    if (!isDue) queueMicrotask(notify);
    isDue = true;
  };
  const unsubscribers = summarisedFields(rows).map(({ id }) => store.subscribe(id, schedule));
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}
