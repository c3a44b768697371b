import type { Day } from '#lib/day.ts';
import { type CheckOptions, fieldFault } from '../answers/field-faults.ts';
import { decodeAnswer } from '../answers/encoding.ts';
import { patternFaultOf } from '../answers/patterns.ts';
import { type FormField, optionsOf, selectAll, shownFieldName } from '../definition/definition.ts';
import { type Control, isAnswered, typeOf } from '../definition/field-types.ts';

/** A fault or warning of a field's property. */
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

const controlOf = ({ formFieldType }: FormField): Control => typeOf(formFieldType).control;

function rangeFaults({ minNumberValue: min, maxNumberValue: max }: FormField): FieldRemark[] {
  if (min === null || max === null || min <= max) return [];
  return [{ property: 'maxNumberValue', message: `Must not be below minNumberValue, which is ${min}.` }];
}

const choices: readonly Control[] = ['select', 'multiSelect', 'horizontalRadio', 'verticalRadio'];
const isChoice = (field: FormField): boolean => choices.includes(controlOf(field));

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
  const twice = values.find((value, i) => value !== '' && values.indexOf(value) < i);
  return twice === undefined
    ? []
    : [{ property: 'selectOptions', message: `Two options have the value '${twice}'. Only the first is used.` }];
}

function nameWarnings(field: FormField): FieldRemark[] {
  if (!isAnswered(field) || field.modelPropertyName?.trim()) return [];
  return [{ property: 'modelPropertyName', message: 'Rules cannot read this field, because it has no name.' }];
}

function maskFaults(field: FormField): FieldRemark[] {
  if (controlOf(field) !== 'masked' || field.maskedInputMask?.includes('9')) return [];
  const message = 'A masked field needs a mask with a 9 for each digit, such as 99 9999 9999.';
  return [{ property: 'maskedInputMask', message }];
}

function patternFaults({ requiredRegexPattern: pattern }: FormField): FieldRemark[] {
  const reason = pattern ? patternFaultOf(pattern) : undefined;
  return reason === undefined
    ? []
    : [{ property: 'requiredRegexPattern', message: `The pattern cannot be used: ${reason}.` }];
}

/** For values in a definition; required answers and past dates are checked when the form is filled in. */
const checkOptions: CheckOptions = { isRequired: false, today: '2000-01-01' as Day, matches: () => true }; // any day

const filesOnly: readonly Control[] = ['files', 'images', 'signature'];

/** An initial value must be a valid answer, except for past dates and incomplete addresses. */
function initialFaults(field: FormField, isFaulty: boolean): FieldRemark[] {
  const { initialValue } = field;
  if (isFaulty || initialValue === null || initialValue.trim() === '') return [];
  if (filesOnly.includes(controlOf(field)))
    return [{ property: 'initialValue', message: 'A file or signature field cannot have an initial value.' }];
  const answer = decodeAnswer(field, initialValue);
  const isAddress = controlOf(field) === 'address';
  if (isAddress && typeof answer !== 'string') return [];
  const plain = { ...field, minDateToday: null };
  const message = fieldFault(plain, answer, checkOptions);
  return message === undefined ? [] : [{ property: 'initialValue', message: wrongInitial(field, message) }];
}

function wrongInitial(field: FormField, message: string): string {
  if (isChoice(field)) return `'${field.initialValue}' is not among the options.`;
  return `'${field.initialValue}' does not fit this field: ${message}`;
}

/** The controls whose answers each type can show; `shownValue` shows any answer that is text. */
const shownTypes: Partial<Record<Control, { shows: readonly Control[]; words: string; as?: number }>> = {
  shownFiles: { shows: ['files'], words: 'a field for files', as: 8 },
  shownImages: { shows: ['images'], words: 'a field for images', as: 9 },
  shownSignature: { shows: ['signature'], words: 'a signature', as: 36 },
};

function shownFaults(field: FormField, named: FieldsByName): FieldRemark[] {
  const control = controlOf(field);
  const faultOf = (message: string): FieldRemark[] => [{ property: 'initialValue', message }];
  const rule = shownTypes[control];
  if (!rule && control !== 'shownValue') return [];
  const name = shownFieldName(field);
  if (name === undefined)
    return rule?.as === undefined || isReadable(field, rule.as) ? [] : faultOf(needsName(rule.words));
  const other = named.get(name);
  if (!other) return faultOf(`No field has the name '${name}'.`);
  const isRight = rule
    ? rule.shows.includes(controlOf(other))
    : isAnswered(other) && !filesOnly.includes(controlOf(other));
  return isRight ? [] : faultOf(`'${name}' is not ${rule?.words ?? 'a field whose answer is a text'}.`);
}

const needsName = (words: string): string => `Must name ${words} as {modelPropertyName}.`;

/** Whether a literal initial value is a valid list of files, images or a signature. */
function isReadable(field: FormField, formFieldType: number): boolean {
  const text = (field.initialValue ?? '').trim();
  if (text === '') return true;
  const as = { ...field, formFieldType, maxFileSize: null, fileCount: null };
  const answer = decodeAnswer(as, text);
  const isWhole = Array.isArray(answer) || typeOf(formFieldType).control === 'signature';
  return isWhole && fieldFault(as, answer, checkOptions) === undefined;
}
