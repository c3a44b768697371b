import { newId } from '#lib/uuid.ts';
import { bareField, type FormDefinition, type FormField, fieldsOf } from '../definition/definition.ts';
import type { FieldFile, FormFile } from './form-file-shape.ts';

/** Absent properties become null, and -0 becomes 0, as in the database. */
function plainField(id: string, file: FieldFile): FormField {
  const given = Object.entries(file).map(([name, value]) => [name, value === 0 ? 0 : (value ?? null)]);
  return {
    ...bareField,
    ...(Object.fromEntries(given) as Pick<FormField, 'formFieldType'>), // the file's shape has no other properties
    id,
    modelPropertyName: file.modelPropertyName?.trim() || null,
    hint: file.hint?.trim() || null,
  };
}

/** The file's submitter; null if it names no fields. */
function submitterOf({ submitter }: FormFile): FormDefinition['submitter'] {
  const name = (submitter?.name ?? []).map((one) => one.trim());
  const email = submitter?.email?.trim() || null;
  return name.length > 0 || email !== null ? { name, email } : null;
}

/**
 * Completes the ids of an imported form. They come from the file, or else from the stored form (fields by name, everything
 * else by position), or else are new. So importing the same file again changes nothing.
 */
export function withIds(file: FormFile, stored: FormDefinition | undefined): FormDefinition {
  const chooseId = idChooser(file);
  const storedIds = storedIdsOf(stored);
  const fieldOf = (field: FieldFile, at: string): FormField => {
    const name = field.modelPropertyName?.trim();
    return plainField(
      chooseId(field.id, name ? storedIds.byName.get(name) : storedIds.byPosition.get(`${at} ${field.formFieldType}`)),
      field,
    );
  };
  return {
    id: file.id ?? stored?.id ?? newId(),
    url: file.url,
    formName: file.formName,
    successUrl: file.successUrl ?? null,
    toastMessage: file.toastMessage ?? null,
    showHeading: file.showHeading ?? null,
    notifyEmail: file.notifyEmail ?? null,
    submitter: submitterOf(file),
    formSections: file.formSections.map((section, s) => {
      const before = stored?.formSections[s];
      return {
        id: chooseId(section.id, before?.id),
        sectionHeading: section.sectionHeading ?? null,
        formRows: section.formRows.map((row, r) => ({
          id: chooseId(row.id, before?.formRows[r]?.id),
          formFields: row.formFields.map((field, f) => fieldOf(field, `${s} ${r} ${f}`)),
        })),
      };
    }),
  };
}

/** Assigns each id only once; ids of the file take precedence over stored ones. */
function idChooser({ formSections }: FormFile): (own: string | null | undefined, stored: string | undefined) => string {
  const used = new Set<string>();
  for (const { id, formRows } of formSections) {
    if (id) used.add(id);
    for (const row of formRows) for (const one of [row, ...row.formFields]) if (one.id) used.add(one.id);
  }
  return (own, stored) => {
    const id = own ?? (stored === undefined || used.has(stored) ? newId() : stored);
    used.add(id);
    return id;
  };
}

interface StoredIds {
  byName: Map<string, string>;
  /** Fields without a name, by position and type. */
  byPosition: Map<string, string>;
}

function storedIdsOf(stored: FormDefinition | undefined): StoredIds {
  const ids: StoredIds = { byName: new Map(), byPosition: new Map() };
  if (!stored) return ids;
  for (const { modelPropertyName, id } of fieldsOf(stored))
    if (modelPropertyName && !ids.byName.has(modelPropertyName)) ids.byName.set(modelPropertyName, id);
  for (const [s, { formRows }] of stored.formSections.entries())
    for (const [r, { formFields }] of formRows.entries())
      for (const [f, field] of formFields.entries())
        if (!field.modelPropertyName) ids.byPosition.set(`${s} ${r} ${f} ${field.formFieldType}`, field.id);
  return ids;
}
