import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { type changeDeliveryState, longestReason, sentences } from '#orders/deliveries/contract.ts';
import { TextArea, TextField } from '#ui/form/field.tsx';
import { FormDialog, useSubmit } from '#ui/overlay/form-dialog.tsx';
import type { OrderOnPage } from '../contract.ts';
import { ordersChanged } from '../orders-changed.ts';
import type { DeliveryOnPage } from './delivery-on-page.ts';

interface ReportDialogProps {
  order: OrderOnPage;
  delivery: DeliveryOnPage;
  to: 'delivered' | 'failed';
  close: () => void;
}

/** Records by hand that a delivery has arrived, or why it has not. */
export function ReportDialog({ order, delivery, to, close }: ReportDialogProps) {
  const { revalidate } = useRevalidator();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const { refusal, isBusy, run } = useSubmit(sentences.saveFailed);
  const isFailed = to === 'failed';
  const submit = async (): Promise<void> => {
    if (isFailed && text.trim() === '') return setError(sentences.reasonMissing);
    await run(async () => {
      const params = { orderId: order.id, deliveryId: delivery.id };
      const body = { state: to, version: delivery.version, ...(isFailed ? { failure: text } : { receivedBy: text }) };
      const route = 'PATCH /v1/manage-orders/{orderId}/deliveries/{deliveryId}/state';
      await call<typeof changeDeliveryState>(route, { params, body });
      ordersChanged();
      await revalidate();
      close();
    }, revalidate);
  };
  const field = {
    value: text,
    error,
    onChange: ({ target }: { target: { value: string } }): void => {
      setText(target.value);
      setError(undefined);
    },
  };
  return (
    <FormDialog
      title={isFailed ? 'Not delivered' : 'Delivered'}
      about={`${order.orderNumber}, delivery ${delivery.number}`}
      width="narrow"
      refusal={refusal}
      submitLabel="Record"
      isBusy={isBusy}
      onSubmit={submit}
      close={close}
    >
      {isFailed ? (
        <TextArea label="Reason" rows={2} maxLength={longestReason} hint="The buyer sees it." {...field} />
      ) : (
        <TextField
          label="Received by"
          isOptional
          maxLength={100}
          autoComplete="off"
          hint="Name of who took the goods, as the carrier tells it."
          {...field}
        />
      )}
    </FormDialog>
  );
}
