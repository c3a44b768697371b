import { decodeAnswer } from '#forms/answers/answer-types.ts';
import { uploadsOf } from '#forms/answers/uploads.ts';
import { fieldsOf, type FormField, optionsOf, type ShownForm } from '#forms/definition/definition.ts';
import { isAnswered, typeOf } from '#forms/definition/field-types.ts';
import type { Answer } from '#forms/rules/answer-values.ts';

/** A stored answer, converted to what the page's fields need: files become uploads. */
export const asFieldAnswer = (field: FormField, answer: Answer): Answer =>
  typeOf(field).kind === 'files' && Array.isArray(answer) ? uploadsOf(answer) : answer;

/** The answers of a submission. Disabled fields that were hidden have their initial answers, as on the server. */
export function submittedAnswers(
  form: ShownForm,
  responses: readonly { id: string; response: string }[],
): Map<string, Answer> {
  const given = new Map(responses.map(({ id, response }) => [id, response]));
  const fields = fieldsOf(form).filter((field) => isAnswered(field) && (!field.isDisabled || given.has(field.id)));
  return new Map(
    fields.map((field) => [field.id, asFieldAnswer(field, decodeAnswer(field, given.get(field.id) ?? null))]),
  );
}

/** What the member's profile can prefill. */
export interface Profile {
  firstName: string;
  lastName: string;
  email: string;
  mobile?: string;
  companyName?: string | null;
  address?: Readonly<Record<string, string>>;
}

const profileValues = (person: Profile): Record<string, Answer> => {
  const name = `${person.firstName} ${person.lastName}`.trim();
  return {
    firstname: person.firstName,
    lastname: person.lastName,
    name,
    fullname: name,
    email: person.email,
    emailaddress: person.email,
    mobile: person.mobile ?? '',
    mobilephone: person.mobile ?? '',
    phone: person.mobile ?? '',
    company: person.companyName ?? '',
    companyname: person.companyName ?? '',
    address: person.address ?? {},
  };
};

/**
 * Answers prefilled from the member's profile and from URL parameters such as `?service=aged-care`, which take precedence.
 */
export function prefilled(form: ShownForm, person: Profile | undefined, query: URLSearchParams): Map<string, Answer> {
  const known = person ? profileValues(person) : {};
  const answers = new Map<string, Answer>();
  for (const field of fieldsOf(form)) {
    const name = field.modelPropertyName ?? '';
    if (name === '' || !isAnswered(field) || field.isDisabled) continue;
    const parameter = query.get(name);
    if (parameter !== null && fits(field, parameter)) answers.set(field.id, decodeAnswer(field, parameter));
    const value = field.initialValue ? undefined : known[name.toLowerCase()];
    if (parameter === null && value !== undefined && fitsProfileValue(field, value)) answers.set(field.id, value);
  }
  return answers;
}

/** URL parameters may fill in texts and choices, but not files, signatures or addresses. */
function fits(field: FormField, parameter: string): boolean {
  const { kind } = typeOf(field);
  if (kind === 'choice') return optionsOf(field).some(({ value }) => value === parameter);
  return ['text', 'multi', 'yesNo', 'number', 'date'].includes(kind) && parameter.length <= 500;
}

const fitsProfileValue = (field: FormField, known: Answer): boolean =>
  known !== '' && typeOf(field).kind === (typeof known === 'string' ? 'text' : 'address');
