import { systemClock } from '#infra/clock.server.ts';
import type { OpenDb } from '#infra/db.server.ts';
import type { FormDefinition, FormField } from '#forms/definition.ts';
import { newId } from '#lib/uuid.ts';
import { makeField, makeForm, storeForm } from '../test/make-form.ts';

/** A field with its label as its name, in words without blanks. */
export const field = (formFieldType: number, fieldLabel: string, given: Partial<FormField> = {}): FormField =>
  makeField({ formFieldType, fieldLabel, modelPropertyName: fieldLabel.replace(/\W/g, ''), ...given });

/** Stores a form with a section for each list of fields, at an address of its own. */
export function storedForm(
  { db }: Pick<OpenDb, 'db'>,
  sections: readonly (readonly FormField[])[],
  given: Partial<FormDefinition> = {},
): Promise<FormDefinition> {
  const formSections = sections.map((fields, place) => ({
    id: newId(),
    sectionHeading: `Part ${'ABCDEFGH'[place]}`,
    formRows: fields.map((one) => ({ id: newId(), formFields: [one] })),
  }));
  const form = makeForm([], { url: `form-${newId()}`, formName: 'Night check', formSections, ...given });
  return storeForm({ db, clock: systemClock }, form);
}

/** What is stored of a form's submissions, the oldest first: answers by the fields' ids. */
export async function submissionsOf({ db }: Pick<OpenDb, 'db'>, form: FormDefinition) {
  const rows = await db
    .selectFrom('form_submissions')
    .select(['id', 'responses'])
    .where('form_id', '=', form.id)
    .orderBy('created_at')
    .execute();
  return rows.map(({ id, responses }) => ({ id, responses: responses as Record<string, string> })); // as the service writes them
}
