import { type FormEvent, useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { TextArea } from '#ui/form/field.tsx';
import { Refusal } from '#ui/feedback/note.tsx';
import { reason as shape } from './contract.ts';
import type { DeletionRequest } from './use-inbox.ts';

interface ReasonDialogProps {
  request: DeletionRequest;
  /** What else will be deleted. */
  about: string;
  /** Returns the error message; undefined if it succeeded. */
  remove: (reason: string) => Promise<string | undefined>;
  close: () => void;
}

/** Asks for the reason for a permanent deletion; the history records the reason. */
export function ReasonDialog({ request, about, remove, close }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    const read = shape.safeParse(reason);
    setError(read.error?.issues[0]?.message);
    if (!read.success) return;
    setBusy(true);
    setRefusal(undefined);
    const refused = await remove(read.data);
    setBusy(false);
    if (refused === undefined) close();
    else setRefusal(refused);
  };
  return (
    <Dialog isOpen title={request.title} onClose={close}>
      <form method="dialog" noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <Refusal>{refusal}</Refusal>
          <p>{about}</p>
          <TextArea
            label="Reason"
            rows={3}
            value={reason}
            error={error}
            hint="The reason is recorded in the history with your name."
            onChange={({ target }) => {
              setReason(target.value);
              setError(undefined);
            }}
          />
        </DialogBody>
        <DialogFoot>
          <Button look="quiet" size="small" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" look="danger" size="small" isBusy={isBusy}>
            {request.act}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
