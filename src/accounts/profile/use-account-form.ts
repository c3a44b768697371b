import { zodResolver } from '@hookform/resolvers/zod';
import { type SubmitEventHandler, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { FieldFault } from '#ui/form/field-fault.ts';
import { errorsFrom, formMessageOf, showFaults, summaryFaults, type FormMessage } from '../account-form.ts';

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
  /** Called after the server has refused the form for a reason that concerns no single field. */
  onRefused?: (form: UseFormReturn<In, unknown, Out>) => void;
}

export interface FieldAttributes {
  id: string;
  name: string;
  required: true;
  error: string | undefined;
  /** Rendered in the HTML as well, for users without script. */
  defaultValue: string | undefined;
}

/** A form on the account pages. The contract's shape validates it, and it shows the faults that the server reports. */
export function useAccountForm<In extends FieldValues, Out>(options: Options<In, Out>) {
  const { shape, fields, values, fallback, send, onRefused } = options;
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
      onRefused?.(form);
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
  return { form, field, faults, refusal, isSubmitting, attempt: submitCount, onSubmit };
}

export type AccountFormState = Pick<
  ReturnType<typeof useAccountForm>,
  'faults' | 'refusal' | 'isSubmitting' | 'attempt' | 'onSubmit'
>;
