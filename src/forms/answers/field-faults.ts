import { states } from '#addresses/full-address.ts';
import { endingOf, fileRules, imageRules, type UploadRules, uploadSentences } from '#lib/uploads.ts';
import type { Day } from '#lib/day.ts';
import { emailPattern } from '#lib/text/email.ts';
import { fillMask } from '#lib/text/mask.ts';
import { type FormField, labelOf, optionsOf } from '../definition/definition.ts';
import { typeOf } from '../definition/field-types.ts';
import { type Answer, asDay, asNumber } from '../rules/answer-values.ts';
import { addressOf, selectedValues, encodeDay, filesOf, longestNumber, pngStart, uploadFault } from './encoding.ts';

/** Messages from the specification of the site, section 5. */
export const required = 'This field is required.';
const invalid = (field: FormField): string => `Invalid ${labelOf(field)}.`;

/** Default limits, in characters. */
const longestTextArea = 20_000;
const longestText = 2_000;

/** Whether a text matches a field's pattern. Created by `patternsOf`. */
export type PatternMatcher = (pattern: string, text: string) => boolean;

export interface CheckOptions {
  isRequired: boolean;
  /** The day in Sydney on which the form is submitted or changed; rules may use another `today`. */
  today: Day;
  /** The stored answer when a submission is changed: a date that was not changed is valid even if it is in the past by now. */
  stored?: Answer;
  matches: PatternMatcher;
}

/** Limits and types of a file field. */
export function uploadRulesOf(field: FormField): UploadRules {
  const { maxFileSize, fileCount } = field;
  const rules = typeOf(field).control === 'images' ? imageRules : fileRules;
  return { ...rules, maxSize: maxFileSize ?? rules.maxSize, maxFiles: fileCount ?? rules.maxFiles };
}

export const maskOf = (field: FormField): string | undefined =>
  typeOf(field).control === 'mobile' ? '0499 999 999' : (field.maskedInputMask ?? undefined);

export interface CheckInput extends CheckOptions {
  field: FormField;
  answer: Answer;
  /** The answer in wire format, not blank. */
  text: string;
}

type Check = (checked: CheckInput) => string | undefined;

export const textFault: Check = ({ field, text }) => {
  const limit = field.maxLength ?? (typeOf(field).control === 'textarea' ? longestTextArea : longestText);
  return [...text].length > limit ? `Maximum length is ${limit}.` : undefined;
};

export const choiceFault: Check = ({ field, text }) =>
  optionsOf(field).some(({ value }) => value === text) ? undefined : invalid(field);

export const choicesFault: Check = ({ field, answer }) => {
  const known = new Set(optionsOf(field).map(({ value }) => value));
  return selectedValues(answer, field).every((value) => known.has(value)) ? undefined : invalid(field);
};

export const truthFault: Check = ({ field, text }) =>
  text === 'true' || text === 'false' ? undefined : invalid(field);

export const numberFault: Check = ({ field, text }) => {
  if (text.length > longestNumber) return invalid(field);
  const number = asNumber(text);
  if (number === undefined || Math.abs(number) > Number.MAX_SAFE_INTEGER) return invalid(field);
  const { minNumberValue: min, maxNumberValue: max } = field;
  if (min !== null && number < min) return `Minimum value is ${min}.`;
  return max !== null && number > max ? `Maximum value is ${max}.` : undefined;
};

/** Amounts have at most two decimals. */
export const currencyFault: Check = (checked) =>
  numberFault(checked) ?? (/\.\d{3,}$/.test(checked.text.replace(/0+$/, '')) ? invalid(checked.field) : undefined);

export const dateFault: Check = ({ field, text, today, stored }) => {
  const day = asDay(text);
  if (!day) return 'Invalid Date.';
  const isPast = field.minDateToday === true && day < today && text !== encodeDay(stored);
  return isPast ? 'Minimum date is today.' : undefined;
};

export const maskFault: Check = ({ field, text }) => {
  const mask = maskOf(field);
  return mask === undefined || fillMask(mask, text).isComplete ? undefined : invalid(field);
};

export const mobileFault: Check = ({ field, text }) => (/^04\d{8}$/.test(text) ? undefined : invalid(field));

export const emailFault: Check = ({ text }) => (emailPattern.test(text) ? undefined : 'Must be a valid email address.');

const requiredParts = [
  ['city', 'City'],
  ['postcode', 'Post Code'],
  ['state', 'State'],
  ['streetName', 'Street Name'],
  ['streetNumber', 'Street Number'],
] as const;

export function missingParts(parts: ReturnType<typeof addressOf>): string | undefined {
  const missing = requiredParts.filter(([part]) => !parts[part]).map(([, label]) => label);
  return missing.length > 0 ? `The following fields are required : [${missing.join(', ')}]` : undefined;
}

const knownStates = new Set<string>(states);
const longestPart = 100;

export const addressFault: Check = ({ field, answer }) => {
  if (typeof answer === 'string') return invalid(field);
  const parts = addressOf(answer);
  const missing = missingParts(parts);
  if (missing) return missing;
  const { state = '', postcode = '', fullAddress = '', ...rest } = parts;
  const isValid = knownStates.has(state) && /^\d{4}$/.test(postcode) && fullAddress.length <= 4 * longestPart;
  return isValid && Object.values(rest).every((part) => part.length <= longestPart) ? undefined : invalid(field);
};

export const filesFault: Check = ({ field, answer }) => {
  if (typeof answer === 'string') return invalid(field);
  const failedUpload = uploadFault(answer);
  if (failedUpload) return failedUpload;
  const { maxFiles, types } = uploadRulesOf(field);
  const files = filesOf(answer);
  if (files.length > maxFiles) return `Maximum number of files is ${maxFiles}.`;
  const endings = types.includes('image/*') ? imageEndings : types;
  return files.every(({ origFileName }) => endings.includes(endingOf(origFileName))) ? undefined : uploadSentences.type;
};

/** Endings of the file names that an image field accepts; the upload checks the content. */
export const imageEndings = ['.jpg', '.jpeg', '.png', '.gif', '.webp'];

/** Base64 that starts like a PNG, or the path of a stored file. */
export const signatureFault: Check = ({ field, text }) =>
  text.startsWith(pngStart) || text.startsWith('/') ? undefined : invalid(field);

/** Checks the answer against the field's pattern. Only text and number fields may have one. */
export const patternFault: Check = ({ field, text, matches }) => {
  const { requiredRegexPattern: pattern } = field;
  if (!pattern || !['text', 'number'].includes(typeOf(field).kind)) return undefined;
  return matches(pattern, text) ? undefined : invalid(field);
};
