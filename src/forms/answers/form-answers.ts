import type { Day } from '#lib/day.ts';
import type { Fault } from '#lib/api/problem.ts';
import { type FormDefinition, type FormField, fieldsOf, labelOf, optionsOf } from '../definition/definition.ts';
import { isAnswered, typeOf } from '../definition/field-types.ts';
import { type Logic, makeLogic } from '../rules/field-visibility.ts';
import { type UnparsedField, type ParsedForm, parseForm } from '../rules/parse-form-rules.ts';
import type { Answer } from '../rules/answer-values.ts';
import { decodeAnswer, encodeAnswer, fieldFault } from './answer-types.ts';
import { type PatternMatcher } from './field-faults.ts';

/** An answer in wire format. */
export interface FieldResponse {
  id: string;
  response: string | null;
}

const toUnparsedField = (field: FormField): UnparsedField => {
  const { kind, control } = typeOf(field);
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

/** Cache of parsed rules, by form definition; definitions are immutable. */
const parsedForms = new WeakMap<object, ParsedForm>();

/** The parsed rules of a form, with field ids as keys. Stored forms have no faults in their rules. */
export function parsedFormOf(form: Pick<FormDefinition, 'formSections'>): ParsedForm {
  const known = parsedForms.get(form);
  if (known) return known;
  const parsed = parseForm(fieldsOf(form).map(toUnparsedField));
  parsedForms.set(form, parsed);
  return parsed;
}

/** The answers before the user changes anything. */
export const initialAnswers = (form: Pick<FormDefinition, 'formSections'>): Map<string, Answer> =>
  new Map(
    fieldsOf(form)
      .filter(isAnswered)
      .map((field) => [field.id, decodeAnswer(field, field.initialValue)]),
  );

interface SentAnswers {
  form: FormDefinition;
  responses: readonly FieldResponse[];
  /** The stored answers when a submission is changed; disabled fields keep theirs. */
  stored?: ReadonlyMap<string, string> | undefined;
  today: Day;
}

/** Limit in characters; only files and signatures may be longer. */
const longestResponse = 2_000_000;

const isTooLong = (field: FormField, response: string | null): boolean =>
  typeOf(field).kind !== 'files' && (response?.length ?? 0) > longestResponse;

/**
 * Evaluates the form's rules with the responses. `faults` lists responses that fit no field; report them before other faults.
 * Disabled fields keep their stored or initial answers.
 */
export function readAnswers({ form, responses, stored = new Map(), today }: SentAnswers) {
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
    // A field that is left out is blank; it does not keep its initial value.
    if (isAnswered(field) && !field.isDisabled && !seen.has(id)) answers.set(id, decodeAnswer(field, null));
  }
  return { logic: makeLogic(parsedFormOf(form).fields, answers, today), faults };
}

interface Checking {
  form: Pick<FormDefinition, 'formSections'>;
  logic: Logic;
  /** The day in Sydney on which the form is submitted or changed. */
  today: Day;
  matches: PatternMatcher;
  /** The stored answers when a submission is changed. */
  stored?: ReadonlyMap<string, Answer> | undefined;
}

/** The faults of a form's answers, in field order; `path` is the field's id. */
export function faultsOf({ form, logic, today, matches, stored }: Checking): Fault[] {
  return fieldsOf(form).flatMap((field) => {
    if (!logic.isVisible(field.id) || field.isDisabled) return [];
    const options = { isRequired: logic.isRequired(field.id), today, matches, stored: stored?.get(field.id) };
    const message = fieldFault(field, logic.answerOf(field.id), options);
    return message === undefined ? [] : [{ path: field.id, message }];
  });
}

/** The answers to store: only visible fields, in wire format, without blank answers. */
export function valuesOf({ form, logic }: Pick<Checking, 'form' | 'logic'>): Map<string, string> {
  const shown = fieldsOf(form).filter((field) => isAnswered(field) && logic.isVisible(field.id));
  const all = shown.map((field): [string, string] => [field.id, encodeAnswer(field, logic.answerOf(field.id))]);
  return new Map(all.filter(([, value]) => value !== ''));
}
