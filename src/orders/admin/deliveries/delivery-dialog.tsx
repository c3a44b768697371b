import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { errorMessageOf, Problem } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { itemName } from '#lib/text/item-name.ts';
import { newId } from '#lib/uuid.ts';
import { type saveDelivery, sentences } from '#orders/deliveries/contract.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { DayField } from '#ui/form/day-field.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import { FormDialog } from '#ui/overlay/form-dialog.tsx';
import type { OrderOnPage } from '../contract.ts';
import dialogs from '../dialogs.module.css';
import { ordersChanged } from '../orders-changed.ts';
import styles from './deliveries.module.css';
import {
  bodyOf,
  type DeliveryValues,
  type Faults,
  firstValues,
  type OfferedLine,
  offeredLines,
} from './delivery-form-values.ts';
import type { DeliveryOnPage, OpenLineOnPage } from './delivery-on-page.ts';

interface DeliveryDialogProps {
  order: OrderOnPage;
  lines: readonly OpenLineOnPage[];
  /** Undefined for a new one. */
  delivery: DeliveryOnPage | undefined;
  close: () => void;
}

/** Makes a delivery, or changes it: its items only while it is being packed. */
export function DeliveryDialog({ order, lines, delivery, close }: DeliveryDialogProps) {
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  const [id] = useState(() => delivery?.id ?? newId()); // sent again if the answer was lost, so that one delivery is made
  const [offered] = useState(() => offeredLines(lines, delivery));
  const [values, setValues] = useState(() => firstValues(offered, delivery));
  const [version, setVersion] = useState(delivery?.version);
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isOpen = !delivery || delivery.state === 'packing';
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [faults]);
  const change = (part: Partial<DeliveryValues>): void => {
    setValues((before) => ({ ...before, ...part }));
    setFaults({});
    setRefusal(undefined);
  };
  const isLate = refusal === changedBySomeoneElse;
  const submit = async (): Promise<void> => {
    const { body, faults: found } = bodyOf(values, { offered, version: isLate ? undefined : version });
    setFaults(found);
    if (Object.keys(found).length > 0 || isBusy) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      const params = { orderId: order.id, deliveryId: id };
      await call<typeof saveDelivery>('PUT /v1/manage-orders/{orderId}/deliveries/{deliveryId}', { params, body });
      ordersChanged();
      await revalidate();
      notify({
        text: delivery ? `Delivery ${delivery.number} has been changed.` : 'The delivery is ready to be packed.',
      });
      close();
    } catch (error) {
      setRefusal(errorMessageOf(error, sentences.saveFailed));
      if (error instanceof Problem && error.status === 409) {
        setVersion(undefined);
        await revalidate();
      }
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={delivery ? `Delivery ${delivery.number}` : 'New delivery'}
      about={
        <>
          {order.orderNumber}, <bdi>{order.shippingName}</bdi>
        </>
      }
      width="wide"
      refusal={refusal}
      isLate={isLate}
      submitLabel={delivery ? 'Save' : 'Make delivery'}
      formRef={form}
      isBusy={isBusy}
      onSubmit={submit}
      close={close}
    >
      {isOpen && <Quantities {...{ offered, values, faults, change }} />}
      <div className={styles.fields}>
        <TextField
          label="Carrier"
          isOptional
          maxLength={60}
          autoComplete="off"
          value={values.carrier}
          error={faults.carrier}
          hint="Who brings it, such as your own driver."
          onChange={({ target }) => change({ carrier: target.value })}
        />
        <TextField
          label="Consignment number"
          isOptional
          maxLength={60}
          autoComplete="off"
          value={values.consignmentNumber}
          error={faults.consignmentNumber}
          onChange={({ target }) => change({ consignmentNumber: target.value })}
        />
        <DayField
          label="Planned day"
          isOptional
          value={values.plannedDay}
          error={faults.plannedDay}
          onValueChange={(plannedDay) => change({ plannedDay })}
        />
      </div>
    </FormDialog>
  );
}

interface QuantitiesProps {
  offered: readonly OfferedLine[];
  values: DeliveryValues;
  faults: Faults;
  change: (part: Partial<DeliveryValues>) => void;
}

function Quantities({ offered, values, faults, change }: QuantitiesProps) {
  const nameOf = ({ productName, variation }: OfferedLine): string => itemName(productName, variation);
  return (
    <div className={dialogs.lines}>
      <SimpleTable
        label="Items of the delivery"
        rows={offered}
        keyOf={({ orderItemId }) => orderItemId}
        columns={[
          {
            label: 'Item',
            cell: (line) => (
              <>
                {line.productName}
                <small>{[line.variation, line.productCode].filter(Boolean).join(' · ')}</small>
                <FieldError id={`${line.orderItemId}-error`}>{faults[line.orderItemId]}</FieldError>
              </>
            ),
          },
          {
            label: 'Quantity',
            cell: (line) => (
              <span className={dialogs.quantity}>
                <input
                  type="text"
                  inputMode="numeric"
                  autoComplete="off"
                  aria-label={`Quantity of ${nameOf(line)}`}
                  aria-invalid={faults[line.orderItemId] ? true : undefined}
                  aria-describedby={faults[line.orderItemId] ? `${line.orderItemId}-error` : undefined}
                  value={values.quantities[line.orderItemId] ?? ''}
                  onChange={({ target }) =>
                    change({ quantities: { ...values.quantities, [line.orderItemId]: target.value } })
                  }
                />
                <small>of {line.most}</small>
              </span>
            ),
          },
        ]}
      />
      <FieldError id="delivery-lines">{faults.lines}</FieldError>
    </div>
  );
}
