import { typeOf } from './field-types.ts';

/** A field as its form defines it (specification of the site, section 3); null is what its file left out. */
export interface FormField {
  id: string;
  formFieldType: number;
  fieldLabel: string | null;
  /** The name that rules call it by; unique in its form. Texts may have none. */
  modelPropertyName: string | null;
  /** `label=value;label=value`, or plain values. */
  selectOptions: string | null;
  minNumberValue: number | null;
  maxNumberValue: number | null;
  /** Characters. */
  maxLength: number | null;
  /** `9` is a digit, all else stands as written. */
  maskedInputMask: string | null;
  dateFormat: string | null;
  minDateToday: boolean | null;
  /** Bytes. */
  maxFileSize: number | null;
  fileCount: number | null;
  /** What it holds at first; of texts what they show, of shown answers `{modelPropertyName}` of whose. */
  initialValue: string | null;
  isDisabled: boolean | null;
  requiredRegexPattern: string | null;
  overridePlaceholderText: string | null;
  /** A line under its label. */
  hint: string | null;
  visibilityLogic: string | null;
  requiredLogic: string | null;
  fullWidthLabel: boolean | null;
  smColSize: number | null;
  mdColSize: number | null;
  lgColSize: number | null;
  xlColSize: number | null;
}

/** A field of which a file says nothing but its type. */
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

/** The fields of a form that say who sends it, by their model property names. */
export interface FormSubmitter {
  /** Joined by blanks, such as first and last name. */
  name: string[];
  /** Where a copy goes; null mails nobody but the company. */
  email: string | null;
}

/** A form as one version of it defines it. */
export interface FormDefinition {
  id: string;
  url: string;
  formName: string;
  /** Where to go once it is sent; a path of this site. */
  successUrl: string | null;
  toastMessage: string | null;
  /** Whether the page shows the form's name; true where left out. */
  showHeading: boolean | null;
  /** Who is told of submissions besides the addresses of the site's settings. */
  notifyEmail: string | null;
  /** Who sends it where they are not signed in; null names nobody. */
  submitter: FormSubmitter | null;
  formSections: FormSection[];
}

/** A form that was stored before all of its properties were known, with those that it lacks. */
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

/** What the page says once a form is sent that has no sentence of its own (specification of the site, section 2). */
export const thanks = 'Thank you, your form submission has been saved.';

/** Where its redirect leads (specification of the site, section 2); undefined stays on the page. */
export const successOf = ({ url, successUrl }: Pick<FormDefinition, 'url' | 'successUrl'>): string | undefined =>
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

/** The options of a field; one without `=` has its value as its label. Blank ones are left out, the first of equal values stays. */
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

/** The choice of all others in a multi select (specification of the site, section 9). */
export const selectAll: Option = { label: 'Select all', value: '*' };

/** `{siteName}` in what a field shows names the field whose answer it shows. */
export const shownName = ({ initialValue }: Pick<FormField, 'initialValue'>): string | undefined =>
  /^\{([^{}]+)\}$/.exec((initialValue ?? '').trim())?.[1]?.trim();

/** How a field is called in sentences and lists: its label, else its name. */
export const labelOf = ({ fieldLabel, modelPropertyName, formFieldType }: FormField): string =>
  fieldLabel?.trim() || modelPropertyName || typeOf(formFieldType).control;
