import { type FormDefinition, type FormField, fieldsOf } from '../definition/definition.ts';

/** The submitter as given in the form's own fields; empty strings if unknown. */
export interface Submitter {
  name: string;
  /** Taken from no field but the one that the form names for it, because mail is sent to this address. */
  email: string;
}

/** Common names of fields for the submitter's name, in lower case; used for forms that name no submitter fields. */
const usualNames = {
  whole: ['name', 'fullname', 'yourname', 'contactname'],
  first: ['firstname', 'givenname'],
  last: ['lastname', 'surname', 'familyname'],
} as const;

type Values = ReadonlyMap<string, string>;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The submitter of a guest's submission (contract, section 8). `values` are in wire format, by field id. */
export function submitterOf(form: FormDefinition, values: Values): Submitter {
  const fields = fieldsOf(form);
  const answerWhere = (isIt: (field: FormField) => boolean): string => {
    const field = fields.find((one) => isIt(one) && (values.get(one.id) ?? '').trim() !== '');
    return field ? oneLine(values.get(field.id) ?? '') : '';
  };
  const named = (name: string): string => answerWhere(({ modelPropertyName }) => modelPropertyName === name);
  const usual = (names: readonly string[]): string =>
    answerWhere(({ modelPropertyName }) => names.includes(modelPropertyName?.toLowerCase() ?? ''));
  const { name = [], email = null } = form.submitter ?? {};
  const typed = name.length > 0 ? name.map(named) : [usual(usualNames.first), usual(usualNames.last)];
  const whole = typed.filter(Boolean).join(' ');
  return {
    name: whole || (name.length > 0 ? '' : usual(usualNames.whole)),
    email: email === null ? '' : named(email),
  };
}
