import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { formatInstant } from '#lib/day.ts';
import { type Delivery, deliveryDays, type resendDelivery, webhookSentences } from '../webhook-contract.ts';
import { attempt } from '#ui/feedback/attempt.ts';
import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import { Button } from '#ui/button/button.tsx';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import styles from './settings.module.css';

const kinds: Record<string, string> = {
  'submission.created': 'Submission created',
  'submission.updated': 'Submission updated',
};

const states: Record<Delivery['state'], { tone: Tone; label: string }> = {
  waiting: { tone: 'warning', label: 'Waiting' },
  delivered: { tone: 'success', label: 'Delivered' },
  failed: { tone: 'danger', label: 'Failed' },
};

const instant = (date: string): string => formatInstant(new Date(date));

const attemptsText = (attempts: number): string => (attempts === 1 ? '1 attempt' : `${attempts} attempts`);

/** Milliseconds after which the state of an event that is being sent is read again. */
const pollMs = 2_000;

function stateText({ state, attempts, lastReason, nextTryDate, deliveredDate }: Delivery): string {
  if (state === 'delivered' && deliveredDate) return `${instant(deliveredDate)}, ${attemptsText(attempts)}`;
  const next = nextTryDate && attempts > 0 ? `Next attempt ${instant(nextTryDate)}.` : '';
  return [lastReason ?? '', attempts > 0 ? `${attemptsText(attempts)}.` : '', next]
    .filter((part) => part !== '')
    .join(' ');
}

export function WebhookDeliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState<string>();
  const [sent, setSent] = useState<Delivery>();
  useEffect(() => {
    if (!deliveries.some(({ id, attempts }) => id === sent?.id && attempts === sent.attempts)) return;
    const timer = setTimeout(() => void revalidate(), pollMs);
    return () => clearTimeout(timer);
  }, [deliveries, sent, revalidate]);
  const resend = async ({ id }: Delivery): Promise<void> => {
    setBusy(id);
    await attempt(async () => {
      const route = 'POST /v1/settings/webhook/deliveries/{id}/resend';
      setSent(await call<typeof resendDelivery>(route, { params: { id } }));
      notify({ text: 'The event is being sent again.' });
      await revalidate();
    }, webhookSentences.resendFailed);
    setBusy(undefined);
  };
  const columns: SimpleColumn<Delivery>[] = [
    {
      label: 'Event',
      cell: ({ type }) => kinds[type] ?? type,
      about: ({ createdDate, host }) => `${instant(createdDate)}, to ${host}`,
    },
    {
      label: 'State',
      isText: true,
      cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge>,
      about: stateText,
    },
    {
      label: 'Action',
      cell: (delivery) => (
        <Button
          look="quiet"
          size="small"
          isBusy={busy === delivery.id}
          aria-label={`Send again: ${kinds[delivery.type] ?? delivery.type}, ${instant(delivery.createdDate)}`}
          onClick={() => void resend(delivery)}
        >
          Send again
        </Button>
      ),
    },
  ];
  return (
    <div className={styles.deliveries} role="group" aria-labelledby="recent-deliveries">
      <p id="recent-deliveries">Recent deliveries</p>
      <SimpleTable isFramed label="Recent deliveries" columns={columns} rows={deliveries} keyOf={({ id }) => id} />
      <p className={styles.about}>
        Up to 50 events from the last {deliveryDays} days. An event keeps its id when it is sent again.
      </p>
    </div>
  );
}
