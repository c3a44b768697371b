import { z } from 'zod';

/* Shapes of forms in API replies. The importer validates files with its own shapes. */

const text = z.string().nullable();
const number = z.number().nullable();
const flag = z.boolean().nullable();

const column = z.int().min(1).max(12).nullable();

/**
 * A field as its form defines it (specification of the site, section 3); a property is null if the imported file left it out.
 */
export const formField = z.object({
  id: z.string(),
  formFieldType: z.int(),
  fieldLabel: text,
  /** The name used in rules; unique in its form. Text blocks may have none. */
  modelPropertyName: text,
  /** `label=value;label=value`, or plain values. */
  selectOptions: text,
  minNumberValue: number,
  maxNumberValue: number,
  /** Limit in characters. */
  maxLength: number,
  /** `9` stands for a digit; every other character is literal. */
  maskedInputMask: text,
  dateFormat: text,
  minDateToday: flag,
  /** Limit in bytes. */
  maxFileSize: number,
  fileCount: number,
  /** The initial answer, the content of a text block, or `{modelPropertyName}` of the field whose answer is shown. */
  initialValue: text,
  isDisabled: flag,
  requiredRegexPattern: text,
  overridePlaceholderText: text,
  /** Shown below the label. */
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
  /** Where to redirect after submission: a path on this site. */
  successUrl: text,
  toastMessage: text,
  /** Whether the page shows the form's name; true if left out. */
  showHeading: flag,
  /** An address that is notified of submissions, in addition to those in the site's settings. */
  notifyEmail: text,
  /**
   * Names of the fields that identify a submitter who is not signed in. The answers of the `name` fields are joined with
   * spaces; the address in the `email` field gets the confirmation. Null if the form identifies nobody.
   */
  submitter: z.object({ name: z.array(z.string()), email: text }).nullable(),
  formSections: z.array(formSection),
});

export const shownField = formField.extend({
  html: text.meta({ description: 'Sanitised HTML of markdown and HTML blocks; null for all other fields.' }),
});
const shownRow = formRow.extend({ formFields: z.array(shownField) });

/** A form as pages receive it: without mail addresses, and with text blocks as HTML. */
export const shownForm = formDefinition.omit({ notifyEmail: true, submitter: true }).extend({
  version: z.int(),
  isClosed: z.boolean().optional().meta({ description: 'True while the form accepts no submissions.' }),
  formSections: z.array(formSection.extend({ formRows: z.array(shownRow) })),
});
