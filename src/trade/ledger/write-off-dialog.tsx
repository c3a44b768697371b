import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { type Fault, Problem } from '#lib/api/problem.ts';
import { formatDollars } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { TextField } from '#ui/form/field.tsx';
import { MoneyField } from '#ui/form/money-field.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { FormDialog, useSubmit } from '#ui/overlay/form-dialog.tsx';
import { faultsFound } from '#lib/api/faults-found.ts';
import { ledgerSentences, type writeOff, writeOffBody } from './contract.ts';
import type { OpenInvoiceOnPage } from './shapes.ts';

interface WriteOffDialogProps {
  accountId: string;
  invoice: OpenInvoiceOnPage;
  close: () => void;
  done: () => Promise<void>;
}

/** Writes off what will not be paid of an invoice. */
export function WriteOffDialog({ accountId, invoice, close, done }: WriteOffDialogProps) {
  const [id] = useState(() => newId());
  const [amount, setAmount] = useState<number | null>(invoice.open);
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<Fault[]>([]);
  const { refusal, isBusy, run } = useSubmit(ledgerSentences.save);
  const errorOf = (path: string) => faults.find((fault) => fault.path === path)?.message;
  const submit = async (): Promise<void> => {
    const body = { id, entryId: invoice.entryId, amount: amount as number, reason }; // the shape reports a missing amount
    const tooMuch = (amount ?? 0) > invoice.open ? `Only ${formatDollars(invoice.open)} is open.` : undefined;
    const found = [...faultsFound(writeOffBody, body), ...(tooMuch ? [{ path: 'amount', message: tooMuch }] : [])];
    setFaults(found);
    if (found.length > 0) return;
    await run(
      async () => {
        await call<typeof writeOff>('POST /v1/trade-accounts/{id}/write-offs', { params: { id: accountId }, body });
        notify({ text: `${formatDollars(body.amount)} of ${invoice.document} has been written off.` });
        close();
        await done();
      },
      (error) => error instanceof Problem && setFaults(error.faults),
    );
  };
  return (
    <FormDialog
      title={`Write off ${invoice.document}`}
      about="The customer no longer owes this amount. The invoice and its GST stay as they are; talk to your accountant about a bad debt."
      refusal={faults.length > 0 ? undefined : refusal}
      submitLabel="Write off"
      look="danger"
      isBusy={isBusy}
      onSubmit={submit}
      close={close}
    >
      <MoneyField label="Amount" value={amount} onValueChange={setAmount} error={errorOf('amount')} />
      <TextField
        label="Reason"
        hint="The customer can read this."
        value={reason}
        maxLength={300}
        error={errorOf('reason')}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
