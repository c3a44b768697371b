import { encodeAnswer } from '#forms/answers/encoding.ts';
import { answerText } from '#forms/answers/words.ts';
import { type Control, isAnswered, typeOf } from '#forms/definition/field-types.ts';
import type { ShownField, ShownForm } from '#forms/definition/shapes.ts';
import type { FormStore } from './form-store.ts';

export type Rows = ShownForm['formSections'][number]['formRows'];

const mostTold = 3;

/** Letters. It is part of the name of what opens the section, and heard whole. */
const mostLetters = 80;

/** What says nothing without its question, or is not told in words. */
const untold: readonly Control[] = ['yesNo', 'checkbox', 'number', 'files', 'images', 'signature'];

const toldOf = (rows: Rows): ShownField[] =>
  rows
    .flatMap(({ formFields }) => formFields)
    .filter((field) => isAnswered(field) && !untold.includes(typeOf(field.formFieldType).control));

/** What a folded section says of itself: its first answers, in words; '' where it has none that can be told so. */
export function summaryOf(store: FormStore, rows: Rows): string {
  const told: string[] = [];
  for (const field of toldOf(rows)) {
    const { answer, isVisible } = store.field(field.id);
    const words = isVisible ? answerText(field, encodeAnswer(field, answer)) : '';
    if (words !== '') told.push(words);
    if (told.length === mostTold) break;
  }
  const letters = [...told.join(', ')];
  return letters.length > mostLetters ? `${letters.slice(0, mostLetters).join('').trimEnd()}…` : letters.join('');
}

/** Tells of changes of what `summaryOf` reads, once of all that a key stroke changes; answers how to end it. */
export function subscribeSummary(store: FormStore, rows: Rows, listener: () => void): () => void {
  let isDue = false;
  const tell = (): void => {
    isDue = false;
    listener();
  };
  const note = (): void => {
    if (!isDue) queueMicrotask(tell);
    isDue = true;
  };
  const ends = toldOf(rows).map(({ id }) => store.subscribe(id, note));
  return () => {
    for (const end of ends) end();
  };
}
