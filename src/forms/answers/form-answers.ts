import type { Day } from '#lib/day.ts';
import type { Fault } from '#lib/api/problem.ts';
import { type FormDefinition, type FormField, fieldsOf, labelOf, optionsOf } from '../definition/definition.ts';
import { isAnswered, typeOf } from '../definition/field-types.ts';
import { type Logic, makeLogic } from '../rules/logic.ts';
import { type DefinedField, type SettledForm, settleForm } from '../rules/settle-form.ts';
import type { Answer } from '../rules/values.ts';
import { decodeAnswer, encodeAnswer } from './encoding.ts';
import { fieldFault, type Matches } from './field-faults.ts';

/** An answer as it travels. */
export interface FieldResponse {
  id: string;
  response: string | null;
}

const asDefined = (field: FormField): DefinedField => {
  const { kind, control } = typeOf(field.formFieldType);
  const hasOptions = kind === 'choice' || control === 'multiSelect';
  return {
    key: field.id,
    name: field.modelPropertyName ?? '',
    kind,
    ...(hasOptions && { options: optionsOf(field).map(({ value }) => value) }),
    visibilityLogic: field.visibilityLogic,
    requiredLogic: field.requiredLogic,
  };
};

/** Rules that were read already, by the form that they are of; forms never change. */
const settled = new WeakMap<object, SettledForm>();

/** The rules of a form, read; its keys are the fields' ids. What an importer has taken has no faults. */
export function settledOf(form: Pick<FormDefinition, 'formSections'>): SettledForm {
  const known = settled.get(form);
  if (known) return known;
  const made = settleForm(fieldsOf(form).map(asDefined));
  settled.set(form, made);
  return made;
}

/** What every field holds before anybody touches it. */
export const initialAnswers = (form: Pick<FormDefinition, 'formSections'>): Map<string, Answer> =>
  new Map(
    fieldsOf(form)
      .filter(isAnswered)
      .map((field) => [field.id, decodeAnswer(field, field.initialValue)]),
  );

interface Sent {
  form: FormDefinition;
  responses: readonly FieldResponse[];
  /** What is stored already, for a submission that is changed: what nobody may change stays so. */
  stored?: ReadonlyMap<string, string>;
  today: Day;
}

/** Characters; only files and signatures have more, and nothing is read of what is longer. */
const longestResponse = 2_000_000;

const isTooLong = ({ formFieldType }: FormField, response: string | null): boolean =>
  typeOf(formFieldType).kind !== 'files' && (response?.length ?? 0) > longestResponse;

export interface ReadAnswers {
  logic: Logic;
  /** What no field of the form can take: told before all else. */
  faults: Fault[];
}

/** Reads what was sent into the form's logic. Fields that nobody may change hold what they held. */
export function readAnswers({ form, responses, stored = new Map(), today }: Sent): ReadAnswers {
  const fields = new Map(fieldsOf(form).map((field) => [field.id, field]));
  const answers = initialAnswers(form);
  for (const [id, field] of fields) if (stored.has(id)) answers.set(id, decodeAnswer(field, stored.get(id) ?? null));
  const [faults, seen] = [[] as Fault[], new Set<string>()];
  for (const { id, response } of responses) {
    const field = fields.get(id);
    if (!field) faults.push({ path: id, message: 'This field is not part of the form.' });
    else if (seen.has(id)) faults.push({ path: id, message: 'This field is answered more than once.' });
    else if (isTooLong(field, response)) faults.push({ path: id, message: `Invalid ${labelOf(field)}.` });
    else if (isAnswered(field) && !field.isDisabled) answers.set(id, decodeAnswer(field, response));
    seen.add(id);
  }
  for (const [id, field] of fields) {
    // A field that is left out is one that holds nothing, not one that keeps its initial value.
    if (isAnswered(field) && !field.isDisabled && !seen.has(id)) answers.set(id, decodeAnswer(field, null));
  }
  return { logic: makeLogic(settledOf(form).fields, answers, today), faults };
}

interface Checking {
  form: Pick<FormDefinition, 'formSections'>;
  logic: Logic;
  /** The day on which it is sent or changed. */
  today: Day;
  matches: Matches;
  /** What is stored already, for a submission that is changed. */
  stored?: ReadonlyMap<string, Answer>;
}

/** What is wrong with the answers of a form, in the order of its fields; `path` is the field's id. */
export function faultsOf({ form, logic, today, matches, stored }: Checking): Fault[] {
  return fieldsOf(form).flatMap((field) => {
    if (!logic.isVisible(field.id) || field.isDisabled) return [];
    const asked = { isRequired: logic.isRequired(field.id), today, matches, stored: stored?.get(field.id) };
    const message = fieldFault(field, logic.given(field.id), asked);
    return message === undefined ? [] : [{ path: field.id, message }];
  });
}

/** What is stored of the answers: those of fields that show, as they travel; nothing that is blank. */
export function valuesOf({ form, logic }: Pick<Checking, 'form' | 'logic'>): Map<string, string> {
  const shown = fieldsOf(form).filter((field) => isAnswered(field) && logic.isVisible(field.id));
  const all = shown.map((field): [string, string] => [field.id, encodeAnswer(field, logic.given(field.id))]);
  return new Map(all.filter(([, value]) => value !== ''));
}
