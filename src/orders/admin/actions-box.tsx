import { useRef, useState } from 'react';
import { formatDollars } from '#lib/money.ts';
import { orderStatuses, statusName } from '../contract.ts';
import { Button } from '#ui/button/button.tsx';
import { useKeyboardShortcuts } from '#ui/use-keyboard-shortcuts.ts';
import { RefundIcon } from '#ui/icons/back-office-icons.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import type { OrderOnPage } from './contract.ts';
import { sentences } from './contract.ts';
import styles from './order.module.css';
import { StatusDialog } from './status-dialog.tsx';
import { StatusSelect } from './status-select.tsx';

/** The usual next status for New Order and Picking in Progress; the form preselects it. */
const nextStatus: Record<number, number> = { 0: 4, 4: 1 };

export function ActionsBox({ order, onRefund }: { order: OrderOnPage; onRefund: () => void }) {
  const { orderStatus, amountPaid, amountRefunded } = order;
  const [chosen, setChosen] = useState<string>(String(nextStatus[orderStatus] ?? ''));
  const [shownStatus, setShownStatus] = useState(orderStatus);
  const [error, setError] = useState<string>();
  const [changing, setChanging] = useState<number>();
  if (shownStatus !== orderStatus) {
    // The order was changed here or by somebody else; an open dialog stays open with its values.
    setShownStatus(orderStatus);
    setChosen(String(nextStatus[orderStatus] ?? ''));
  }
  const isRefunded = orderStatus === orderStatuses.refunded.value;
  const left = amountPaid - amountRefunded;
  const ask = (): void => {
    if (chosen === '') setError(sentences.statusRequired);
    else setChanging(Number(chosen));
  };
  const form = useRef<HTMLFormElement>(null);
  useKeyboardShortcuts({ s: () => form.current?.querySelector('select')?.focus() }, !isRefunded);
  return (
    <section className={panel.card} aria-labelledby="actions">
      <h2 id="actions">Actions</h2>
      {isRefunded ? (
        <p className={styles.quiet}>This order is fully refunded, so its status cannot be changed.</p>
      ) : (
        <form
          method="dialog"
          ref={form}
          noValidate
          className={styles.act}
          onSubmit={(event) => {
            event.preventDefault();
            ask();
          }}
        >
          <StatusSelect
            value={chosen}
            error={error}
            except={orderStatus}
            onValue={(value) => {
              setChosen(value);
              setError(undefined);
            }}
          />
          <Button type="submit" size="small" isBlock>
            {chosen === '' ? 'Change status' : `Change to ${statusName(Number(chosen))}`}
          </Button>
        </form>
      )}
      {left > 0 && (
        <Button look="quiet" size="small" isBlock className={styles.refund} onClick={onRefund}>
          <RefundIcon />
          Refund…
        </Button>
      )}
      {amountRefunded > 0 && (
        <p className={styles.quiet}>
          {formatDollars(amountRefunded)} of {formatDollars(amountPaid)} refunded.
        </p>
      )}
      {changing !== undefined && <StatusDialog order={order} to={changing} close={() => setChanging(undefined)} />}
    </section>
  );
}
