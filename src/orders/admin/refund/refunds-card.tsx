import { call } from '#lib/api/api.ts';
import { formatInstant } from '#lib/day.ts';
import { type ReplyOf, urlOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import type { listRefunds, RefundState, retryRefund, withdrawRefund } from '#orders/refund/refund-contract.ts';
import { useChange } from '#ui/feedback/attempt.ts';
import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import { Button } from '#ui/button/button.tsx';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { ordersChanged } from '../orders-changed.ts';
import panel from '#ui/layout/back-office-panel.module.css';
import styles from '../order.module.css';

type Refund = ReplyOf<typeof listRefunds>[number];

const states: Record<RefundState, { label: string; tone: Tone }> = {
  done: { label: 'Refunded', tone: 'success' },
  pending: { label: 'Waiting', tone: 'warning' },
  failed: { label: 'Not paid', tone: 'danger' },
  withdrawn: { label: 'Cancelled', tone: 'neutral' },
};

/** The badge of a refund whose money the buyer's bank sent back. */
const cameBack: { label: string; tone: Tone } = { label: 'Came back', tone: 'danger' };

export function RefundsCard({ refunds }: { refunds: readonly Refund[] }) {
  if (refunds.length === 0) return null;
  return (
    <section className={panel.card} aria-labelledby="refunds">
      <h2 id="refunds">Refunds</h2>
      <ul className={styles.refunds}>
        {refunds.map((refund) => (
          <RefundRow key={refund.id} refund={refund} />
        ))}
      </ul>
    </section>
  );
}

function RefundRow({ refund }: { refund: Refund }) {
  const { state, amount, reason, createdBy, createdDate, cameBackDate, message, lines, notes } = refund;
  const { label, tone } = cameBackDate && state === 'failed' ? cameBack : states[state];
  return (
    <li>
      <p className={styles.refundHead}>
        <strong>{formatDollars(amount)}</strong>
        <Badge tone={tone}>{label}</Badge>
        <AdjustmentNotes notes={notes} />
      </p>
      <p>{reason}</p>
      {lines.length > 0 && (
        <ul className={styles.refunded}>
          {lines.map(({ orderItemId, quantity, productName, variation, restock }) => (
            <li key={orderItemId}>
              {quantity} × {productName}
              {variation && ` (${variation})`}
              {restock && ', back in stock'}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.quiet}>
        {createdBy}, {formatInstant(new Date(createdDate))}
      </p>
      {message && state !== 'done' && <p className={styles.bad}>{message}</p>}
      {(state === 'failed' || state === 'pending') && <RefundActions refund={refund} />}
    </li>
  );
}

const AdjustmentNotes = ({ notes }: Pick<Refund, 'notes'>) =>
  notes.map(({ id: adjustmentNoteId, number, cancels }) => (
    <a
      key={adjustmentNoteId}
      href={urlOf('/v1/shopping-cart/adjustmentNote/{adjustmentNoteId}/download', { params: { adjustmentNoteId } })}
      download
    >
      {number}
      {cancels && ` (cancels ${cancels})`}
    </a>
  ));

function RefundActions({ refund: { id: refundId, orderId, state } }: { refund: Refund }) {
  const { isBusy, change } = useChange();
  const params = { orderId, refundId };
  const act = (work: () => Promise<Refund>) =>
    change(async () => {
      const after = await work().finally(ordersChanged);
      if (after.state === 'done') notify({ text: `${formatDollars(after.amount)} has been refunded.` });
      else if (after.state === 'withdrawn') notify({ text: 'The refund has been cancelled.' });
      else notifyProblem(after.message ?? 'The refund was not paid.');
    }, 'Unable to refund the order.');
  const retry = () => call<typeof retryRefund>('POST /v1/manage-orders/{orderId}/refunds/{refundId}/retry', { params });
  const withdraw = () =>
    call<typeof withdrawRefund>('POST /v1/manage-orders/{orderId}/refunds/{refundId}/withdraw', { params });
  return (
    <p className={styles.again}>
      <Button size="small" look="quiet" isBusy={isBusy} onClick={() => void act(retry)}>
        Retry
      </Button>
      {state === 'failed' && (
        <Button size="small" look="plain" isBusy={isBusy} onClick={() => void act(withdraw)}>
          Cancel refund
        </Button>
      )}
    </p>
  );
}
