import type { FormDefinition } from '../definition/definition.ts';
import { typeOf } from '../definition/field-types.ts';
import { nearest } from '../rules/name-suggestions.ts';
import type { AnswerKind } from '../rules/answer-values.ts';
import type { FieldsByName } from './field-checks.ts';
import type { Remark } from './fault-paths.ts';

/** Kinds of answers that cannot be a name or a part of one. */
const notNames: readonly AnswerKind[] = ['none', 'files', 'address', 'checkbox', 'yesNo'];

/** Checks that the submitter's fields exist and have suitable types. */
export function submitterRemarks(form: FormDefinition, named: FieldsByName): { faults: Remark[]; warnings: Remark[] } {
  const { name = [], email = null } = form.submitter ?? {};
  const faults = name.flatMap((one, index): Remark[] => {
    const field = named.get(one);
    const property = `submitter > name > ${index}`;
    if (!field) return [{ location: { property }, message: unknown(one, named) }];
    if (!notNames.includes(typeOf(field).kind)) return [];
    return [{ location: { property }, message: `'${one}' is not a field whose answer is a name.` }];
  });
  const emailField = named.get(email ?? '');
  if (email !== null && !(emailField && typeOf(emailField).control === 'email')) {
    const message = emailField ? `'${email}' is not a field for an e-mail address (type 15).` : unknown(email, named);
    faults.push({ location: { property: 'submitter > email' }, message });
  }
  return { faults, warnings: email === null ? unnamedEmail(named) : [] };
}

function unknown(name: string, named: FieldsByName): string {
  const near = nearest(name, [...named.keys()]);
  return `No field has the name '${name}'.${near === undefined ? '' : ` Did you mean '${near}'?`}`;
}

/** Warns if a form has a field named `email`, but `submitter` names no e-mail field. */
function unnamedEmail(named: FieldsByName): Remark[] {
  const field = named.get('email');
  if (!field || typeOf(field).control !== 'email') return [];
  const message =
    "Guests get no confirmation, because 'submitter' names no email. To send one, set its email to 'email'.";
  return [{ location: { property: 'submitter' }, message }];
}
