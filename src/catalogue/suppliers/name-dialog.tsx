import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Note } from '#ui/feedback/note.tsx';

interface NameDialogProps {
  title: string;
  /** What it changes, shown under the title. */
  about?: ReactNode;
  label: string;
  /** The schema of the name, as on the server. */
  shape: z.ZodType<string, string>;
  /** The current name. */
  name: string;
  /** The name as changed by another user; undefined if not known. */
  stored?: string | undefined;
  /** The button's label. */
  actionLabel: string;
  /** The message if the server gives none. */
  fallback: string;
  /** `isLast`: overwrites another user's change. */
  send: (name: string, isLast: boolean) => Promise<void>;
  /** Reads what is stored. */
  onRefused?: () => void;
  close: () => void;
  /** Shown below the field. */
  children?: ReactNode;
}

/** A dialog with one name field. If another user has changed the name meanwhile, it says so and offers the choice. */
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
      const why = errorMessageOf(error, fallback);
      if (error instanceof Problem && error.faults.some(({ path }) => path === 'name'))
        return form.setError('name', { message: why }, { shouldFocus: true });
      setRefusal(why);
      onRefused?.();
    }
  });
  return (
    <Dialog isOpen title={title} about={about} onClose={close}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody>
          {refusal && (
            <Note tone={isLate ? 'warning' : 'danger'} isLive>
              {refusal}
              {isLate && stored !== undefined && ` It is now called “${stored}”.`}
            </Note>
          )}
          <TextField
            {...form.register('name')}
            label={label}
            error={errors.name?.message}
            autoComplete="off"
            autoFocus
            maxLength={200}
          />
          {children}
        </DialogBody>
        <DialogFoot>
          <Button look="quiet" size="small" onClick={close}>
            {isLate ? 'Keep theirs' : 'Cancel'}
          </Button>
          <Button type="submit" size="small" isBusy={isSubmitting}>
            {isLate ? 'Save mine' : actionLabel}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
