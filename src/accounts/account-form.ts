import type { FieldErrors, FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { data } from 'react-router';
import { type Fault, Problem } from '#lib/api/problem.ts';
import { refusalOf } from '#lib/api/refusal.ts';
import { faultNaming } from '#ui/form/error-fault.ts';

/** What the server told a form without script: a sentence for the whole of it, and faults of its fields. */
export interface FormMessage {
  message: string;
  faults: Fault[];
}

/** Why a call was refused, for a form to show; rethrows what is no refusal. `fallback` is the catalogue's sentence. */
export function told(error: unknown, fallback: string): FormMessage {
  if (!(error instanceof Problem)) throw error;
  const isSpecific = error.status === 409 || error.status === 429 || error.faults.length > 0;
  return { message: isSpecific ? error.message : fallback, faults: error.faults };
}

/** Shows a form sent without script again: `shown` with why it was refused, under the status that the call had. */
export function refused<Shown extends object>(error: unknown, fallback: string, shown: Shown) {
  const why = told(error, fallback);
  return data({ ...shown, ...why }, refusalOf(error as Problem)); // told() has rethrown all else
}

/** The errors that a form begins with: what the server told before any script ran. */
export const errorsFrom = <T extends FieldValues>(faults: readonly Fault[] = []): FieldErrors<T> =>
  Object.fromEntries(faults.map(({ path, message }) => [path, { type: 'server', message }])) as FieldErrors<T>; // flat forms

/** Puts the server's faults beside their fields. */
export function showFaults<T extends FieldValues>(faults: readonly Fault[], setError: UseFormSetError<T>): void {
  for (const { path, message } of faults) setError(path as Path<T>, { type: 'server', message }); // the server's own names
}

/** Fields whose sentences may leave open which of them they are about. */
const labels: Record<string, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  mobile: 'Mobile',
  companyName: 'Company name',
  abn: 'ABN',
  confirmPassword: 'Confirm password',
};

/** The errors in the order of the fields, for the summary; a field's id is its name. */
export function summaryOf<T extends FieldValues>(errors: FieldErrors<T>, fields: readonly (keyof T & string)[]) {
  return fields.flatMap((id) => {
    const message = errors[id]?.message;
    return typeof message === 'string' ? [faultNaming(labels[id], { id, message })] : [];
  });
}

/** A text field of a form that was posted without script. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** Some of its text fields, by their names. */
export const textsOf = <Name extends string>(form: FormData, names: readonly Name[]): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, textOf(form, name)])) as Record<Name, string>; // of these names

/** Leaves for a page that is asked for anew, with its reader known; never comes back, so the form stays busy. */
export function leaveFor(target: string): Promise<never> {
  window.location.replace(target);
  return new Promise(() => {});
}
