import { zodResolver } from '@hookform/resolvers/zod';
import { type SubmitEventHandler, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { FieldFault } from '#ui/form/error-fault.ts';
import { errorsFrom, showFaults, summaryOf, type FormMessage, told } from '../account-form.ts';

interface Options<In extends FieldValues, Out> {
  shape: z.ZodType<Out, In>;
  /** In the page's order; a field's id is its name. */
  fields: readonly (keyof In & string)[];
  values: DefaultValues<In>;
  /** What the server said of the form, sent without script. */
  told: FormMessage | undefined;
  /** The catalogue's sentence for what the server gives no better one for. */
  fallback: string;
  send: (body: Out, form: UseFormReturn<In, unknown, Out>) => Promise<unknown>;
  /** After a refusal that blames no field. */
  onRefused?: (form: UseFormReturn<In, unknown, Out>) => void;
}

/** What a control of a form takes. */
export interface FieldAttributes {
  id: string;
  name: string;
  required: true;
  error: string | undefined;
  /** Also in the HTML, for readers without script. */
  defaultValue: string | undefined;
}

/** One form of the account pages: checked here by the contract's shape, and shown what the server says. */
export function useAccountForm<In extends FieldValues, Out>(options: Options<In, Out>) {
  const { shape, fields, values, fallback, send, onRefused } = options;
  const [before] = useState(() => errorsFrom<In>(options.told?.faults)); // one object: a new one would be set again
  const [refusal, setRefusal] = useState(options.told?.faults.length ? undefined : options.told?.message);
  const form = useForm<In, unknown, Out>({
    resolver: zodResolver(shape),
    defaultValues: values,
    errors: before,
    shouldFocusError: false,
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const onSubmit: SubmitEventHandler = form.handleSubmit(async (body) => {
    setRefusal(undefined);
    try {
      await send(body, form);
    } catch (error) {
      const { message, faults } = told(error, fallback);
      if (faults.length > 0) return showFaults(faults, form.setError);
      setRefusal(message);
      onRefused?.(form);
    }
  });
  const faults: FieldFault[] = summaryOf(errors, fields);
  const field = (name: keyof In & string): FieldAttributes => ({
    ...form.register(name as Path<In>), // flat forms: a field's path is its name
    id: name,
    required: true,
    error: faults.find(({ id }) => id === name)?.message,
    defaultValue: values[name as keyof typeof values] as string | undefined, // of a box it is left out
  });
  return { form, field, faults, refusal, isSubmitting, attempt: submitCount, onSubmit };
}

/** What the frame around a form's fields shows. */
export type AccountFormState = Pick<
  ReturnType<typeof useAccountForm>,
  'faults' | 'refusal' | 'isSubmitting' | 'attempt' | 'onSubmit'
>;
