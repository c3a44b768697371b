import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { type Fault, Problem } from '#lib/api/problem.ts';
import { formatDollars } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { toIsoDay, toTypedDay } from '#lib/text/day-text.ts';
import { DayField } from '#ui/form/day-field.tsx';
import { Checkbox, TextField } from '#ui/form/field.tsx';
import { MoneyField } from '#ui/form/money-field.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { FormDialog, useSubmit } from '#ui/overlay/form-dialog.tsx';
import { faultsFound } from '#lib/api/faults-found.ts';
import { arrivalBody, ledgerSentences, type recordPayBack, type recordPayment } from './contract.ts';
import styles from './ledger.module.css';
import { OpenInvoices, totalOf } from './open-invoices.tsx';
import type { LedgerRowOnPage, OpenInvoiceOnPage } from './shapes.ts';

interface ArrivalDialogProps {
  accountId: string;
  /** A payment that has arrived, or credit that was paid back. */
  kind: 'payment' | 'payBack';
  /** The payment that the bank took back; undefined if credit was paid back. */
  bounced?: LedgerRowOnPage | undefined;
  today: string;
  invoices: readonly OpenInvoiceOnPage[];
  close: () => void;
  done: () => Promise<void>;
}

const inCents = (dollars: number): number => Math.round(dollars * 100);

/** What is open of invoices, in dollars; null for none. */
const sumOf = (invoices: readonly OpenInvoiceOnPage[]): number | null => totalOf(invoices) || null;

/** The parts of an amount that pay the chosen invoices, the oldest due first. */
function partsOf(amount: number, chosen: readonly OpenInvoiceOnPage[]) {
  let left = inCents(amount);
  return chosen.flatMap(({ entryId, open }) => {
    const part = Math.min(inCents(open), left);
    left -= part;
    return part > 0 ? [{ entryId, amount: part / 100 }] : [];
  });
}

/** What an amount of so many cents more or less than the chosen invoices means; '' for exactly as much. */
const differenceText = (difference: number): string =>
  difference > 0
    ? `${formatDollars(difference / 100)} more than the chosen invoices: it becomes credit.`
    : difference < 0
      ? `${formatDollars(-difference / 100)} of the chosen invoices stays open.`
      : '';

/** Records a payment with the invoices that it pays, or that credit was paid back. A double click records it once. */
export function ArrivalDialog({ accountId, kind, bounced, today, invoices, close, done }: ArrivalDialogProps) {
  const [id] = useState(() => newId());
  const [amount, setAmount] = useState<number | null>(bounced ? -bounced.amount : null);
  const [onDay, setDay] = useState(toTypedDay(today));
  const [reference, setReference] = useState(bounced?.document ?? '');
  const [note, setNote] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [faults, setFaults] = useState<Fault[]>([]);
  const { refusal, isBusy, run } = useSubmit(ledgerSentences.save);
  const errorOf = (path: string) => faults.find((fault) => fault.path === path)?.message;
  const picked = invoices.filter(({ entryId }) => chosen.has(entryId));
  const owed = sumOf(picked);
  const toggle = (entryId: string) => () => {
    const next = new Set(chosen);
    if (!next.delete(entryId)) next.add(entryId);
    setChosen(next);
    // A typed amount stays.
    if (amount === null || amount === owed) setAmount(sumOf(invoices.filter((invoice) => next.has(invoice.entryId))));
  };
  const submit = async (): Promise<void> => {
    const values = { id, amount: amount as number, onDay: toIsoDay(onDay), reference, note }; // the shape reports a missing amount
    const found = faultsFound(arrivalBody, values);
    setFaults(found);
    if (found.length > 0) return;
    await run(
      async () => {
        const params = { id: accountId };
        if (kind === 'payBack')
          await call<typeof recordPayBack>('POST /v1/trade-accounts/{id}/pay-backs', {
            params,
            body: { ...values, ...(bounced && { bouncedId: bounced.id }) },
          });
        else {
          const allocations = picked.length > 0 ? { allocations: partsOf(values.amount, picked) } : {};
          const body = { ...values, ...allocations };
          await call<typeof recordPayment>('POST /v1/trade-accounts/{id}/payments', { params, body });
        }
        const what = kind === 'payment' ? 'payment' : bounced ? 'bounced payment' : 'paid back credit';
        notify({ text: `The ${what} of ${formatDollars(values.amount)} has been recorded.` });
        close();
        await done();
      },
      (error) => error instanceof Problem && setFaults(error.faults),
    );
  };
  return (
    <FormDialog
      title={kind === 'payment' ? 'Record a payment' : bounced ? 'Record a bounced payment' : 'Record credit paid back'}
      about={
        kind === 'payment'
          ? 'Money that has arrived by bank transfer, cheque or cash.'
          : bounced
            ? 'The bank took the money back. What this payment has paid is owed again.'
            : 'Credit that you have transferred back.'
      }
      width="wide"
      refusal={faults.length > 0 ? undefined : refusal}
      submitLabel="Record"
      isBusy={isBusy}
      onSubmit={submit}
      close={close}
    >
      <div className={styles.fields}>
        <MoneyField label="Amount" value={amount} onValueChange={setAmount} error={errorOf('amount')} />
        <DayField label="Day" value={onDay} onValueChange={setDay} error={errorOf('onDay')} />
        <TextField
          label="Reference"
          isOptional
          value={reference}
          maxLength={60}
          error={errorOf('reference')}
          onChange={({ target }) => setReference(target.value)}
        />
        <TextField
          label="Note"
          hint="The customer can read this."
          isOptional
          value={note}
          maxLength={300}
          error={errorOf('note')}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
      {kind === 'payment' && invoices.length > 0 && (
        <>
          <p aria-live="polite">
            {(owed !== null && amount !== null && differenceText(inCents(amount) - inCents(owed))) ||
              'Choose the invoices that it pays. Without a choice it pays the oldest due.'}
          </p>
          <OpenInvoices
            invoices={invoices}
            orderPath={(orderId) => `/admin/view-order-details/${orderId}/`}
            choose={({ entryId, document }) => (
              <Checkbox checked={chosen.has(entryId)} onChange={toggle(entryId)} aria-label={`Pay ${document}`}>
                {''}
              </Checkbox>
            )}
          />
        </>
      )}
    </FormDialog>
  );
}
