import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import { statusName } from '../contract.ts';
import type { changeStatus } from '../status/status-contract.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { InfoIcon } from '#ui/icons/icons.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { ordersChanged } from './orders-changed.ts';
import type { OrderOnPage } from './contract.ts';
import { sentences } from './contract.ts';
import styles from './dialogs.module.css';
import { MailChoice, useMailPreview } from './mail-preview.tsx';
import { effectsOf } from './status-effects.ts';

/** Confirms a status change, showing its effects on stock and promo, and its mail. */
export function StatusDialog({ order, to, close }: { order: OrderOnPage; to: number; close: () => void }) {
  const { revalidate } = useRevalidator();
  const previewed = useMailPreview(order.id, to);
  const [isSent, setSent] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<readonly string[]>();
  const mail = previewed && 'mail' in previewed ? previewed.mail : null;
  const sends = isSent && mail !== null;
  const act = useRef<HTMLButtonElement>(null);
  useEffect(() => act.current?.focus(), []); // there is no field yet, and Enter confirms

  const change = async (): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    try {
      const body = { orderId: order.id, orderStatus: to, version: order.version, notify: sends };
      await call<typeof changeStatus>('PATCH /v1/manage-orders/change-status', { body });
      ordersChanged();
      await revalidate(); // before the dialog closes: the next change needs the new version
      notify({ text: `${order.orderNumber} is now ${statusName(to)}.${sends ? ' The e-mail is on its way.' : ''}` });
      close();
    } catch (error) {
      setRefusal(reasonsOf(error));
      setBusy(false);
      ordersChanged();
      await revalidate(); // somebody else may have changed the order
    }
  };
  return (
    <Dialog
      isOpen
      title={`Change to ${statusName(to)}`}
      about={
        <>
          {order.orderNumber}, <bdi>{order.billingName}</bdi>, now {order.orderStatusValue}
        </>
      }
      onClose={close}
    >
      <DialogBody>
        {refusal && (
          <Note tone="danger" isLive>
            {refusal.map((reason) => (
              <p key={reason}>{reason}</p>
            ))}
          </Note>
        )}
        <ul className={styles.effects} aria-label="What this does">
          {effectsOf(order, to).map((effect) => (
            <li key={effect}>
              <InfoIcon />
              {effect}
            </li>
          ))}
        </ul>
        <MailChoice previewed={previewed} isSent={isSent} onChange={setSent} />
      </DialogBody>
      <DialogFoot>
        <Button look="quiet" size="small" onClick={close}>
          Cancel
        </Button>
        <Button ref={act} size="small" isBusy={isBusy || previewed === undefined} onClick={() => void change()}>
          {sends ? 'Change and send' : 'Change status'}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

/** Each fault separately, for example all items with too little stock. */
function reasonsOf(error: unknown): readonly string[] {
  const sentence = errorMessageOf(error, sentences.statusFailed);
  return error instanceof Problem && error.faults.length > 1 ? error.faults.map(({ message }) => message) : [sentence];
}
