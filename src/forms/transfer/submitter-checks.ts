import type { FormDefinition } from '../definition/definition.ts';
import { type Control, isAnswered, typeOf } from '../definition/field-types.ts';
import { nearest } from '../rules/nearest.ts';
import type { Named } from './field-checks.ts';
import type { Remark } from './places.ts';

/** Answers that are no words of a name. */
const noName: readonly Control[] = ['files', 'images', 'signature', 'address', 'checkbox', 'yesNo'];

/** Whether the fields that say who sends the form are there and of a right type. */
export function submitterRemarks(form: FormDefinition, named: Named): { faults: Remark[]; warnings: Remark[] } {
  const { name = [], email = null } = form.submitter ?? {};
  const controlOf = (one: string): Control | undefined => {
    const field = named.get(one);
    return field && typeOf(field.formFieldType).control;
  };
  const faults = name.flatMap((one, place): Remark[] => {
    const [field, control] = [named.get(one), controlOf(one)];
    const property = `submitter > name > ${place}`;
    if (!field || !control) return [{ place: { property }, message: unknown(one, named) }];
    if (isAnswered(field) && !noName.includes(control)) return [];
    return [{ place: { property }, message: `'${one}' is not a field whose answer is a name.` }];
  });
  if (email !== null && controlOf(email) !== 'email') {
    const message = named.has(email)
      ? `'${email}' is not a field for an e-mail address (type 15).`
      : unknown(email, named);
    faults.push({ place: { property: 'submitter > email' }, message });
  }
  return { faults, warnings: email === null ? unnamedEmail(named) : [] };
}

function unknown(name: string, named: Named): string {
  const near = nearest(name, [...named.keys()]);
  return `No field has the name '${name}'.${near === undefined ? '' : ` Did you mean '${near}'?`}`;
}

/** A form that asks for an address of the usual name, and mails nothing to it. */
function unnamedEmail(named: Named): Remark[] {
  const field = named.get('email');
  if (!field || typeOf(field.formFieldType).control !== 'email') return [];
  const message =
    "Names no email: who sends this form without signing in is not mailed. Name the field 'email' if they should be.";
  return [{ place: { property: 'submitter' }, message }];
}
