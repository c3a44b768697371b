import type { Day } from '#lib/day.ts';
import { type CheckOptions, fieldFault } from '../answers/field-faults.ts';
import { decodeAnswer } from '../answers/encoding.ts';
import { patternFaultOf } from '../answers/patterns.ts';
import { type FormField, optionsOf, selectAll, shownFieldName } from '../definition/definition.ts';
import { type Control, isAnswered, typeOf } from '../definition/field-types.ts';

/** What is wrong, or strange, with a property of a field. */
export interface FieldRemark {
  property: keyof FormField;
  message: string;
}

/** The fields of the form by their names. */
export type Named = ReadonlyMap<string, FormField>;

/** What the shape of a field can't know: what its type, its other properties and the other fields decide. */
export function fieldRemarks(field: FormField, named: Named): { faults: FieldRemark[]; warnings: FieldRemark[] } {
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
  return [{ property: 'selectOptions', message: `'${selectAll.value}' stands for all options; name it otherwise.` }];
}

function optionWarnings(field: FormField): FieldRemark[] {
  if (!isChoice(field)) return [];
  const values = (field.selectOptions ?? '').split(';').map((one) => one.slice(one.lastIndexOf('=') + 1).trim());
  const twice = values.find((value, i) => value !== '' && values.indexOf(value) < i);
  return twice === undefined
    ? []
    : [{ property: 'selectOptions', message: `Two options have the value '${twice}'; the first stays.` }];
}

function nameWarnings(field: FormField): FieldRemark[] {
  if (!isAnswered(field) || field.modelPropertyName?.trim()) return [];
  return [{ property: 'modelPropertyName', message: 'Without a name no rule can read this field.' }];
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

/** Of values that stand in a form; whether they are required, or late, is asked when it is filled in. */
const asked: CheckOptions = { isRequired: false, today: '2000-01-01' as Day, matches: () => true }; // a day, if any

const filesOnly: readonly Control[] = ['files', 'images', 'signature'];

/** What a field holds at first has to be an answer that it would take, but for dates that pass and what is not filled in yet. */
function initialFaults(field: FormField, isFaulty: boolean): FieldRemark[] {
  const { initialValue } = field;
  if (isFaulty || initialValue === null || initialValue.trim() === '') return [];
  if (filesOnly.includes(controlOf(field)))
    return [{ property: 'initialValue', message: 'A field for files or a signature cannot hold one at first.' }];
  const answer = decodeAnswer(field, initialValue);
  const isAddress = controlOf(field) === 'address';
  if (isAddress && typeof answer !== 'string') return [];
  const plain = { ...field, minDateToday: null };
  const message = fieldFault(plain, answer, asked);
  return message === undefined ? [] : [{ property: 'initialValue', message: wrongInitial(field, message) }];
}

function wrongInitial(field: FormField, message: string): string {
  if (isChoice(field)) return `'${field.initialValue}' is not among the options.`;
  return `'${field.initialValue}' does not fit this field: ${message}`;
}

/** Which fields each type shows the answer of; a text shows what reads as one. */
const shownTypes: Partial<Record<Control, { shows: readonly Control[]; words: string; as?: number }>> = {
  shownFiles: { shows: ['files'], words: 'a field for files', as: 8 },
  shownImages: { shows: ['images'], words: 'a field for images', as: 9 },
  shownSignature: { shows: ['signature'], words: 'a signature', as: 36 },
};

function shownFaults(field: FormField, named: Named): FieldRemark[] {
  const control = controlOf(field);
  const told = (message: string): FieldRemark[] => [{ property: 'initialValue', message }];
  const rule = shownTypes[control];
  if (!rule && control !== 'shownValue') return [];
  const name = shownFieldName(field);
  if (name === undefined)
    return rule?.as === undefined || isReadable(field, rule.as) ? [] : told(needsName(rule.words));
  const other = named.get(name);
  if (!other) return told(`No field has the name '${name}'.`);
  const isRight = rule
    ? rule.shows.includes(controlOf(other))
    : isAnswered(other) && !filesOnly.includes(controlOf(other));
  return isRight ? [] : told(`'${name}' is not ${rule?.words ?? 'a field whose answer is a text'}.`);
}

const needsName = (words: string): string => `Must name ${words} as {modelPropertyName}.`;

/** Files, images or a signature that stand in the form itself. */
function isReadable(field: FormField, formFieldType: number): boolean {
  const text = (field.initialValue ?? '').trim();
  if (text === '') return true;
  const as = { ...field, formFieldType, maxFileSize: null, fileCount: null };
  const answer = decodeAnswer(as, text);
  const isWhole = Array.isArray(answer) || typeOf(formFieldType).control === 'signature';
  return isWhole && fieldFault(as, answer, asked) === undefined;
}
