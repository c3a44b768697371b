import { zodResolver } from '@hookform/resolvers/zod';
import { type SubmitEventHandler, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { FieldFault } from '#ui/form/field-fault.ts';
import type { FormMessage } from '#ui/form/use-plain-form.ts';
import type { FieldAttributes } from './use-account-form.ts';
import { errorsFrom, formMessageOf, showFaults, summaryFaults } from '../account-form.ts';

interface Options<In extends FieldValues, Out> {
  shape: z.ZodType<Out, In>;
  /** The fields' names, which are also their ids, in the page's order. */
  fields: readonly (keyof In & string)[];
  values: DefaultValues<In>;
  /** The server's answer when the form was posted without script. */
  serverMessage: FormMessage | undefined;
  /** Shown if the server has no more specific message. */
  fallback: string;
  send: (body: Out, form: UseFormReturn<In, unknown, Out>) => Promise<unknown>;
}

/**
 * A form of the profile, whose address field and unsaved changes need react-hook-form. The contract's shape validates it, and it shows the
 * faults that the server reports.
 */
export function useProfileForm<In extends FieldValues, Out>(options: Options<In, Out>) {
  const { shape, fields, values, fallback, send } = options;
  const [initialErrors] = useState(() => errorsFrom<In>(options.serverMessage?.faults)); // the same object each time, because react-hook-form would apply a new object again
  const [refusal, setRefusal] = useState(
    options.serverMessage?.faults.length ? undefined : options.serverMessage?.message,
  );
  const form = useForm<In, unknown, Out>({
    resolver: zodResolver(shape),
    defaultValues: values,
    errors: initialErrors,
    shouldFocusError: false,
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const onSubmit: SubmitEventHandler = form.handleSubmit(async (body) => {
    setRefusal(undefined);
    try {
      await send(body, form);
    } catch (error) {
      const { message, faults } = formMessageOf(error, fallback);
      if (faults.length > 0) return showFaults(faults, form.setError);
      setRefusal(message);
    }
  });
  const faults: FieldFault[] = summaryFaults(errors, fields);
  const field = (name: keyof In & string): FieldAttributes => ({
    ...form.register(name as Path<In>), // our account forms are flat: a field's path is its name
    id: name,
    required: true,
    error: faults.find(({ id }) => id === name)?.message,
    defaultValue: values[name as keyof typeof values] as string | undefined, // undefined for checkboxes
  });
  const account = { faults, refusal, isSubmitting, attempt: submitCount, form: { onSubmit } };
  return { form, field, account };
}
