import { useRef, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { formatDollars } from '#lib/money.ts';
import { Problem } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { FormDialog, useSubmit } from '#ui/overlay/form-dialog.tsx';
import { TextField } from '#ui/form/field.tsx';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { unitCount } from '#lib/text/count-text.ts';
import { type PurchaseOrderOnPage, sentences } from './contract.ts';
import { lineField, ItemWithFaults } from './item-with-faults.tsx';
import type { receivePurchaseOrder } from './delivery-contract.ts';
import styles from './purchasing.module.css';
import { useQuantities } from './use-quantities.ts';

interface ReceiveDialogProps {
  order: PurchaseOrderOnPage;
  close: () => void;
  done: () => Promise<void>;
}

type Line = PurchaseOrderOnPage['lines'][number];

const leftOf = ({ quantity, received }: Line): number => Math.max(quantity - received, 0);
const asAmount = (text: string): number => (/^\d{1,7}(\.\d{1,2})?$/.test(text.trim()) ? Number(text) : Number.NaN);

/**
 * The reason for accepting more than was ordered. `askForReason` focuses its field, which may be out of view on a phone.
 */
function useReason() {
  const [reason, setReason] = useState('');
  const [isReasonMissing, setMissing] = useState(false);
  const reasonField = useRef<HTMLInputElement>(null);
  const askForReason = (): void => {
    setMissing(true);
    reasonField.current?.focus();
  };
  return { reason, setReason, reasonField, isReasonMissing, askForReason };
}

/**
 * Receives a delivery: the units of each line, and their unit price. All requests for the delivery have the same id, so
 * that a double click adds it once.
 */
export function ReceiveDialog({ order, close, done }: ReceiveDialogProps) {
  const open = order.lines.filter((line) => leftOf(line) > 0 && line.itemId !== null);
  const { textOf, quantityOf, type } = useQuantities(Object.fromEntries(open.map((line) => [line.id, leftOf(line)])));
  const [prices, setPrices] = useState(
    () => new Map(open.map(({ id, purchasePrice }) => [id, purchasePrice.toFixed(2)])),
  );
  const [receiptId] = useState(() => newId());
  const { refusal, setRefusal, isBusy, run } = useSubmit(sentences.receive);
  const faultOf = (line: Line): string | undefined => {
    const quantity = quantityOf(line.id);
    if (quantity === undefined) return sentences.quantity;
    return Number.isNaN(asAmount(prices.get(line.id) ?? '')) ? sentences.priceMissing : undefined;
  };
  const { reason, setReason, reasonField, isReasonMissing, askForReason } = useReason();
  const isOver = open.some((line) => (quantityOf(line.id) ?? 0) > leftOf(line));
  const excessOf = (line: Line): string | undefined =>
    (quantityOf(line.id) ?? 0) > leftOf(line) ? sentences.tooMany(leftOf(line)) : undefined;
  const receivedLines = open.filter((line) => quantityOf(line.id) !== 0);
  const isWrong = open.some((line) => faultOf(line) !== undefined);
  const submit = async (): Promise<void> => {
    if (receivedLines.length === 0) return setRefusal(sentences.nothingReceived);
    if (isWrong) return;
    if (isOver && reason.trim() === '') return askForReason();
    const lines = receivedLines.map(({ id }) => ({
      lineId: id,
      quantity: quantityOf(id) ?? 0,
      purchasePrice: asAmount(prices.get(id) ?? ''),
    }));
    const input = { params: { id: order.id }, body: { receiptId, lines, ...(isOver && { overReason: reason }) } };
    await run(
      async () => {
        await call<typeof receivePurchaseOrder>('POST /v1/purchase-orders/{id}/receive', input);
        close();
        notify({ text: sentences.received });
        await done();
      },
      (error) => error instanceof Problem && error.faults[0] && setRefusal(error.faults[0].message),
    );
  };
  const units = receivedLines.reduce((sum, { id }) => sum + (quantityOf(id) ?? 0), 0);
  const cost = receivedLines.reduce(
    (sum, { id }) => sum + (quantityOf(id) ?? 0) * (asAmount(prices.get(id) ?? '') || 0),
    0,
  );
  return (
    <FormDialog
      title="Receive goods"
      about={`${order.number}, ${order.supplier}`}
      width="wide"
      refusal={refusal}
      note={`${unitCount(units)} for ${formatDollars(cost)}`}
      submitLabel="Add to stock"
      isBusy={isBusy}
      onSubmit={submit}
      close={close}
    >
      <div className={styles.lines}>
        <SimpleTable
          label="Outstanding goods"
          rows={open}
          keyOf={({ id }) => id}
          columns={[
            {
              label: 'Item',
              cell: (line) => (
                <ItemWithFaults item={line} faults={{ [faultIdOf(line)]: faultOf(line) ?? excessOf(line) }} />
              ),
            },
            { label: 'Outstanding', cell: (line) => leftOf(line).toLocaleString('en-AU') },
            {
              label: 'Received',
              cell: (line) => (
                <input
                  {...lineField(faultIdOf(line), faultOf(line))}
                  inputMode="numeric"
                  aria-label={`Quantity received: ${line.name}`}
                  value={textOf(line.id)}
                  onChange={(event) => type(line.id, event.target.value)}
                />
              ),
            },
            {
              label: 'Unit price without GST, $',
              cell: (line) => (
                <input
                  {...lineField(faultIdOf(line), faultOf(line))}
                  inputMode="decimal"
                  aria-label={`Unit price of ${line.name}`}
                  value={prices.get(line.id) ?? ''}
                  onChange={({ target }) => setPrices((before) => new Map(before).set(line.id, target.value))}
                />
              ),
            },
          ]}
        />
      </div>
      {isOver && (
        <TextField
          ref={reasonField}
          label="Reason for accepting more than was ordered"
          autoComplete="off"
          maxLength={200}
          value={reason}
          error={isReasonMissing && reason.trim() === '' ? sentences.overReason : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </FormDialog>
  );
}

const faultIdOf = ({ id }: Line): string => `${id}-fault`;
