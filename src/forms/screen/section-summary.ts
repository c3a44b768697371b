import { encodeAnswer } from '../answers/encoding.ts';
import { wordsOf } from '../answers/words.ts';
import { type Control, isAnswered, typeOf } from '../field-types.ts';
import type { ShownForm } from '../shapes.ts';
import type { FormStore } from './form-store.ts';

const mostTold = 3;

/** What says nothing without its question, or is not told in words. */
const untold: readonly Control[] = ['yesNo', 'checkbox', 'number', 'files', 'images', 'signature'];

/** What a folded section says of itself: its first answers, in words; '' where it has none that can be told so. */
export function summaryOf(store: FormStore, rows: ShownForm['formSections'][number]['formRows']): string {
  const told: string[] = [];
  for (const field of rows.flatMap(({ formFields }) => formFields)) {
    const { answer, isVisible } = store.field(field.id);
    if (!isVisible || !isAnswered(field) || untold.includes(typeOf(field.formFieldType).control)) continue;
    const words = wordsOf(field, encodeAnswer(field, answer));
    if (words !== '') told.push(words);
    if (told.length === mostTold) break;
  }
  return told.join(', ');
}
