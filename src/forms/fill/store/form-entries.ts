import { fieldsOf, shownFieldName } from '#forms/definition/definition.ts';
import { isAnswered } from '#forms/definition/field-types.ts';
import type { Answer } from '#forms/rules/values.ts';
import type { ShownField, ShownForm } from '#forms/definition/shapes.ts';

/** A field as it is drawn; another object whenever something of it has changed. */
export interface FieldState {
  answer: Answer;
  isVisible: boolean;
  isRequired: boolean;
  /** What is told to be wrong; only once the field was left, or sending was tried. */
  error: string | undefined;
  /** Counts the failed attempts to send it; of those that are at fault alone, so that no others are drawn anew. */
  attempt: number;
}

/** A field as the store keeps it. */
export interface Entry {
  field: ShownField;
  section: SectionEntry;
  state: FieldState;
  /** What is wrong with it now, told or not; undefined where nothing is, or it is hidden. */
  fault: string | undefined;
  /** What the server said of the answer that is there. */
  serverFault: string | undefined;
  isTold: boolean;
  listeners: Set<() => void>;
}

/** A section with what is counted in it. */
export interface SectionEntry {
  id: string;
  visible: number;
  faults: number;
  errors: number;
  isVisited: boolean;
}

const nothing: FieldState = { answer: undefined, isVisible: false, isRequired: false, error: undefined, attempt: 0 };

/** The fields by their ids, in their order. */
export function makeEntries(form: ShownForm, sections: readonly SectionEntry[]): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  form.formSections.forEach(({ formRows }, place) => {
    const section = sections[place];
    if (!section) return;
    for (const { formFields } of formRows)
      for (const field of formFields)
        entries.set(field.id, {
          field,
          section,
          state: nothing,
          fault: undefined,
          serverFault: undefined,
          isTold: false,
          listeners: new Set(),
        });
  });
  return entries;
}

/** Which fields show the answer of another, by the other's id. */
export function showingOf(form: ShownForm): Map<string, string[]> {
  const fields = fieldsOf(form);
  const byName = new Map(fields.map(({ modelPropertyName, id }) => [modelPropertyName, id]));
  const showing = new Map<string, string[]>();
  for (const field of fields) {
    const of = isAnswered(field) ? undefined : byName.get(shownFieldName(field) ?? '');
    if (of !== undefined) showing.set(of, [...(showing.get(of) ?? []), field.id]);
  }
  return showing;
}
