import { z } from 'zod';
import { safePath } from '#accounts/sign-in/return-url.ts';
import { emailPattern } from '#lib/text/email.ts';
import { fieldTypes } from '../definition/field-types.ts';

/*
 * The file format of a form (contract, section 7), with the specification's names. Optional properties may also be null. Checks that
 * depend on other properties or fields are in `field-checks.ts`.
 */

/** Limits of one form. */
export const mostFields = 5_000;
export const mostSections = 500;

const unstorable = 'Contains characters that cannot be stored.';

/** PostgreSQL stores neither NUL characters nor lone surrogates. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const text = (most: number) => z.string().max(most).refine(isStorable, { error: unstorable });
const optional = (most: number, description?: string) =>
  text(most)
    .nullish()
    .meta(description === undefined ? {} : { description });

const isFilled = (value: string): boolean => value.trim() !== '';
const filled = (most: number) => text(most).refine(isFilled, { error: 'This is required.', abort: true });

const id = z
  .guid({ error: 'Not a valid id.' })
  .toLowerCase()
  .nullish()
  .meta({ description: 'A UUID. If left out, one is generated, and stays the same when the form is imported again.' });

const number = z.number().nullish();
const flag = z.boolean().nullish();
const whole = (least: number, most: number, description: string) =>
  z.int().min(least).max(most).nullish().meta({ description });
const column = (from: string) => whole(1, 12, `Width in twelfths, starting with ${from}.`);

const fieldType = z
  .literal(Object.keys(fieldTypes).map(Number), {
    error: ({ input }) =>
      input === undefined || input === null
        ? 'This is required.'
        : 'Unknown field type. Use 0 to 15, 20 to 23 or 30 to 37.',
  })
  .meta({ description: 'The number of the field type: 0 text, 1 textarea, 2 single select and so on.' });

const dateFormatInvalid = 'Must be DD, MM and YYYY in any order, separated by / - . or a space, such as DD/MM/YYYY.';

/** Day, month and year in any order, each once. */
const isDateFormat = (format: string): boolean =>
  /^(DD|MM|YYYY)[-/. ](DD|MM|YYYY)[-/. ](DD|MM|YYYY)$/.test(format) && new Set(format.split(/[-/. ]/)).size === 3;

const initialValue = z
  .union([z.string(), z.number(), z.boolean()], { error: 'Must be text, a number, or true or false.' })
  .transform(String)
  .pipe(text(100_000))
  .nullish()
  .meta({
    description:
      'Initial value, or content of a text block. Types 33 to 35 and 37 show the answer of the field whose name is in {braces}.',
  });

export const fieldFile = z.strictObject({
  id,
  formFieldType: fieldType,
  fieldLabel: optional(1_000),
  modelPropertyName: text(100)
    .refine((name) => !/[{}\p{Cc}]/u.test(name), { error: 'Must not contain { or }.' })
    .nullish()
    .meta({ description: 'The name used in rules; unique in the form.' }),
  selectOptions: optional(50_000, 'label=value;label=value, or plain values separated by ;'),
  minNumberValue: number,
  maxNumberValue: number,
  maxLength: whole(1, 100_000, 'Limit in characters.'),
  maskedInputMask: optional(100, '9 stands for a digit; every other character is literal.'),
  dateFormat: z.string().refine(isDateFormat, { error: dateFormatInvalid }).nullish(),
  minDateToday: flag,
  maxFileSize: whole(1, 104_857_600, 'Limit in bytes.'),
  fileCount: whole(1, 50, 'Maximum number of files.'),
  initialValue,
  isDisabled: flag,
  requiredRegexPattern: optional(1_000, 'A regular expression in RE2 syntax.'),
  overridePlaceholderText: optional(500),
  hint: optional(500, 'Shown below the label.'),
  visibilityLogic: optional(1_000_000, 'The field is visible while this rule is true; always if left out.'),
  requiredLogic: optional(1_000_000, 'The field is required while this rule is true; * means always.'),
  fullWidthLabel: flag,
  smColSize: column('small screens'),
  mdColSize: column('medium screens'),
  lgColSize: column('large screens'),
  xlColSize: column('the largest screens'),
});
export type FieldFile = z.output<typeof fieldFile>;

export const rowFile = z.strictObject({ id, formFields: z.array(fieldFile) });
export const sectionFile = z.strictObject({ id, sectionHeading: optional(300), formRows: z.array(rowFile) });

const urlInvalid = 'Must be lower case words with hyphens, such as free-quote.';

const url = filled(100)
  .refine((value) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value), { error: urlInvalid, abort: true })
  .refine((value) => !z.guid().safeParse(value).success, { error: 'Must not look like an id.' })
  .meta({
    description: 'The form’s address, /forms/{url}/: lower case words with hyphens.',
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  });

const fieldName = filled(100);

export const submitterFile = z
  .strictObject({
    name: z
      .array(fieldName)
      .refine((names) => names.length <= 5, { error: 'At most 5 fields.' })
      .nullish()
      .meta({ description: 'Fields that make up the name, such as first and last name.', maxItems: 5 }),
    email: fieldName.nullish().meta({ description: 'The field of type 15 whose address gets the confirmation.' }),
  })
  .nullish()
  .meta({
    description:
      'The fields that identify the submitter, by modelPropertyName. If left out, only the company gets mail.',
  });

export const formFile = z
  .strictObject({
    $schema: z.string().max(500).nullish().meta({ description: 'Read only by editors; not stored.' }),
    id,
    url,
    formName: filled(150),
    successUrl: text(500)
      .refine((value) => safePath(value) !== null, {
        error: 'Must be a path on this site, such as /free-quote/success.',
      })
      .nullish()
      .meta({ description: 'Where to redirect after submission: a path on this site.' }),
    toastMessage: optional(500, 'Confirmation after submission.'),
    showHeading: z.boolean().nullish().meta({ description: 'Whether the page shows formName; true if left out.' }),
    notifyEmail: z.email({ pattern: emailPattern, error: 'Invalid email address' }).nullish(),
    submitter: submitterFile,
    formSections: z.array(sectionFile),
  })
  .meta({ title: 'Form', description: 'One form of an import: a file forms/*.json in the zip.' });
export type FormFile = z.output<typeof formFile>;
