import { fieldsOf, type ShownField, shownFieldName, type ShownForm } from '#forms/definition/definition.ts';
import { isAnswered } from '#forms/definition/field-types.ts';
import type { Answer } from '#forms/rules/answer-values.ts';

/** The rendered state of a field; every change replaces it with a new object. */
export interface FieldState {
  answer: Answer;
  isVisible: boolean;
  isRequired: boolean;
  /** The visible fault. It appears after the user leaves the field or tries to submit. */
  error: string | undefined;
  /** Number of failed attempts to submit. Only fields with errors count them, so that other fields are not rendered again. */
  attempt: number;
}

/** A field in the store. */
export interface Entry {
  field: ShownField;
  section: SectionEntry;
  state: FieldState;
  /** The current fault, visible or not; undefined if the field is valid or hidden. */
  fault: string | undefined;
  /** The fault that the server reported for the current answer. */
  serverFault: string | undefined;
  isFaultShown: boolean;
  listeners: Set<() => void>;
}

/** A section with counts of its fields. */
export interface SectionEntry {
  id: string;
  visible: number;
  faults: number;
  errors: number;
  isVisited: boolean;
}

const initialState: FieldState = {
  answer: undefined,
  isVisible: false,
  isRequired: false,
  error: undefined,
  attempt: 0,
};

/** Creates the entries by field id, in field order. */
export function makeEntries(form: ShownForm, sections: readonly SectionEntry[]): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  form.formSections.forEach(({ formRows }, index) => {
    const section = sections[index];
    if (!section) return;
    for (const { formFields } of formRows)
      for (const field of formFields)
        entries.set(field.id, {
          field,
          section,
          state: initialState,
          fault: undefined,
          serverFault: undefined,
          isFaultShown: false,
          listeners: new Set(),
        });
  });
  return entries;
}

/** The fields whose answers other fields show, by the id of the field that shows them. */
export function shownFieldsOf(form: ShownForm): Map<string, ShownField> {
  const fields = fieldsOf(form);
  const byName = new Map(fields.map((field) => [field.modelPropertyName, field]));
  return new Map(
    fields.flatMap((field) => {
      const shown = isAnswered(field) ? undefined : byName.get(shownFieldName(field) ?? '');
      return shown ? [[field.id, shown]] : [];
    }),
  );
}
