import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { errorMessageOf } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { FormDialog } from '#ui/overlay/form-dialog.tsx';
import { TextField } from '#ui/form/field.tsx';
import { showFieldFaults } from '#ui/form/show-field-faults.ts';

interface NameDialogProps {
  title: string;
  about?: ReactNode;
  label: string;
  /** The server validates the name with the same schema. */
  shape: z.ZodType<string, string>;
  name: string;
  /** The name that another user has saved; undefined if it is not known. */
  stored?: string | undefined;
  actionLabel: string;
  fallback: string;
  /** `isOverwriting`: the user has chosen to overwrite another user's change. */
  send: (name: string, isOverwriting: boolean) => Promise<void>;
  /** Called after a refusal, to read the stored name again. */
  onRefused?: () => void;
  close: () => void;
  children?: ReactNode;
}

/** A dialog with one field, a name. If another user has changed the name, it says so and lets the user overwrite it. */
export function NameDialog({ title, about, label, name, stored, actionLabel, close, ...rest }: NameDialogProps) {
  const { shape, fallback, send, onRefused, children } = rest;
  const [refusal, setRefusal] = useState<string>();
  const form = useForm({ resolver: zodResolver(z.object({ name: shape })), defaultValues: { name } });
  const { errors, isSubmitting } = form.formState;
  const isLate = refusal === changedBySomeoneElse;
  const submit = form.handleSubmit(async (values) => {
    setRefusal(undefined);
    try {
      await send(values.name, isLate);
    } catch (error) {
      if (showFieldFaults(error, ['name'], form.setError)) return;
      setRefusal(errorMessageOf(error, fallback));
      onRefused?.();
    }
  });
  return (
    <FormDialog
      title={title}
      about={about}
      refusal={refusal && `${refusal}${isLate && stored !== undefined ? ` It is now called “${stored}”.` : ''}`}
      isLate={isLate}
      submitLabel={actionLabel}
      isBusy={isSubmitting}
      onSubmit={submit}
      close={close}
    >
      <TextField
        {...form.register('name')}
        label={label}
        error={errors.name?.message}
        autoComplete="off"
        autoFocus
        maxLength={200}
      />
      {children}
    </FormDialog>
  );
}
