import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, get, type Path, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { brandContent } from '#company/brand-contract.ts';
import { settingsContent } from '#company/contract.ts';
import { messageOf } from '#ui/form/field-fault.ts';
import type { Fault } from '#lib/api/problem.ts';
import { administrator as administratorShape, services as servicesShape, type SetupDraft } from './contract.ts';

/** A form that checks a field once the user has left it; each step checks all of its own fields. */
function useFields<Values extends FieldValues, Input>(shape: z.ZodType<Input, Values>, stored: DefaultValues<Values>) {
  const form = useForm<Values, unknown, Input>({
    resolver: zodResolver(shape),
    defaultValues: stored,
    mode: 'onTouched',
    shouldFocusError: false, // the summary takes the focus
  });
  const values = useWatch({ control: form.control }) as Values; // every field has an initial value
  const { errors } = form.formState;
  const errorOf = (path: Path<Values>): string | undefined => messageOf(get(errors, path));
  return { form, values, errorOf, attempts: 1 };
}

/** The forms that set up a site: settings, brand, services, and administrator. */
export function useSetup({ settings, brand, services, administrator }: SetupDraft) {
  return {
    settings: useFields(settingsContent, settings),
    brand: useFields(brandContent, brand),
    services: useFields(servicesShape, services),
    administrator: useFields(administratorShape, { ...administrator, password: '', confirmPassword: '' }),
  };
}

export type SetupForms = ReturnType<typeof useSetup>;
export type FormName = keyof SetupForms;

/** Everything that has been typed, but no password. */
export function draftOf({ settings, brand, services, administrator }: SetupForms): SetupDraft {
  const { password: _, confirmPassword: __, ...person } = administrator.values;
  return { settings: settings.values, brand: brand.values, services: services.values, administrator: person };
}

/** Shows faults of the server beside their fields: `company.name`, `brand.accent`, `services.office-cleaning.name`, `administrator.email`. */
export function showFaults({ settings, brand, services, administrator }: SetupForms, faults: readonly Fault[]): void {
  for (const { path, message } of faults) {
    const [first = '', ...rest] = path.split('.');
    const field = rest.join('.');
    const error = { type: 'server', message };
    // The paths come from our own server.
    if (first === 'brand') brand.form.setError(field as Path<SetupDraft['brand']>, error);
    else if (first === 'services') services.form.setError(field, error);
    else if (first === 'administrator') administrator.form.setError(field as 'email', error);
    else settings.form.setError(path as 'company.name', error);
  }
}
