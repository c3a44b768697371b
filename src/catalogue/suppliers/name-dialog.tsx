import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Problem, sentenceOf } from '#lib/api/problem.ts';
import { changedMeanwhile } from '#lib/api/sentences.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Note } from '#ui/feedback/note.tsx';

interface NameDialogProps {
  title: string;
  /** What it acts on, under the title. */
  about?: ReactNode;
  label: string;
  /** The rule of the name, as the server has it. */
  shape: z.ZodType<string, string>;
  /** What it is called so far. */
  name: string;
  /** What it is called by now, where somebody else changed it; undefined where that is not known. */
  stored?: string | undefined;
  /** On the button. */
  act: string;
  /** The catalogue's sentence for what the server gives no better one for. */
  fallback: string;
  /** `isLast`: over what somebody else has written meanwhile. */
  send: (name: string, isLast: boolean) => Promise<void>;
  /** Asks for what is stored. */
  onRefused?: () => void;
  close: () => void;
  /** Below the field. */
  children?: ReactNode;
}

/** Asks for one name. Where somebody else has changed it in the meantime, it says so and leaves the choice. */
export function NameDialog({ title, about, label, name, stored, act, close, ...rest }: NameDialogProps) {
  const { shape, fallback, send, onRefused, children } = rest;
  const [refusal, setRefusal] = useState<string>();
  const form = useForm({ resolver: zodResolver(z.object({ name: shape })), defaultValues: { name } });
  const { errors, isSubmitting } = form.formState;
  const isLate = refusal === changedMeanwhile;
  const submit = form.handleSubmit(async (values) => {
    setRefusal(undefined);
    try {
      await send(values.name, isLate);
    } catch (error) {
      const why = sentenceOf(error, fallback);
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
            {isLate ? 'Save mine' : act}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
