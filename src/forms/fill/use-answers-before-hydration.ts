import { useEffectEvent, useLayoutEffect } from 'react';
import { decodeAnswer } from '../answers/answer-types.ts';
import { dateFormatOf, readDay } from '../answers/date-format.ts';
import { fieldsOf, type ShownField } from '../definition/definition.ts';
import { isAnswered, typeOf } from '../definition/field-types.ts';
import type { Answer } from '../rules/answer-values.ts';
import { controlId } from './section-body.tsx';
import type { Screen } from './screen-context.ts';

/** The value entered in a control before scripts ran; undefined if it is unchanged. */
function enteredValue(control: Element | null): string | undefined {
  if (control instanceof HTMLSelectElement) {
    const selected = control.selectedOptions[0];
    return selected && !selected.defaultSelected ? selected.value : undefined;
  }
  if (control instanceof HTMLInputElement && control.type === 'checkbox')
    return control.checked === control.defaultChecked ? undefined : String(control.checked);
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
    return control.value === control.defaultValue ? undefined : control.value;
  const selected = control?.querySelector<HTMLInputElement>('input[type=radio]:checked');
  return selected && !selected.defaultChecked ? selected.value : undefined;
}

/** Decodes an entered value; dates are in the field's format. */
const readTyped = (field: ShownField, typed: string): Answer =>
  typeOf(field).control === 'date'
    ? (readDay(typed, dateFormatOf(field.dateFormat)) ?? typed)
    : decodeAnswer(field, typed);

/** Stores answers that were entered before hydration. */
export function useAnswersBeforeHydration({ store, answer }: Screen): void {
  const storeEntered = useEffectEvent(() => {
    for (const field of fieldsOf(store.form)) {
      if (!isAnswered(field) || field.isDisabled) continue;
      const typed = enteredValue(document.getElementById(controlId(field.id)));
      if (typed !== undefined) answer(field.id, readTyped(field, typed));
    }
  });
  useLayoutEffect(() => storeEntered(), []);
}
