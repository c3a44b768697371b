import { useState } from 'react';
import { unitCount } from '#lib/text/count-text.ts';
import { call } from '#lib/api/api.ts';
import { formatDollars } from '#lib/money.ts';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { FormDialog, useSubmit } from '#ui/overlay/form-dialog.tsx';
import { Differences } from '#ui/overlay/field-differences.tsx';
import { TextArea } from '#ui/form/field.tsx';
import { IconButton } from '#ui/button/icon-button.tsx';
import { TrashIcon } from '#ui/icons/icons.tsx';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { AddItem } from './add-item.tsx';
import { type PurchaseOrderOnPage, type readPurchaseOrder, sentences, type updatePurchaseOrder } from './contract.ts';
import { lineField, ItemWithFaults } from './item-with-faults.tsx';
import styles from './purchasing.module.css';
import {
  differencesOf,
  faultsOf,
  isWrong,
  keyOf,
  linesOf,
  newLine,
  priceOf,
  quantityOf,
  type FormLine,
  formLineOf,
} from './form-lines.ts';

interface EditDialogProps {
  order: PurchaseOrderOnPage;
  close: () => void;
  done: () => Promise<void>;
}

export function EditDialog({ order, close, done }: EditDialogProps) {
  const edit = useEdit(order, { close, done });
  const { lines, change, remove, add, note, setNote, refusal, conflict, isBusy, submit } = edit;
  const units = lines.reduce((sum, line) => sum + quantityOf(line), 0);
  const total = lines.reduce((sum, line) => sum + quantityOf(line) * (priceOf(line) || 0), 0);
  return (
    <FormDialog
      title="Edit order"
      about={`${order.number}, ${order.supplier}`}
      width="wide"
      refusal={
        refusal && (
          <>
            <p>{refusal}</p>
            {conflict && (
              <Differences differences={differencesOf(conflict, lines)} theirs="Stored now" mine="With your changes" />
            )}
          </>
        )
      }
      isLate={conflict !== undefined}
      note={`${unitCount(units)} for ${formatDollars(total)}`}
      submitLabel="Save order"
      isBusy={isBusy}
      onSubmit={submit}
      close={close}
    >
      <OrderedLines lines={lines} change={change} remove={remove} />
      {order.supplierId && (
        <AddItem supplierId={order.supplierId} taken={new Set(lines.map(({ itemId }) => itemId))} onAdd={add} />
      )}
      <TextArea label="Note" isOptional rows={2} value={note} onChange={({ target }) => setNote(target.value)} />
    </FormDialog>
  );
}

/** The state of the form and its submission. If another user has saved first, their version is read and the input is kept. */
function useEdit(order: PurchaseOrderOnPage, { close, done }: Pick<EditDialogProps, 'close' | 'done'>) {
  const [lines, setLines] = useState(() => order.lines.map(formLineOf));
  const [note, setNote] = useState(order.note);
  const { refusal, setRefusal, isBusy, run } = useSubmit(sentences.edit);
  const [conflict, setConflict] = useState<PurchaseOrderOnPage>();
  const change = (key: string, typed: Partial<FormLine>): void =>
    setLines((before) => before.map((line) => (keyOf(line) === key ? { ...line, ...typed } : line)));
  const params = { id: order.id };

  const refused = async (error: unknown): Promise<void> => {
    const faults = error instanceof Problem ? error.faults : [];
    if (faults.length > 0) setRefusal(faults.map(({ path, message }) => faultText(path, message, lines)).join(' '));
    if (errorMessageOf(error, sentences.edit) !== changedBySomeoneElse) return;
    const stored = await call<typeof readPurchaseOrder>('GET /v1/purchase-orders/{id}', { params }).catch(
      () => undefined,
    );
    if (stored) setConflict(stored);
  };
  const submit = async (): Promise<void> => {
    if (lines.length === 0) return setRefusal(sentences.nothingOrdered);
    if (lines.some(isWrong)) return setRefusal(sentences.wrongLines);
    const body = { version: conflict?.version ?? order.version, note, lines: linesOf(lines) };
    await run(async () => {
      await call<typeof updatePurchaseOrder>('PUT /v1/purchase-orders/{id}', { params, body });
      close();
      notify({ text: sentences.edited });
      await done();
    }, refused);
  };
  return {
    lines,
    change,
    note,
    setNote,
    refusal,
    conflict,
    isBusy,
    submit,
    remove: (key: string) => setLines((before) => before.filter((line) => keyOf(line) !== key)),
    add: (item: Parameters<typeof newLine>[0]) => setLines((before) => [...before, newLine(item)]),
  };
}

function faultText(path: string, message: string, lines: readonly FormLine[]): string {
  const line = lines[Number(/^lines\.(\d+)/.exec(path)?.[1])];
  return line ? `${line.name}: ${message}` : message;
}

interface OrderedLinesProps {
  lines: readonly FormLine[];
  change: (key: string, typed: Partial<FormLine>) => void;
  remove: (key: string) => void;
}

function OrderedLines({ lines, change, remove }: OrderedLinesProps) {
  const columns: SimpleColumn<FormLine>[] = [
    { label: 'Item', cell: (line) => <ItemWithFaults item={line} faults={faultsById(line)} /> },
    { label: 'Received', cell: ({ received }) => received.toLocaleString('en-AU') },
    {
      label: 'Ordered',
      cell: (line) => (
        <input
          {...lineField(faultIdOf(line, 'quantity'), faultsOf(line).quantity)}
          inputMode="numeric"
          aria-label={`Quantity ordered: ${line.name}`}
          value={line.quantity}
          onChange={({ target }) => change(keyOf(line), { quantity: target.value })}
        />
      ),
    },
    {
      label: 'Unit price, $',
      cell: (line) => (
        <input
          {...lineField(faultIdOf(line, 'price'), faultsOf(line).price)}
          inputMode="decimal"
          aria-label={`Unit price of ${line.name}`}
          value={line.price}
          readOnly={line.received > 0}
          title={line.received > 0 ? sentences.priceFixed : undefined}
          onChange={({ target }) => change(keyOf(line), { price: target.value })}
        />
      ),
    },
    {
      label: 'Remove',
      cell: (line) => (
        <IconButton
          label={line.received > 0 ? sentences.lineReceived(line.name, line.received) : `Remove ${line.name}`}
          disabled={line.received > 0}
          onClick={() => remove(keyOf(line))}
        >
          <TrashIcon />
        </IconButton>
      ),
    },
  ];
  return (
    <div className={styles.lines}>
      <SimpleTable label="Ordered goods" rows={lines} keyOf={keyOf} none={sentences.nothingOrdered} columns={columns} />
    </div>
  );
}

const faultIdOf = (line: FormLine, field: 'quantity' | 'price'): string => `${keyOf(line)}-${field}-fault`;

const faultsById = (line: FormLine) => ({
  [faultIdOf(line, 'quantity')]: faultsOf(line).quantity,
  [faultIdOf(line, 'price')]: faultsOf(line).price,
});
