import { type RefObject, useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { formatDollars } from '#lib/money.ts';
import { longestReason } from '#orders/refund/refund-contract.ts';
import { FormDialog } from '#ui/overlay/form-dialog.tsx';
import { Checkbox, FieldError, Radio, TextArea } from '#ui/form/field.tsx';
import { MoneyField } from '#ui/form/money-field.tsx';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { ordersChanged } from '../orders-changed.ts';
import type { OrderOnPage } from '../contract.ts';
import styles from '../dialogs.module.css';
import { RefundLines } from './refund-lines.tsx';
import type { Refundable, Way } from './refund-form-values.ts';
import { type Faults, useRefundForm } from './use-refund-form.ts';

interface RefundDialogProps {
  order: OrderOnPage;
  refundable: Refundable;
  close: () => void;
}

const wayLabels: Record<Way, string> = { all: 'All that is left', lines: 'By item', amount: 'An amount' };

function useFocusOnFirstFault(form: RefObject<HTMLFormElement | null>, faults: Faults): void {
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [form, faults]);
}

/** Refunds an order in full or in part; shows the amount and what is left while the user types. */
export function RefundDialog({ order, refundable, close }: RefundDialogProps) {
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  const isOnAccount = Boolean(order.trade?.dueDay);
  const { values, change, faults, refusal, isBusy, send, total } = useRefundForm(order.id, refundable);
  useFocusOnFirstFault(form, faults);
  const { way, amount, reason } = values;
  const submit = async (): Promise<void> => {
    const made = await send();
    if (made) ordersChanged();
    await revalidate(); // before the dialog closes: the next change needs the new version
    if (made) {
      const paid = formatDollars(made.amount);
      if (made.state === 'done')
        notify({
          text: `${paid} of ${order.orderNumber} has been ${isOnAccount ? 'credited to the account' : 'refunded'}.`,
        });
      else notifyProblem(made.message ?? 'The refund has not been paid yet. It is listed under Refunds.');
      close();
    }
  };
  const left = total === undefined ? undefined : refundable.amount - total;
  return (
    <FormDialog
      title="Refund"
      about={
        <>
          {order.orderNumber}, <bdi>{order.billingName}</bdi>, {order.paymentMethod}
        </>
      }
      width="wide"
      refusal={refusal}
      note={left === undefined || left < 0 ? undefined : `${formatDollars(left)} will be left to refund.`}
      submitLabel={total === undefined || total === 0 ? 'Refund' : `Refund ${formatDollars(total)}`}
      look="danger"
      formRef={form}
      isBusy={isBusy}
      onSubmit={submit}
      close={close}
    >
      <RefundableSummary {...refundable} isOnAccount={isOnAccount} />
      <fieldset className={styles.ways}>
        <legend>Refund type</legend>
        {(Object.keys(wayLabels) as Way[]).map((one) => (
          <Radio key={one} name="way" checked={way === one} onChange={() => change({ way: one })}>
            {wayLabels[one]}
          </Radio>
        ))}
      </fieldset>
      {way === 'all' && (
        <RefundAll
          refundable={refundable}
          restock={values.restock}
          onRestock={(restock) => change({ restock })}
          error={faults.all}
        />
      )}
      {way === 'lines' && <RefundLines {...{ refundable, values, change, faults }} />}
      {way === 'amount' && (
        <MoneyField
          label="Amount"
          hint={`At most ${formatDollars(refundable.amount)}. No items go back into stock.`}
          value={amount}
          error={faults.amount}
          onValueChange={(dollars) => change({ amount: dollars })}
        />
      )}
      <TextArea
        label="Reason"
        className={styles.reason ?? ''}
        hint={`Shown to the buyer on the adjustment note. At most ${longestReason} characters.`}
        rows={2}
        maxLength={longestReason}
        value={reason}
        error={faults.reason}
        onChange={({ target }) => change({ reason: target.value })}
      />
      <p className={styles.total} aria-live="polite">
        <span>To be refunded</span>
        <strong>{total === undefined ? '–' : formatDollars(total)}</strong>
      </p>
    </FormDialog>
  );
}

interface RefundableSummaryProps extends Refundable {
  /** Whether the order was invoiced to a trade account, which may not have paid yet. */
  isOnAccount: boolean;
}

function RefundableSummary({ isOnAccount, amountPaid, amountRefunded, amountHeld, amount }: RefundableSummaryProps) {
  return (
    <p className={styles.quiet}>
      {formatDollars(amountPaid)} was {isOnAccount ? 'invoiced' : 'paid'}
      {amountRefunded > 0 && `, ${formatDollars(amountRefunded)} of it refunded`}
      {amountHeld > 0 && `, ${formatDollars(amountHeld)} is reserved by unfinished refunds`}. {formatDollars(amount)}{' '}
      can be refunded.{isOnAccount && ' It is credited to the trade account; no money is paid back.'}
    </p>
  );
}

interface RefundAllProps {
  refundable: Refundable;
  restock: boolean;
  onRestock: (restock: boolean) => void;
  error: string | undefined;
}

function RefundAll({ refundable, restock, onRestock, error }: RefundAllProps) {
  const units = refundable.lines.reduce((sum, { quantity, returned }) => sum + quantity - returned, 0);
  return (
    <>
      {units > 0 && (
        <Checkbox checked={restock} onChange={({ target }) => onRestock(target.checked)}>
          {units === 1 ? 'Put 1 unit back into stock' : `Put ${units} units back into stock`}
        </Checkbox>
      )}
      <p className={styles.quiet}>The order’s status becomes Refunded. A promo still counts as used.</p>
      <FieldError id="refund-all">{error}</FieldError>
    </>
  );
}
