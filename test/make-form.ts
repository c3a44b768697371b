import type { Deps } from '#platform/deps.server.ts';
import { bareField, type FormDefinition, type FormField } from '#forms/definition/definition.ts';
import { saveForms } from '#forms/definition/save.server.ts';
import { newId } from '#lib/uuid.ts';

/** A field with only what is given; its name is its label's where none is. */
export const makeField = (given: Partial<FormField> & { formFieldType: number }): FormField => ({
  id: newId(),
  ...bareField,
  ...given,
});

let made = 0;

/** A form of one section with these fields, each in a row of its own. */
export function makeForm(fields: readonly FormField[], given: Partial<FormDefinition> = {}): FormDefinition {
  made += 1;
  const formRows = fields.map((field) => ({ id: newId(), formFields: [field] }));
  return {
    id: newId(),
    url: `form-${made}`,
    formName: `Form ${made}`,
    successUrl: null,
    toastMessage: null,
    showHeading: null,
    notifyEmail: null,
    submitter: null,
    formSections: [{ id: newId(), sectionHeading: 'Questions', formRows }],
    ...given,
  };
}

/** Stores a form as an import would. */
export async function storeForm(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  form: FormDefinition,
): Promise<FormDefinition> {
  const saving = { forms: [form], method: 'replace', at: clock.now(), context: null } as const;
  await db.transaction().execute((tx) => saveForms(tx, saving));
  return form;
}
