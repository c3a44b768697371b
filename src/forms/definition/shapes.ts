import { z } from 'zod';

/* Forms in replies of the API. The importer validates files with shapes of its own. */

const text = z.string().nullable();
const number = z.number().nullable();
const flag = z.boolean().nullable();

const column = z.int().min(1).max(12).nullable();

const formField = z.object({
  id: z.string(),
  formFieldType: z.int(),
  fieldLabel: text,
  modelPropertyName: text,
  selectOptions: text,
  minNumberValue: number,
  maxNumberValue: number,
  maxLength: number,
  maskedInputMask: text,
  dateFormat: text,
  minDateToday: flag,
  maxFileSize: number,
  fileCount: number,
  initialValue: text,
  isDisabled: flag,
  requiredRegexPattern: text,
  overridePlaceholderText: text,
  hint: text,
  visibilityLogic: text,
  requiredLogic: text,
  fullWidthLabel: flag,
  smColSize: column,
  mdColSize: column,
  lgColSize: column,
  xlColSize: column,
});

const formRow = z.object({ id: z.string(), formFields: z.array(formField) });
const formSection = z.object({ id: z.string(), sectionHeading: text, formRows: z.array(formRow) });

/** One stored version of a form. */
export const formDefinition = z.object({
  id: z.string(),
  url: z.string(),
  formName: z.string(),
  successUrl: text,
  toastMessage: text,
  showHeading: flag,
  notifyEmail: text,
  submitter: z.object({ name: z.array(z.string()), email: text }).nullable(),
  formSections: z.array(formSection),
});

const shownField = formField.extend({
  html: text.meta({ description: 'Sanitised HTML of markdown and HTML blocks; null for all other fields.' }),
});
export type ShownField = z.output<typeof shownField>;
const shownRow = formRow.extend({ formFields: z.array(shownField) });

/** A form to be filled in: without its mail addresses, its text blocks rendered. */
export const shownForm = formDefinition.omit({ notifyEmail: true, submitter: true }).extend({
  version: z.int(),
  isClosed: z.boolean().optional().meta({ description: 'Accepts no submissions for now.' }),
  formSections: z.array(formSection.extend({ formRows: z.array(shownRow) })),
});
export type ShownForm = z.output<typeof shownForm>;
