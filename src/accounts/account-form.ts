import type { FieldErrors, FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { data } from 'react-router';
import { type Fault, isPaused, Problem } from '#lib/api/problem.ts';
import { refusalOf } from '#lib/api/refusal.ts';
import { type FieldFault, withoutRepeatedLabel } from '#ui/form/field-fault.ts';
import type { FormMessage } from '#ui/form/use-plain-form.ts';

/** The message of a form whose call was refused; `fallback` if the server has nothing more specific. Rethrows errors other than `Problem`. */
export function formMessageOf(error: unknown, fallback: string): FormMessage {
  if (!(error instanceof Problem)) throw error;
  const isSpecific = error.status === 409 || error.status === 429 || isPaused(error) || error.faults.length > 0;
  return { message: isSpecific ? error.message : fallback, faults: error.faults };
}

/**
 * Data for rendering a form again after it was posted without script: `values` and the message, with the status of the refused
 * call.
 */
export function refusedForm<Values extends object>(error: unknown, fallback: string, values: Values) {
  const formMessage = formMessageOf(error, fallback);
  return data({ ...values, ...formMessage }, refusalOf(error as Problem)); // formMessageOf() rethrows everything else
}

/** The form's initial errors: the faults that the server found before any script ran. */
export const errorsFrom = <T extends FieldValues>(faults: readonly Fault[] = []): FieldErrors<T> =>
  Object.fromEntries(faults.map(({ path, message }) => [path, { type: 'server', message }])) as FieldErrors<T>; // our account forms are flat

export function showFaults<T extends FieldValues>(faults: readonly Fault[], setError: UseFormSetError<T>): void {
  for (const { path, message } of faults) setError(path as Path<T>, { type: 'server', message }); // paths come from our own server
}

/** Labels of fields, for messages that do not name their field. */
const labels: Record<string, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  mobile: 'Mobile',
  companyName: 'Company name',
  abn: 'ABN',
  confirmPassword: 'Confirm password',
};

/** A field's fault for the error summary, with the field's label if the message does not name it; none without a message. */
export const labelledFault = (id: string, message: unknown): FieldFault[] =>
  typeof message === 'string' ? [withoutRepeatedLabel(labels[id], { id, message })] : [];

/** The errors in field order, for the error summary; a field's id is its name. */
export function summaryFaults<T extends FieldValues>(errors: FieldErrors<T>, fields: readonly (keyof T & string)[]) {
  return fields.flatMap((id) => labelledFault(id, errors[id]?.message));
}

/** The value of a text field in a form that was posted without script. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

export const textsOf = <Name extends string>(form: FormData, names: readonly Name[]): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, textOf(form, name)])) as Record<Name, string>; // exactly these names

/**
 * Navigates with a full page load, so that the server renders with the new session. Never resolves, so the form stays
 * busy.
 */
export function leaveFor(target: string): Promise<never> {
  window.location.replace(target);
  return new Promise(() => {});
}
