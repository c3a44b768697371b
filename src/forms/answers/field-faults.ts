import { states } from '#addresses/full-address.ts';
import { endingOf, fileRules, imageRules, type UploadRules, uploadSentences } from '#lib/uploads.ts';
import type { Day } from '#lib/day.ts';
import { emailPattern } from '#lib/text/email.ts';
import { fillMask } from '#lib/text/mask.ts';
import { type FormField, labelOf, optionsOf } from '../definition/definition.ts';
import { type Control, typeOf } from '../definition/field-types.ts';
import { type Answer, asDay, asNumber } from '../rules/values.ts';
import { addressOf, selectedValues, encodeAnswer, filesOf, longestNumber, pngStart, uploadFault } from './encoding.ts';

/** Messages of the specification of the site, section 5. */
export const required = 'This field is required.';
const invalid = (field: FormField): string => `Invalid ${labelOf(field)}.`;

/** Default limits, in characters. */
const longestText: Partial<Record<Control, number>> = { textarea: 20_000 };
const longestOther = 2_000;

/** Whether a text matches a field's own pattern; made by `patternsOf`. */
export type PatternMatcher = (pattern: string, text: string) => boolean;

export interface CheckOptions {
  isRequired: boolean;
  /** Day in Sydney on which the form is sent or changed; rules may use another `today`. */
  today: Day;
  /** The stored answer of a submission that is changed: an unchanged day may be in the past by now. */
  stored?: Answer;
  matches: PatternMatcher;
}

/** Limits and types of a file field. */
export function uploadRulesOf({ formFieldType, maxFileSize, fileCount }: FormField): UploadRules {
  const rules = typeOf(formFieldType).control === 'images' ? imageRules : fileRules;
  return { ...rules, maxSize: maxFileSize ?? rules.maxSize, maxFiles: fileCount ?? rules.maxFiles };
}

export const maskOf = ({ formFieldType, maskedInputMask }: FormField): string | undefined =>
  typeOf(formFieldType).control === 'mobile' ? '0499 999 999' : (maskedInputMask ?? undefined);

/** The fault of a visible field's answer; undefined if it is valid or the field has no answer. */
export function fieldFault(field: FormField, answer: Answer, options: CheckOptions): string | undefined {
  const { control } = typeOf(field.formFieldType);
  const check = checks[control];
  if (!check) return undefined;
  const text = encodeAnswer(field, answer);
  if (isBlank(control, text)) {
    if (!options.isRequired) return undefined;
    return control === 'address' ? addressFault({}) : required;
  }
  return check({ field, answer, text, ...options }) ?? patternFault(field, text, options);
}

const isBlank = (control: Control, text: string): boolean =>
  text === '' || (control === 'checkbox' && text === 'false');

interface CheckInput extends CheckOptions {
  field: FormField;
  answer: Answer;
  /** The answer in wire format, not blank. */
  text: string;
}

type Check = (checked: CheckInput) => string | undefined;

const textCheck: Check = ({ field, text }) => {
  const most = field.maxLength ?? longestText[typeOf(field.formFieldType).control] ?? longestOther;
  return [...text].length > most ? `Maximum length is ${most}.` : undefined;
};

const choiceCheck: Check = ({ field, text }) =>
  optionsOf(field).some(({ value }) => value === text) ? undefined : invalid(field);

const multiCheck: Check = ({ field, answer }) => {
  const known = new Set(optionsOf(field).map(({ value }) => value));
  return selectedValues(field, answer).every((value) => known.has(value)) ? undefined : invalid(field);
};

const truthCheck: Check = ({ field, text }) => (text === 'true' || text === 'false' ? undefined : invalid(field));

const numberCheck: Check = ({ field, text }) => {
  if (text.length > longestNumber) return invalid(field);
  const number = asNumber(text);
  if (number === undefined || Math.abs(number) > Number.MAX_SAFE_INTEGER) return invalid(field);
  const { minNumberValue: min, maxNumberValue: max } = field;
  if (min !== null && number < min) return `Minimum value is ${min}.`;
  return max !== null && number > max ? `Maximum value is ${max}.` : undefined;
};

/** Amounts have at most two decimals. */
const currencyCheck: Check = (checked) =>
  numberCheck(checked) ?? (/\.\d{3,}$/.test(checked.text.replace(/0+$/, '')) ? invalid(checked.field) : undefined);

const dateCheck: Check = ({ field, text, today, stored }) => {
  const day = asDay(text);
  if (!day) return 'Invalid Date.';
  const isLate = field.minDateToday === true && day < today && text !== encodeAnswer(field, stored);
  return isLate ? 'Minimum date is today.' : undefined;
};

const maskCheck: Check = ({ field, text }) => {
  const mask = maskOf(field);
  return mask === undefined || fillMask(mask, text).isComplete ? undefined : invalid(field);
};

const mobileCheck: Check = ({ field, text }) => (/^04\d{8}$/.test(text) ? undefined : invalid(field));

const emailCheck: Check = ({ text }) => (emailPattern.test(text) ? undefined : 'Must be a valid email address.');

const requiredParts = [
  ['city', 'City'],
  ['postcode', 'Post Code'],
  ['state', 'State'],
  ['streetName', 'Street Name'],
  ['streetNumber', 'Street Number'],
] as const;

function addressFault(parts: ReturnType<typeof addressOf>): string | undefined {
  const missing = requiredParts.filter(([part]) => !parts[part]).map(([, label]) => label);
  return missing.length > 0 ? `The following fields are required : [${missing.join(', ')}]` : undefined;
}

const knownStates = new Set<string>(states);
const longestPart = 100;

const addressCheck: Check = ({ field, answer }) => {
  if (typeof answer === 'string') return invalid(field);
  const parts = addressOf(answer);
  const missing = addressFault(parts);
  if (missing) return missing;
  const { state = '', postcode = '', fullAddress = '', ...rest } = parts;
  const isRight = knownStates.has(state) && /^\d{4}$/.test(postcode) && fullAddress.length <= 4 * longestPart;
  return isRight && Object.values(rest).every((part) => part.length <= longestPart) ? undefined : invalid(field);
};

const filesCheck: Check = ({ field, answer }) => {
  if (typeof answer === 'string') return invalid(field);
  const unsent = uploadFault(answer);
  if (unsent) return unsent;
  const { maxFiles, types } = uploadRulesOf(field);
  const files = filesOf(answer);
  if (files.length > maxFiles) return `Maximum number of files is ${maxFiles}.`;
  const endings = types.includes('image/*') ? imageEndings : types;
  return files.every(({ origFileName }) => endings.includes(endingOf(origFileName))) ? undefined : uploadSentences.type;
};

/** File names that an image field accepts; the upload checks the content. */
const imageEndings = ['.jpg', '.jpeg', '.png', '.gif', '.webp'];

/** Base64 that starts like a PNG, or the path of a stored file. */
const signatureCheck: Check = ({ field, text }) =>
  text.startsWith(pngStart) || text.startsWith('/') ? undefined : invalid(field);

const checks: Partial<Record<Control, Check>> = {
  text: textCheck,
  textarea: textCheck,
  select: choiceCheck,
  horizontalRadio: choiceCheck,
  verticalRadio: choiceCheck,
  multiSelect: multiCheck,
  yesNo: truthCheck,
  checkbox: truthCheck,
  number: numberCheck,
  currency: currencyCheck,
  date: dateCheck,
  masked: maskCheck,
  mobile: mobileCheck,
  email: emailCheck,
  address: addressCheck,
  files: filesCheck,
  images: filesCheck,
  signature: signatureCheck,
};

/** Controls that may have a pattern. */
const controlsWithPattern: readonly Control[] = ['text', 'textarea', 'masked', 'mobile', 'email', 'number', 'currency'];

function patternFault(field: FormField, text: string, { matches }: CheckOptions): string | undefined {
  const { requiredRegexPattern: pattern } = field;
  if (!pattern || !controlsWithPattern.includes(typeOf(field.formFieldType).control)) return undefined;
  return matches(pattern, text) ? undefined : invalid(field);
}
