import type { Day } from '#lib/day.ts';
import { decodeAnswer, fieldFault } from '../answers/answer-types.ts';
import { type CheckOptions } from '../answers/field-faults.ts';
import { patternFaultOf } from '../answers/regex-patterns.ts';
import { type FormField, optionsOf, selectAll, shownFieldName } from '../definition/definition.ts';
import { type Control, isAnswered, typeOf } from '../definition/field-types.ts';

/** A fault or warning about a field's property. */
export interface FieldRemark {
  property: keyof FormField;
  message: string;
}

/** The form's fields by name. */
export type FieldsByName = ReadonlyMap<string, FormField>;

/** Checks that depend on the field's type, its other properties and the other fields. */
export function fieldRemarks(
  field: FormField,
  named: FieldsByName,
): { faults: FieldRemark[]; warnings: FieldRemark[] } {
  const faults = [...rangeFaults(field), ...optionFaults(field), ...maskFaults(field), ...patternFaults(field)];
  faults.push(...(isAnswered(field) ? initialFaults(field, faults.length > 0) : shownFaults(field, named)));
  return { faults, warnings: [...optionWarnings(field), ...nameWarnings(field)] };
}

function rangeFaults({ minNumberValue: min, maxNumberValue: max }: FormField): FieldRemark[] {
  if (min === null || max === null || min <= max) return [];
  return [{ property: 'maxNumberValue', message: `Must not be below minNumberValue, which is ${min}.` }];
}

const isChoice = (field: FormField): boolean => ['choice', 'multi'].includes(typeOf(field).kind);

function optionFaults(field: FormField): FieldRemark[] {
  if (!isChoice(field)) return [];
  const options = optionsOf(field);
  if (options.length === 0) return [{ property: 'selectOptions', message: 'A choice needs at least one option.' }];
  if (!options.some(({ value }) => value === selectAll.value)) return [];
  return [
    { property: 'selectOptions', message: `'${selectAll.value}' is reserved for all options. Use another value.` },
  ];
}

function optionWarnings(field: FormField): FieldRemark[] {
  if (!isChoice(field)) return [];
  const values = (field.selectOptions ?? '').split(';').map((one) => one.slice(one.lastIndexOf('=') + 1).trim());
  const repeated = values.find((value, i) => value !== '' && values.indexOf(value) < i);
  return repeated === undefined
    ? []
    : [{ property: 'selectOptions', message: `Two options have the value '${repeated}'. Only the first is used.` }];
}

function nameWarnings(field: FormField): FieldRemark[] {
  if (!isAnswered(field) || field.modelPropertyName?.trim()) return [];
  return [{ property: 'modelPropertyName', message: 'Rules cannot read this field, because it has no name.' }];
}

function maskFaults(field: FormField): FieldRemark[] {
  if (typeOf(field).control !== 'masked' || field.maskedInputMask?.includes('9')) return [];
  const message = 'A masked field needs a mask with a 9 for each digit, such as 99 9999 9999.';
  return [{ property: 'maskedInputMask', message }];
}

function patternFaults({ requiredRegexPattern: pattern }: FormField): FieldRemark[] {
  const reason = pattern ? patternFaultOf(pattern) : undefined;
  return reason === undefined
    ? []
    : [{ property: 'requiredRegexPattern', message: `The pattern cannot be used: ${reason}.` }];
}

/**
 * Options for checking initial values. Whether an answer is required or in the past is checked when the form is filled in.
 */
const checkOptions: CheckOptions = { isRequired: false, today: '2000-01-01' as Day, matches: () => true }; // any day

/** An initial value must be a valid answer, except for past dates and incomplete addresses. */
function initialFaults(field: FormField, hasFaults: boolean): FieldRemark[] {
  const { initialValue } = field;
  if (hasFaults || initialValue === null || initialValue.trim() === '') return [];
  if (typeOf(field).kind === 'files')
    return [{ property: 'initialValue', message: 'A file or signature field cannot have an initial value.' }];
  const answer = decodeAnswer(field, initialValue);
  const isAddress = typeOf(field).control === 'address';
  if (isAddress && typeof answer !== 'string') return [];
  const plain = { ...field, minDateToday: null };
  const message = fieldFault(plain, answer, checkOptions);
  return message === undefined ? [] : [{ property: 'initialValue', message: initialValueMessage(field, message) }];
}

function initialValueMessage(field: FormField, message: string): string {
  if (isChoice(field)) return `'${field.initialValue}' is not among the options.`;
  return `'${field.initialValue}' is not valid for this field: ${message}`;
}

/** The type of field whose answer each of these controls shows. `shownValue` is missing, because it shows any text answer. */
const shownTypes: Partial<Record<Control, { words: string; formFieldType: number }>> = {
  shownFiles: { words: 'a field for files', formFieldType: 8 },
  shownImages: { words: 'a field for images', formFieldType: 9 },
  shownSignature: { words: 'a signature', formFieldType: 36 },
};

function shownFaults(field: FormField, named: FieldsByName): FieldRemark[] {
  const { control } = typeOf(field);
  const faultOf = (message: string): FieldRemark[] => [{ property: 'initialValue', message }];
  const shown = shownTypes[control];
  if (!shown && control !== 'shownValue') return [];
  const name = shownFieldName(field);
  if (name === undefined) {
    const isValid = !shown || isValidFixedValue(field, shown.formFieldType);
    return isValid ? [] : faultOf(`Must name ${shown.words} as {modelPropertyName}.`);
  }
  const other = named.get(name);
  if (!other) return faultOf(`No field has the name '${name}'.`);
  const { kind } = typeOf(other);
  const isValid = shown ? typeOf(other) === typeOf(shown) : kind !== 'none' && kind !== 'files';
  return isValid ? [] : faultOf(`'${name}' is not ${shown?.words ?? 'a field whose answer is text'}.`);
}

/** Whether an initial value that names no field is itself a valid list of files, list of images, or signature. */
function isValidFixedValue(field: FormField, formFieldType: number): boolean {
  const text = (field.initialValue ?? '').trim();
  if (text === '') return true;
  const as = { ...field, formFieldType, maxFileSize: null, fileCount: null };
  const answer = decodeAnswer(as, text);
  const isWhole = Array.isArray(answer) || typeOf(as).control === 'signature';
  return isWhole && fieldFault(as, answer, checkOptions) === undefined;
}
