import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { showFaults, summaryOf } from '#accounts/account-form.ts';
import { Problem, sentenceOf } from '#lib/api/problem.ts';
import { changedMeanwhile } from '#lib/api/sentences.ts';

interface Options<In extends FieldValues, Out> {
  shape: z.ZodType<Out, In>;
  /** In the page's order; a field's id is its name. */
  fields: readonly (keyof In & string)[];
  values: DefaultValues<In>;
  /** The catalogue's sentence for what the server gives no better one for. */
  fallback: string;
  send: (body: Out, form: UseFormReturn<In, unknown, Out>) => Promise<void>;
  /** Somebody else was quicker. */
  onLate?: () => void;
}

/** The form of a user, new or known: checked here by the contract's shape, and shown what the server says. */
export function useUserForm<In extends FieldValues, Out>(options: Options<In, Out>) {
  const { shape, fields, values, fallback, send, onLate } = options;
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<In, unknown, Out>({
    resolver: zodResolver(shape),
    defaultValues: values,
    shouldFocusError: false, // the summary takes the focus
  });
  const { errors, isSubmitting, submitCount, isDirty, dirtyFields } = form.formState;
  const refused = (error: unknown): void => {
    const why = sentenceOf(error, fallback);
    const faults = error instanceof Problem ? error.faults : [];
    if (faults.length > 0) return showFaults(faults, form.setError);
    if (why === changedMeanwhile && onLate) return onLate();
    setRefusal(why);
  };
  const submit = form.handleSubmit(async (body) => {
    setRefusal(undefined);
    await send(body, form).catch(refused);
  });
  return {
    form,
    faults: summaryOf(errors, fields),
    errorOf: (name: keyof In & string) => errors[name as Path<In>]?.message as string | undefined, // our shapes say texts
    refusal,
    isDirty,
    changes: Object.keys(dirtyFields).length,
    isSubmitting,
    attempt: submitCount,
    submit,
  };
}
