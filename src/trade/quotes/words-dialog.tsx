import { useState } from 'react';
import { Problem } from '#lib/api/problem.ts';
import { TextArea, TextField } from '#ui/form/field.tsx';
import { FormDialog, useSubmit } from '#ui/overlay/form-dialog.tsx';

interface WordsDialogProps {
  title: string;
  about?: string;
  /** What follows from it. */
  consequence: string;
  /** The label of the text; none is asked for without one. */
  label?: string;
  /** Whether the order's PO number is asked for, and must be given. */
  poNumber?: 'optional' | 'required';
  action: string;
  look?: 'danger';
  send: (typed: { text: string; poNumber: string }) => Promise<unknown>;
  close: () => void;
}

/** Asks for the words that an answer to a quote needs: a reason, or a PO number. */
export function WordsDialog({
  title,
  about,
  consequence,
  label,
  poNumber,
  action,
  look,
  send,
  close,
}: WordsDialogProps) {
  const [typed, setTyped] = useState({ text: '', poNumber: '' });
  const [faults, setFaults] = useState<Record<string, string>>({});
  const { refusal, setRefusal, isBusy, run } = useSubmit('Unable to answer the quote.');
  const type = (words: Partial<typeof typed>): void => {
    setFaults({});
    setRefusal(undefined);
    setTyped({ ...typed, ...words });
  };
  const submit = () =>
    run(
      async () => {
        setFaults({});
        await send(typed);
        close();
      },
      (error) => {
        const found = error instanceof Problem ? error.faults : [];
        setFaults(Object.fromEntries(found.map(({ path, message }) => [path, message])));
      },
    );
  return (
    <FormDialog
      title={title}
      about={about}
      refusal={Object.keys(faults).length === 0 ? refusal : undefined}
      submitLabel={action}
      {...(look && { look })}
      isBusy={isBusy}
      onSubmit={submit}
      close={close}
    >
      <p>{consequence}</p>
      {poNumber && (
        <TextField
          label="PO number"
          isOptional={poNumber === 'optional'}
          autoFocus
          autoComplete="off"
          maxLength={30}
          value={typed.poNumber}
          onChange={({ target }) => type({ poNumber: target.value })}
          error={faults['poNumber']}
        />
      )}
      {label && (
        <TextArea
          label={label}
          rows={3}
          autoFocus={poNumber === undefined}
          value={typed.text}
          onChange={({ target }) => type({ text: target.value })}
          error={faults['reason']}
        />
      )}
    </FormDialog>
  );
}
