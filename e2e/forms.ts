import type { Locator, Page } from '@playwright/test';
import { systemClock } from '#platform/process/clock.server.ts';
import type { OpenDb } from '#platform/db/db.server.ts';
import type { FormDefinition, FormField } from '#forms/definition/definition.ts';
import { newId } from '#lib/uuid.ts';
import { makeField, makeForm, storeForm } from '../test/make-form.ts';

/** A field named like its label, without spaces. */
export const field = (formFieldType: number, fieldLabel: string, given: Partial<FormField> = {}): FormField =>
  makeField({ formFieldType, fieldLabel, modelPropertyName: fieldLabel.replace(/\W/g, ''), ...given });

/** Stores a form with a section for each list of fields, at a URL of its own. */
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

/** A form's stored submissions, the oldest first, with answers by field id. */
export async function submissionsOf({ db }: Pick<OpenDb, 'db'>, form: FormDefinition) {
  const rows = await db
    .selectFrom('form_submissions')
    .select(['id', 'responses'])
    .where('form_id', '=', form.id)
    .orderBy('created_at')
    .execute();
  return rows.map(({ id, responses }) => ({ id, responses: responses as Record<string, string> })); // as the service writes them
}

/** A field's control, and its faults. */
export const at = (page: Page, { id }: FormField): Locator => page.locator(`[id="field-${id}"]`);
export const fault = (page: Page, { id }: FormField): Locator => page.locator(`[id="field-${id}-error"]`);

export const submit = (page: Page): Promise<void> => page.getByRole('button', { name: 'Submit' }).click();

/** Opens a form, and waits for its controls and the pattern engine, which load after the page. */
export async function openForm(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

export const thanks = 'Thank you, your form submission has been saved.';

/** Moves the drafts to where a former release stored them. */
export async function moveToFormerDatabase(): Promise<void> {
  const storeOf = (name: string) =>
    new Promise<IDBObjectStore>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onupgradeneeded = () => opening.result.createObjectStore('drafts');
      opening.onsuccess = () => resolve(opening.result.transaction('drafts', 'readwrite').objectStore('drafts'));
    });
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)));
  const store = await storeOf('shop-forms');
  const [keys, drafts] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
  await done(store.clear());
  const former = await storeOf('spruce-forms');
  // A reload undoes what is put but not committed yet.
  const committed = new Promise((resolve) => former.transaction.addEventListener('complete', resolve));
  for (const [i, key] of keys.entries()) former.put(drafts[i], key);
  former.transaction.commit();
  await committed;
}
