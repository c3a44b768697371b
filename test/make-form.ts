import type { Deps } from '#platform/deps.server.ts';
import { bareField, type FormDefinition, type FormField } from '#forms/definition/definition.ts';
import { saveForms } from '#forms/definition/save-forms.server.ts';
import { newId } from '#lib/uuid.ts';

/** A field with only the given properties; by default it is named like its label. */
export const makeField = (traits: Partial<FormField> & { formFieldType: number }): FormField => ({
  id: newId(),
  ...bareField,
  ...traits,
});

let formCount = 0;

/** A form of one section with these fields, each in its own row. */
export function makeForm(fields: readonly FormField[], traits: Partial<FormDefinition> = {}): FormDefinition {
  formCount += 1;
  const formRows = fields.map((field) => ({ id: newId(), formFields: [field] }));
  return {
    id: newId(),
    url: `form-${formCount}`,
    formName: `Form ${formCount}`,
    successUrl: null,
    toastMessage: null,
    showHeading: null,
    notifyEmail: null,
    submitter: null,
    formSections: [{ id: newId(), sectionHeading: 'Questions', formRows }],
    ...traits,
  };
}

/** Stores a form like an import. */
export async function storeForm(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  form: FormDefinition,
): Promise<FormDefinition> {
  const saving = { forms: [form], at: clock.now(), context: null } as const;
  await db.transaction().execute((tx) => saveForms(tx, saving));
  return form;
}
