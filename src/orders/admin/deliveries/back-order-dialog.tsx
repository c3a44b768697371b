import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { Problem } from '#lib/api/problem.ts';
import { isDay } from '#lib/day.ts';
import { toIsoDay, toTypedDay } from '#lib/text/day-text.ts';
import { itemName } from '#lib/text/item-name.ts';
import { sentences, type setExpectedDays } from '#orders/deliveries/contract.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { DayField } from '#ui/form/day-field.tsx';
import { FormDialog, useSubmit } from '#ui/overlay/form-dialog.tsx';
import type { OrderOnPage } from '../contract.ts';
import dialogs from '../dialogs.module.css';
import type { OpenLineOnPage } from './delivery-on-page.ts';

interface BackOrderDialogProps {
  order: OrderOnPage;
  lines: readonly OpenLineOnPage[];
  close: () => void;
}

/** Says when what is left of each line is expected. */
export function BackOrderDialog({ order, lines: given, close }: BackOrderDialogProps) {
  const { revalidate } = useRevalidator();
  const [lines] = useState(given); // as they were read: a day that somebody else has changed since is refused
  const [days, setDays] = useState<Record<string, string>>(() =>
    Object.fromEntries(lines.map(({ orderItemId, expectedDay }) => [orderItemId, toTypedDay(expectedDay ?? '')])),
  );
  const [isChecked, setChecked] = useState(false);
  /** What the server says of the days, by item. */
  const [refused, setRefused] = useState<Record<string, string | undefined>>({});
  const { refusal, isBusy, run } = useSubmit(sentences.saveFailed);
  const dayOf = (orderItemId: string): string => toIsoDay(days[orderItemId] ?? '');
  const faultOf = (orderItemId: string): string | undefined => {
    const day = dayOf(orderItemId);
    return isChecked && day !== '' && !isDay(day) ? sentences.notDate : refused[orderItemId];
  };
  const changed = lines.filter(({ orderItemId, expectedDay }) => dayOf(orderItemId) !== (expectedDay ?? ''));
  const showRefusal = async (error: unknown): Promise<void> => {
    const faults = error instanceof Problem ? error.faults : [];
    const messages = new Map(faults.map(({ path, message }) => [path, message]));
    setRefused(
      Object.fromEntries(
        changed.map(({ orderItemId }, place) => [orderItemId, messages.get(`lines.${place}.expectedDay`)]),
      ),
    );
    await revalidate();
  };
  const submit = async (): Promise<void> => {
    setChecked(true);
    setRefused({});
    if (lines.some(({ orderItemId }) => dayOf(orderItemId) !== '' && !isDay(dayOf(orderItemId)))) return;
    if (changed.length === 0) return close();
    const body = {
      lines: changed.map(({ orderItemId, expectedDay }) => ({
        orderItemId,
        expectedDay: dayOf(orderItemId) || null,
        was: expectedDay,
      })),
    };
    await run(async () => {
      const params = { orderId: order.id };
      await call<typeof setExpectedDays>('PUT /v1/manage-orders/{orderId}/back-orders', { params, body });
      await revalidate();
      notify({ text: 'The dates have been changed. The e-mail to the buyer is on its way.' });
      close();
    }, showRefusal);
  };
  return (
    <FormDialog
      title="Back order"
      about={
        <>
          {order.orderNumber}, <bdi>{order.billingName}</bdi>
        </>
      }
      refusal={Object.values(refused).some(Boolean) ? undefined : refusal}
      note={`We write to ${order.billingEmail} once about all that you change here.`}
      submitLabel="Save and send"
      isBusy={isBusy}
      onSubmit={submit}
      close={close}
    >
      <p className={dialogs.quiet}>
        When what is left of each item is expected. Leave a date empty if it is not known.
      </p>
      {lines.map(({ orderItemId, productName, variation, left }) => (
        <DayField
          key={orderItemId}
          label={`${left} × ${itemName(productName, variation)}`}
          value={days[orderItemId] ?? ''}
          error={faultOf(orderItemId)}
          onValueChange={(day) => setDays((before) => ({ ...before, [orderItemId]: day }))}
        />
      ))}
    </FormDialog>
  );
}
