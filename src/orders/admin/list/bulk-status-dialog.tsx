import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { statusName } from '#orders/contract.ts';
import type { changeStatus } from '#orders/status/status-contract.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { Checkbox } from '#ui/form/field.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { ordersChanged } from '../orders-changed.ts';
import { sentences } from '../contract.ts';
import styles from '../dialogs.module.css';
import { StatusSelect } from '../status-select.tsx';

interface Order {
  id: string;
  orderNumber: string;
}

interface Result extends Order {
  /** Why the status was not changed; undefined on success. */
  refusal?: string;
}

interface BulkStatusDialogProps {
  orders: readonly Order[];
  close: () => void;
  done: () => void;
}

/** Changes the status of many orders one by one, so that one refusal does not stop the others. */
export function BulkStatusDialog({ orders, close, done }: BulkStatusDialogProps) {
  const { revalidate } = useRevalidator();
  const [status, setStatus] = useState('');
  const [notify, setNotify] = useState(true);
  const [error, setError] = useState<string>();
  const [results, setResults] = useState<readonly Result[]>();
  const [isBusy, setBusy] = useState(false);
  const isStopped = useRef(false);

  const run = async (): Promise<void> => {
    if (status === '') return setError(sentences.statusRequired);
    setBusy(true);
    const soFar: Result[] = [];
    for (const order of orders) {
      if (isStopped.current) break;
      soFar.push({ ...order, ...(await changeOne(order.id, Number(status), notify)) });
      setResults([...soFar]);
    }
    setBusy(false);
    ordersChanged();
    await revalidate();
  };
  const leave = (): void => {
    isStopped.current = true;
    if (results) done();
    close();
  };
  const orderCount = `${orders.length} ${orders.length === 1 ? 'order' : 'orders'}`;
  return (
    <Dialog isOpen title={`Change the status of ${orderCount}`} onClose={leave}>
      <DialogBody>
        {results ? (
          <Results results={results} of={orders.length} status={Number(status)} />
        ) : (
          <>
            <StatusSelect
              value={status}
              error={error}
              onValue={(value) => {
                setStatus(value);
                setError(undefined);
              }}
            />
            <Checkbox checked={notify} onChange={({ target }) => setNotify(target.checked)}>
              Email each buyer
            </Checkbox>
            <p className={styles.quiet}>
              Cancelling an order puts its items back into stock and frees its promo; reopening it takes both again. If
              an order cannot be changed, the others still will be.
            </p>
          </>
        )}
      </DialogBody>
      <DialogFoot close={results ? undefined : close}>
        {results ? (
          <Button size="small" look={isBusy ? 'quiet' : 'primary'} onClick={leave}>
            {isBusy ? 'Stop' : 'Close'}
          </Button>
        ) : (
          <Button size="small" isBusy={isBusy} onClick={() => void run()}>
            Change {orderCount}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

async function changeOne(orderId: string, orderStatus: number, notify: boolean): Promise<{ refusal?: string }> {
  try {
    const body = { orderId, orderStatus, notify };
    await call<typeof changeStatus>('PATCH /v1/manage-orders/change-status', { body });
    return {};
  } catch (error) {
    return { refusal: errorMessageOf(error, sentences.statusFailed) };
  }
}

function Results({ results, of, status }: { results: readonly Result[]; of: number; status: number }) {
  const refused = results.filter(({ refusal }) => refusal !== undefined);
  const changed = results.length - refused.length;
  return (
    <>
      <Note tone={refused.length > 0 ? 'warning' : 'success'} isLive>
        {`${changed} of ${of} ${of === 1 ? 'order' : 'orders'} ${changed === 1 ? 'is' : 'are'} now ${statusName(status)}.`}
        {refused.length > 0 && ` ${refused.length} could not be changed:`}
      </Note>
      {refused.length > 0 && (
        <ul className={styles.refused}>
          {refused.map(({ id, orderNumber, refusal }) => (
            <li key={id}>
              <strong>{orderNumber || 'An order'}</strong> {refusal}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
