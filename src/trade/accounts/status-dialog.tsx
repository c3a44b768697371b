import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { Problem } from '#lib/api/problem.ts';
import { isAbn } from '#lib/text/abn.ts';
import { TextArea } from '#ui/form/field.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { FormDialog, useSubmit } from '#ui/overlay/form-dialog.tsx';
import type { AccountOnPage } from './account-form.ts';
import { type AccountStatus, type changeAccountStatus, needsReason } from './contract.ts';

/** What staff press to give an account another status. */
export function statusAction(from: AccountStatus, to: AccountStatus): string {
  if (to === 'open') return from === 'applied' || from === 'declined' ? 'Approve' : 'Open again';
  return { applied: '', declined: 'Decline', hold: 'Put on hold', closed: 'Close account' }[to];
}

const consequences: Record<AccountStatus, string> = {
  applied: '',
  open: 'Its people can order, and within the credit limit pay later.',
  declined: 'The contact person gets a mail with this reason.',
  hold: 'Its people can still order by card, but not on account.',
  closed: 'Its people can no longer order. Invoices can still be read and paid.',
};

/** Said before and after an application is approved. */
export const abnNotValid = (abn: string): string => `The ABN “${abn}” is not valid.`;

interface StatusDialogProps {
  account: AccountOnPage;
  status: AccountStatus;
  close: () => void;
  done: () => Promise<void>;
}

/** Asks for the reason of a new status, where one is needed, and says what follows from it. */
export function StatusDialog({ account, status, close, done }: StatusDialogProps) {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const { refusal, isBusy, run } = useSubmit('Unable to change the status.');
  const action = statusAction(account.status, status);
  const isApproval = status === 'open' && account.openedDate === null;
  const change = async (): Promise<void> => {
    setFault(undefined);
    const input = { params: { id: account.id }, body: { status, reason, version: account.version } };
    await call<typeof changeAccountStatus>('POST /v1/trade-accounts/{id}/status', input);
    notify({ text: 'The status has been changed.' });
    await done();
  };
  return (
    <FormDialog
      title={action}
      about={account.name}
      refusal={refusal}
      submitLabel={action}
      isBusy={isBusy}
      onSubmit={() => run(change, (error) => setFault(error instanceof Problem ? error.faults[0]?.message : undefined))}
      close={close}
    >
      <p>{consequences[status]}</p>
      {isApproval && !isAbn(account.abn) && <Note tone="warning">{abnNotValid(account.abn)}</Note>}
      {isApproval && account.contactEmail !== '' && (
        <p>{account.contactEmail} is invited as the account’s administrator.</p>
      )}
      {needsReason(status) && (
        <TextArea
          id="reason"
          label="Reason"
          rows={3}
          autoFocus
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={fault}
        />
      )}
    </FormDialog>
  );
}
