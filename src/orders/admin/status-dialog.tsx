import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { usePublicSettings } from '#company/use-settings.ts';
import { unitCount } from '#lib/text/count-text.ts';
import { call } from '#lib/api/api.ts';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import { statusName, orderStatuses } from '../contract.ts';
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
import { Checkbox } from '#ui/form/field.tsx';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import type { MailPreview, previewMail } from './mail-contract.ts';
import { formatDollars } from '#lib/money.ts';

/** Asks for confirmation of a status change; shows its effects on stock and promo, and the mail to the buyer. */
export function StatusDialog({ order, to, close }: { order: OrderOnPage; to: number; close: () => void }) {
  const { revalidate } = useRevalidator();
  const preview = useMailPreview(order.id, to);
  const [isSent, setSent] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<readonly string[]>();
  const mail = preview && 'mail' in preview ? preview.mail : null;
  const sends = isSent && mail !== null;
  const submitButton = useRef<HTMLButtonElement>(null);
  useEffect(() => submitButton.current?.focus(), []); // so that Enter confirms

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
        <MailChoice preview={preview} isSent={isSent} onChange={setSent} />
      </DialogBody>
      <DialogFoot close={close}>
        <Button ref={submitButton} size="small" isBusy={isBusy || preview === undefined} onClick={() => void change()}>
          {sends ? 'Change and send' : 'Change status'}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

/** The reasons for a refusal, for example one for each item with too little stock. */
function reasonsOf(error: unknown): readonly string[] {
  const sentence = errorMessageOf(error, sentences.statusFailed);
  return error instanceof Problem && error.faults.length > 1 ? error.faults.map(({ message }) => message) : [sentence];
}

/** Undefined while the preview is loading; `mail` is null if the buyer gets no mail. */
type PreviewState = { mail: MailPreview | null } | { failure: string } | undefined;

function useMailPreview(orderId: string, status: number): PreviewState {
  const [preview, setPreview] = useState<PreviewState>();
  useEffect(() => {
    const request = new AbortController();
    setPreview(undefined);
    const input = { params: { orderId }, query: { status } };
    call<typeof previewMail>('GET /v1/manage-orders/{orderId}/mail', input, { signal: request.signal })
      .then(setPreview)
      .catch((error: unknown) => {
        if (!request.signal.aborted) setPreview({ failure: errorMessageOf(error, 'The e-mail cannot be shown.') });
      });
    return () => request.abort();
  }, [orderId, status]);
  return preview;
}

interface MailChoiceProps {
  preview: PreviewState;
  isSent: boolean;
  onChange: (isSent: boolean) => void;
}

/** Shows the mail and lets the user decide whether to send it. */
function MailChoice({ preview, isSent, onChange }: MailChoiceProps) {
  const logo = usePublicSettings()?.brand.logo ?? null;
  if (!preview) return <Skeleton height="22rem" />;
  if ('failure' in preview) return <Note tone="warning">{preview.failure}</Note>;
  const { mail } = preview;
  if (!mail) return <p className={styles.quiet}>The buyer gets no e-mail about this.</p>;
  return (
    <section className={isSent ? styles.mail : `${styles.mail} ${styles.unsent}`} aria-label="E-mail to the buyer">
      <Checkbox checked={isSent} onChange={({ target }) => onChange(target.checked)}>
        Send this e-mail
      </Checkbox>
      <dl>
        <dt>To</dt>
        <dd>{mail.to}</dd>
        <dt>Subject</dt>
        <dd>{mail.subject}</dd>
      </dl>
      {/* Sandboxed: no scripts and no navigation. */}
      <div className={styles.frame}>
        <iframe title="The e-mail" sandbox="" srcDoc={previewHtml(mail.html, logo)} />
      </div>
    </section>
  );
}

/** Removes the style element and replaces the attached logo or icon, because our content security policy forbids both in a preview. */
const previewHtml = (html: string, logo: string | null): string =>
  html
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replaceAll(/src="cid:(\w+)[^"]*"/g, (_, of) => `src="${of === 'logo' && logo ? logo : '/icon-192.png'}"`);

const cancelled = orderStatuses.cancelled.value;

/** The effects of a status change, in sentences. */
function effectsOf(order: OrderOnPage, to: number): string[] {
  if (order.orderStatus === cancelled) return effectsOfReopening(order);
  if (to !== cancelled) return ['Stock, promo and payment do not change.'];
  const back = sumOf(order, ({ quantity, returnedQuantity, unitsOut }) =>
    Math.max(quantity - returnedQuantity - unitsOut, 0),
  );
  const out = sumOf(order, ({ quantity, returnedQuantity, unitsOut }) =>
    Math.min(unitsOut, quantity - returnedQuantity),
  );
  const left = order.amountPaid - order.amountRefunded;
  return [
    ...(back > 0 ? [`${unitCount(back)} ${back === 1 ? 'goes' : 'go'} back into stock.`] : []),
    ...(out > 0 ? [`${unitCount(out)} ${out === 1 ? 'has' : 'have'} left the warehouse: ${whenBack}`] : []),
    ...(back + out === 0 ? ['All items are already back in stock.'] : []),
    ...(order.promoCode ? [`Promo ${order.promoCode} no longer counts as used.`] : []),
    ...(left > 0 ? [afterCancelling(order, formatDollars(left))] : []),
  ];
}

const whenBack = 'if they come back, refund them and put them back into stock.';

const sumOf = (order: OrderOnPage, of: (item: OrderOnPage['orderItems'][number]) => number): number =>
  order.orderItems.reduce((sum, item) => sum + of(item), 0);

const afterCancelling = ({ trade }: OrderOnPage, left: string): string =>
  trade?.isOnAccount
    ? `The account still owes the invoice: refund ${left} afterwards to credit it.`
    : `This does not refund the payment: ${left} can be refunded afterwards.`;

function effectsOfReopening(order: OrderOnPage): string[] {
  const { promoCode } = order;
  const back = sumOf(order, ({ returnedQuantity }) => returnedQuantity);
  return [
    ...(back > 0
      ? [`${unitCount(back)} ${back === 1 ? 'is' : 'are'} taken from stock again, if there is enough.`]
      : []),
    ...(promoCode ? [`Promo ${promoCode} counts as used again.`] : []),
  ];
}
