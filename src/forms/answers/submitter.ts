import { type FormDefinition, type FormField, fieldsOf } from '../definition/definition.ts';

/** Who sent a form, as its own fields say it; empty where they don't. */
export interface Submitter {
  name: string;
  /** Only of the field that the form names for it: it is mailed to. */
  email: string;
}

/** How forms name their fields for who fills them in, without regard to case; for forms that name no sender. */
const usualNames = {
  whole: ['name', 'fullname', 'yourname', 'contactname'],
  first: ['firstname', 'givenname'],
  last: ['lastname', 'surname', 'familyname'],
} as const;

type Values = ReadonlyMap<string, string>;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Who sent a submission without a member (contract, section 8). `values` are by the field's id, as they travel. */
export function submitterOf(form: FormDefinition, values: Values): Submitter {
  const fields = fieldsOf(form);
  const said = (isIt: (field: FormField) => boolean): string => {
    const field = fields.find((one) => isIt(one) && (values.get(one.id) ?? '').trim() !== '');
    return field ? oneLine(values.get(field.id) ?? '') : '';
  };
  const named = (name: string): string => said(({ modelPropertyName }) => modelPropertyName === name);
  const usual = (names: readonly string[]): string =>
    said(({ modelPropertyName }) => names.includes(modelPropertyName?.toLowerCase() ?? ''));
  const { name = [], email = null } = form.submitter ?? {};
  const typed = name.length > 0 ? name.map(named) : [usual(usualNames.first), usual(usualNames.last)];
  const whole = typed.filter(Boolean).join(' ');
  return {
    name: whole || (name.length > 0 ? '' : usual(usualNames.whole)),
    email: email === null ? '' : named(email),
  };
}
