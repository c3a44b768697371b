import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { showFaults, summaryFaults } from '#accounts/account-form.ts';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';

interface Options<In extends FieldValues, Out> {
  shape: z.ZodType<Out, In>;
  /** In the page's order; a field's id is its name. */
  fields: readonly (keyof In & string)[];
  values: DefaultValues<In>;
  /** Shown if the server has no more specific message. */
  fallback: string;
  send: (body: Out, form: UseFormReturn<In, unknown, Out>) => Promise<void>;
  /** Called when somebody else has saved first. */
  onConflict?: () => void;
}

/** The form of a new or existing user: validated by the contract's shape, with the server's faults shown in it. */
export function useUserForm<In extends FieldValues, Out>(options: Options<In, Out>) {
  const { shape, fields, values, fallback, send, onConflict } = options;
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<In, unknown, Out>({
    resolver: zodResolver(shape),
    defaultValues: values,
    shouldFocusError: false, // the error summary takes the focus
  });
  const { errors, isSubmitting, submitCount, isDirty, dirtyFields } = form.formState;
  const showError = (error: unknown): void => {
    const sentence = errorMessageOf(error, fallback);
    const faults = error instanceof Problem ? error.faults : [];
    if (faults.length > 0) return showFaults(faults, form.setError);
    if (sentence === changedBySomeoneElse && onConflict) return onConflict();
    setRefusal(sentence);
  };
  const submit = form.handleSubmit(async (body) => {
    setRefusal(undefined);
    await send(body, form).catch(showError);
  });
  return {
    form,
    faults: summaryFaults(errors, fields),
    errorOf: (name: keyof In & string) => errors[name as Path<In>]?.message as string | undefined, // our shapes only have string messages
    refusal,
    isDirty,
    changes: Object.keys(dirtyFields).length,
    isSubmitting,
    attempt: submitCount,
    submit,
  };
}
