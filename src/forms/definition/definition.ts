import { typeOf } from './field-types.ts';

/** A field as its form defines it (specification of the site, section 3); null where the imported file left it out. */
export interface FormField {
  id: string;
  formFieldType: number;
  fieldLabel: string | null;
  /** The name used in rules; unique in its form. Text blocks may have none. */
  modelPropertyName: string | null;
  /** `label=value;label=value`, or plain values. */
  selectOptions: string | null;
  minNumberValue: number | null;
  maxNumberValue: number | null;
  /** Characters. */
  maxLength: number | null;
  /** `9` is a digit, every other character is literal. */
  maskedInputMask: string | null;
  dateFormat: string | null;
  minDateToday: boolean | null;
  /** Bytes. */
  maxFileSize: number | null;
  fileCount: number | null;
  /** Initial answer; the content of a text block; `{modelPropertyName}` of the field whose answer is shown. */
  initialValue: string | null;
  isDisabled: boolean | null;
  requiredRegexPattern: string | null;
  overridePlaceholderText: string | null;
  /** Shown below the label. */
  hint: string | null;
  visibilityLogic: string | null;
  requiredLogic: string | null;
  fullWidthLabel: boolean | null;
  smColSize: number | null;
  mdColSize: number | null;
  lgColSize: number | null;
  xlColSize: number | null;
}

/** Defaults of a field for which a file gives only the type. */
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

export interface FormRow {
  id: string;
  formFields: FormField[];
}

export interface FormSection {
  id: string;
  sectionHeading: string | null;
  formRows: FormRow[];
}

/** The fields that identify the submitter, by their model property names. */
export interface FormSubmitter {
  /** Joined by blanks, such as first and last name. */
  name: string[];
  /** Receives a copy; null sends mail only to the company. */
  email: string | null;
}

/** One version of a form. */
export interface FormDefinition {
  id: string;
  url: string;
  formName: string;
  /** Redirect after submission; a path of this site. */
  successUrl: string | null;
  toastMessage: string | null;
  /** Whether the page shows the form's name; true where left out. */
  showHeading: boolean | null;
  /** Notified of submissions in addition to the addresses in the site's settings. */
  notifyEmail: string | null;
  /** Identifies submitters who are not signed in; null identifies nobody. */
  submitter: FormSubmitter | null;
  formSections: FormSection[];
}

/** Adds the properties that did not exist yet when the form was stored. */
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

/** Confirmation of forms without a message of their own (specification of the site, section 2). */
export const defaultToastMessage = 'Thank you, your form submission has been saved.';

/** Target of the redirect after submission (specification of the site, section 2); undefined stays on the page. */
export const successUrlOf = ({ url, successUrl }: Pick<FormDefinition, 'url' | 'successUrl'>): string | undefined =>
  url === 'application-form' ? '/forms-application-form/success' : (successUrl ?? undefined);

interface Sections<Field> {
  readonly formSections: readonly { readonly formRows: readonly { readonly formFields: readonly Field[] }[] }[];
}

export const fieldsOf = <Field extends FormField>({ formSections }: Sections<Field>): Field[] =>
  formSections.flatMap(({ formRows }) => formRows.flatMap(({ formFields }) => formFields));

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

/** Selects every option of a multi select (specification of the site, section 9). */
export const selectAll: Option = { label: 'Select all', value: '*' };

/** The name in `{siteName}`: the field whose answer this field shows; undefined if it shows none. */
export const shownFieldName = ({ initialValue }: Pick<FormField, 'initialValue'>): string | undefined =>
  /^\{([^{}]+)\}$/.exec((initialValue ?? '').trim())?.[1]?.trim();

/** The field's name in messages and lists: its label, otherwise its model property name or type. */
export const labelOf = ({ fieldLabel, modelPropertyName, formFieldType }: FormField): string =>
  fieldLabel?.trim() || modelPropertyName || typeOf(formFieldType).control;
