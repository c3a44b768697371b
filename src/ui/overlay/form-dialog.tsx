import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Note } from '../feedback/note.tsx';
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx';

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'isOpen' | 'onClose'> {
  /** Shown above a refusal. */
  head?: ReactNode;
  /** Why the last attempt to save was refused. */
  refusal?: ReactNode;
  /** Somebody else has saved first: the buttons offer the choice between both versions. */
  isLate?: boolean;
  tone?: 'warning' | 'danger';
  /** Beside the buttons. */
  note?: ReactNode;
  submitLabel: string;
  isBusy?: boolean;
  onSubmit: () => unknown;
  close: () => void;
}

/** A form in a dialog, with Cancel and the button that sends it. */
export function FormDialog({ head, refusal, isLate = false, note, children, ...props }: FormDialogProps) {
  const { tone = isLate ? 'warning' : 'danger', submitLabel, isBusy, onSubmit, close, ...dialog } = props;
  return (
    <Dialog isOpen {...dialog} onClose={close}>
      <form
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
        <DialogFoot note={note}>
          <Button look="quiet" size="small" onClick={close}>
            {isLate ? 'Keep theirs' : 'Cancel'}
          </Button>
          <Button type="submit" size="small" isBusy={isBusy}>
            {isLate ? 'Save mine' : submitLabel}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
