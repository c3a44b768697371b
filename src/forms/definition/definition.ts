import type { z } from 'zod';
import { typeOf } from './field-types.ts';
import type { formDefinition, formField, shownField, shownForm } from './shapes.ts';

export type FormField = z.output<typeof formField>;
export type FormDefinition = z.output<typeof formDefinition>;
export type ShownField = z.output<typeof shownField>;
export type ShownForm = z.output<typeof shownForm>;

/** Default properties of a field, used where a file gives only its type. */
export const bareField: Omit<FormField, 'id' | 'formFieldType'> = {
  fieldLabel: null,
  modelPropertyName: null,
  selectOptions: null,
  minNumberValue: null,
  maxNumberValue: null,
  maxLength: null,
  maskedInputMask: null,
  dateFormat: null,
  minDateToday: null,
  maxFileSize: null,
  fileCount: null,
  initialValue: null,
  isDisabled: null,
  requiredRegexPattern: null,
  overridePlaceholderText: null,
  hint: null,
  visibilityLogic: null,
  requiredLogic: null,
  fullWidthLabel: null,
  smColSize: null,
  mdColSize: null,
  lgColSize: null,
  xlColSize: null,
};

/** Adds properties that did not exist when the form was stored. */
export const withAllProperties = (stored: FormDefinition): FormDefinition => ({
  ...stored,
  submitter: stored.submitter ?? null,
  formSections: stored.formSections.map((section) => ({
    ...section,
    formRows: section.formRows.map((row) => ({
      ...row,
      formFields: row.formFields.map((field) => ({ ...bareField, ...field })),
    })),
  })),
});

/** Confirmation for forms without a message of their own (specification of the site, section 2). */
export const defaultToastMessage = 'Thank you, your form submission has been saved.';

/** Where to redirect after submission (specification of the site, section 2); undefined to stay on the page. */
export const successUrlOf = ({ url, successUrl }: Pick<FormDefinition, 'url' | 'successUrl'>): string | undefined =>
  url === 'application-form' ? '/forms-application-form/success' : (successUrl ?? undefined);

export const fieldsOf = <Field extends FormField>(form: {
  readonly formSections: readonly { readonly formRows: readonly { readonly formFields: readonly Field[] }[] }[];
}): Field[] => form.formSections.flatMap(({ formRows }) => formRows.flatMap(({ formFields }) => formFields));

export interface Option {
  label: string;
  value: string;
}

/** The options of a field. Without `=` the value is also the label. Blank options and repeated values are dropped. */
export function optionsOf({ selectOptions }: Pick<FormField, 'selectOptions'>): Option[] {
  const options = new Map<string, Option>();
  for (const text of (selectOptions ?? '').split(';')) {
    const at = text.lastIndexOf('=');
    const value = text.slice(at + 1).trim();
    const label = at < 0 ? value : text.slice(0, at).trim();
    if (value !== '' && !options.has(value)) options.set(value, { label: label || value, value });
  }
  return [...options.values()];
}

/** The option that selects every option of a multi select (specification of the site, section 9). */
export const selectAll: Option = { label: 'Select all', value: '*' };

/** The name of the field whose answer this field shows, taken from `{siteName}`; undefined if it shows no other field's answer. */
export const shownFieldName = ({ initialValue }: Pick<FormField, 'initialValue'>): string | undefined =>
  /^\{([^{}]+)\}$/.exec((initialValue ?? '').trim())?.[1]?.trim();

/** The field's name in messages and lists: its label, or else its model property name or type. */
export const labelOf = (field: FormField): string =>
  field.fieldLabel?.trim() || field.modelPropertyName || typeOf(field).control;
