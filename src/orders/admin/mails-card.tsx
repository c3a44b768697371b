import { call } from '#lib/api/api.ts';
import { formatInstant } from '#lib/day.ts';
import { useChange } from '#ui/feedback/attempt.ts';
import { Button } from '#ui/button/button.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { type OrderOnPage, orderMailNames } from './contract.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import type { readDeliveries } from '../deliveries/contract.ts';
import type { resendMail } from './mail-contract.ts';
import panel from '#ui/layout/back-office-panel.module.css';
import styles from './order.module.css';

export function MailsCard({
  order: { id, orderDate, billingEmail, taxInvoiceNumber, mails, refunds },
  deliveries: { deliveries },
}: {
  order: OrderOnPage;
  deliveries: ReplyOf<typeof readDeliveries>;
}) {
  const { isBusy, change } = useChange();
  const hasStatusMail = mails.some(({ kind }) => kind !== 'confirmation');
  const resend = (mail: 'confirmation' | 'status' | 'refund') =>
    change(async () => {
      const input = { params: { orderId: id }, body: { mail } };
      notify({ text: (await call<typeof resendMail>('POST /v1/manage-orders/{orderId}/mail', input)).message });
    }, 'Unable to send the e-mail.');
  return (
    <section className={panel.card} aria-labelledby="mails">
      <header className={panel.cardHead}>
        <h2 id="mails">E-mails</h2>
        <span>To {billingEmail}</span>
      </header>
      <ul className={styles.mails}>
        <li>
          <span>{`Order confirmation${taxInvoiceNumber ? ` with ${taxInvoiceNumber}` : ''}`}</span>
          <small>{formatInstant(new Date(orderDate))}</small>
        </li>
        {mails.map(({ id: key, kind, askedAt, askedBy, sentAt }) => (
          <li key={key}>
            <span>{orderMailNames[kind]}</span>
            <small>{`${askedBy}, ${formatInstant(new Date(sentAt ?? askedAt))}${sentAt ? '' : ', on its way'}`}</small>
          </li>
        ))}
        {refunds.map(({ id: key, refundDate, adjustmentNoteNumber }) => (
          <li key={key}>
            <span>{`Refund${adjustmentNoteNumber ? ` with ${adjustmentNoteNumber}` : ''}`}</span>
            <small>{formatInstant(new Date(refundDate))}</small>
          </li>
        ))}
        {deliveries.map(
          ({ id: key, number, dispatchedAt }) =>
            dispatchedAt && (
              <li key={key}>
                <span>{`Delivery ${number} on its way`}</span>
                <small>{formatInstant(new Date(dispatchedAt))}</small>
              </li>
            ),
        )}
      </ul>
      <p className={styles.mailActs}>
        <Button size="small" look="quiet" isBusy={isBusy} onClick={() => void resend('confirmation')}>
          Resend confirmation
        </Button>
        {hasStatusMail && (
          <Button size="small" look="quiet" isBusy={isBusy} onClick={() => void resend('status')}>
            Resend latest status e-mail
          </Button>
        )}
        {refunds.length > 0 && (
          <Button size="small" look="quiet" isBusy={isBusy} onClick={() => void resend('refund')}>
            Resend refund e-mail
          </Button>
        )}
      </p>
    </section>
  );
}
