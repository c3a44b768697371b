import { decodeAnswer } from '#forms/answers/encoding.ts';
import { uploadsOf } from '#forms/answers/uploads.ts';
import { type FormField, fieldsOf, optionsOf } from '#forms/definition/definition.ts';
import { isAnswered, typeOf } from '#forms/definition/field-types.ts';
import type { Answer } from '#forms/rules/values.ts';
import type { ShownForm } from '#forms/definition/shapes.ts';

/** A stored answer as the page's fields take it: files as an uploader has them. */
export const asShown = (field: FormField, answer: Answer): Answer =>
  typeOf(field.formFieldType).kind === 'files' && Array.isArray(answer) ? uploadsOf(answer) : answer;

/** The answers of a submission. What nobody may change holds what it holds at first where it was hidden, as the server has it. */
export function submittedAnswers(
  form: ShownForm,
  responses: readonly { id: string; response: string }[],
): Map<string, Answer> {
  const given = new Map(responses.map(({ id, response }) => [id, response]));
  const fields = fieldsOf(form).filter((field) => isAnswered(field) && (!field.isDisabled || given.has(field.id)));
  return new Map(fields.map((field) => [field.id, asShown(field, decodeAnswer(field, given.get(field.id) ?? null))]));
}

/** What the profile knows, by the names that forms use for it. */
export interface KnownPerson {
  firstName: string;
  lastName: string;
  email: string;
  mobile?: string;
  companyName?: string | null;
  address?: Readonly<Record<string, string>>;
}

const namesOf = (person: KnownPerson): Record<string, Answer> => {
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

/** Who is signed in need not type what we know; what the address of the page says goes before all else: `?service=aged-care`. */
export function prefilled(
  form: ShownForm,
  person: KnownPerson | undefined,
  query: URLSearchParams,
): Map<string, Answer> {
  const known = person ? namesOf(person) : {};
  const answers = new Map<string, Answer>();
  for (const field of fieldsOf(form)) {
    const name = field.modelPropertyName ?? '';
    if (name === '' || !isAnswered(field) || field.isDisabled) continue;
    const asked = query.get(name);
    if (asked !== null && fits(field, asked)) answers.set(field.id, decodeAnswer(field, asked));
    const knows = field.initialValue ? undefined : known[name.toLowerCase()];
    if (asked === null && knows !== undefined && fitsKnown(field, knows)) answers.set(field.id, knows);
  }
  return answers;
}

/** A link may choose and write, but not put files, signatures or addresses into a form. */
function fits(field: FormField, asked: string): boolean {
  const { kind } = typeOf(field.formFieldType);
  if (kind === 'choice') return optionsOf(field).some(({ value }) => value === asked);
  return ['text', 'multi', 'yesNo', 'number', 'date'].includes(kind) && asked.length <= 500;
}

const fitsKnown = (field: FormField, known: Answer): boolean =>
  known !== '' && typeOf(field.formFieldType).kind === (typeof known === 'string' ? 'text' : 'address');
