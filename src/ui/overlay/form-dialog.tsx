import { type ComponentProps, type ReactNode, type Ref, useState } from 'react';
import { errorMessageOf } from '#lib/api/problem.ts';
import { Button } from '../button/button.tsx';
import { Note } from '../feedback/note.tsx';
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx';

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'isOpen' | 'onClose'> {
  /** Shown above the refusal. */
  head?: ReactNode;
  /** Why the last attempt to save was refused. */
  refusal?: ReactNode;
  /** Somebody else has saved first, so the buttons offer to keep their version or save this one. */
  isLate?: boolean;
  tone?: 'warning' | 'danger';
  /** Shown beside the buttons. */
  note?: ReactNode;
  submitLabel: string;
  /** For an action that cannot be undone. */
  look?: 'danger';
  formRef?: Ref<HTMLFormElement>;
  isBusy?: boolean;
  onSubmit: () => unknown;
  close: () => void;
}

/** A form in a dialog, with Cancel and the button that sends it. */
export function FormDialog({ head, refusal, isLate = false, note, children, ...props }: FormDialogProps) {
  const {
    tone = isLate ? 'warning' : 'danger',
    submitLabel,
    look,
    formRef,
    isBusy,
    onSubmit,
    close,
    ...dialog
  } = props;
  return (
    <Dialog isOpen {...dialog} onClose={close}>
      <form
        method="dialog"
        ref={formRef}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <DialogBody>
          {head}
          {refusal && (
            <Note tone={tone} isLive>
              {refusal}
            </Note>
          )}
          {children}
        </DialogBody>
        <DialogFoot note={note} close={close} closeLabel={isLate ? 'Keep theirs' : 'Cancel'}>
          <Button type="submit" look={look} size="small" isBusy={isBusy}>
            {isLate ? 'Save mine' : submitLabel}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** Sends a form. If that fails, `refusal` is the server's message or the fallback, until the form is sent again. */
export function useSubmit(fallback: string) {
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>, refused?: (error: unknown) => unknown): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await work();
    } catch (error) {
      setRefusal(errorMessageOf(error, fallback));
      await refused?.(error);
    }
    setBusy(false);
  };
  return { refusal, setRefusal, isBusy, run };
}
