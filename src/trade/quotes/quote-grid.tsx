import { formatDollars } from '#lib/money.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { DayField } from '#ui/form/day-field.tsx';
import { TextArea, TextField } from '#ui/form/field.tsx';
import { TrashIcon } from '#ui/icons/icons.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import { AddQuoteItem } from './add-quote-item.tsx';
import {
  amountOf,
  type FormLine,
  faultsOf,
  isOtherPrice,
  marginOf,
  percentOf,
  priceOf,
  quantityOf,
  subTotalOf,
  wholeMarginOf,
} from './quote-form.ts';
import styles from './quotes.module.css';
import type { QuoteForm } from './use-quote-form.ts';

/** The lines of a quote that has not been sent, to be priced, with its other terms. */
export function QuoteGrid({ quoteId, form }: { quoteId: string; form: QuoteForm }) {
  const { values, set } = form;
  return (
    <section className={panel.panel} aria-label="Items and prices">
      {form.refusal && (
        <div className={styles.refusal}>
          <Note tone="danger" isLive>
            {form.refusal}
          </Note>
        </div>
      )}
      <div className={styles.top}>
        <AddQuoteItem quoteId={quoteId} onChoose={form.addLine} />
      </div>
      <SimpleTable
        label="Items"
        rows={values.lines}
        keyOf={({ itemId }) => itemId}
        none="No items yet. Search for the first one above."
        columns={columnsOf(form)}
      />
      <div className={styles.terms}>
        <DayField label="Valid until" value={values.validUntil} onValueChange={(validUntil) => set({ validUntil })} />
        <TextField
          label="Discount, $"
          isOptional
          inputMode="decimal"
          autoComplete="off"
          value={values.discount}
          onChange={({ target }) => set({ discount: target.value })}
        />
        <TextField
          label="Delivery, $"
          hint="Leave empty for free delivery."
          inputMode="decimal"
          autoComplete="off"
          value={values.shippingFee}
          onChange={({ target }) => set({ shippingFee: target.value })}
        />
        <TextArea
          label="Note for the customer"
          isOptional
          rows={2}
          className={styles.note ?? ''}
          value={values.note}
          onChange={({ target }) => set({ note: target.value })}
        />
        <Sums form={form} />
      </div>
    </section>
  );
}

function Sums({ form: { values } }: { form: QuoteForm }) {
  const goods = subTotalOf(values.lines);
  const off = amountOf(values.discount) || 0;
  const isTooMuchOff = off > goods;
  const total = goods - off + (amountOf(values.shippingFee) || 0);
  const margin = wholeMarginOf(values);
  return (
    <dl className={styles.sums} aria-live="polite">
      <div>
        <dt>Total including GST</dt>
        <dd>{isTooMuchOff ? '–' : formatDollars(total)}</dd>
      </div>
      <div>
        <dt>Margin without GST</dt>
        <dd>
          {isTooMuchOff || values.lines.length === 0 ? (
            '–'
          ) : margin === undefined ? (
            'Purchase price not known'
          ) : (
            <Margin margin={margin} price={goods - off} />
          )}
        </dd>
      </div>
    </dl>
  );
}

const Margin = ({ margin, price }: { margin: number; price: number }) => (
  <span className={styles.margin}>
    {margin < 0 && <Badge tone="danger">Below cost</Badge>}
    {formatDollars(margin)}
    <small>{percentOf(margin, price)}</small>
  </span>
);

function columnsOf({ changeLine, removeLine }: QuoteForm): SimpleColumn<FormLine>[] {
  return [
    {
      label: 'Item',
      cell: (line) => (
        <>
          {line.name}
          <small>{line.code}</small>
          {isOtherPrice(line) && (
            <input
              className={styles.reason}
              aria-label={`Why ${line.name} has another price`}
              placeholder="Why another price? Only staff read it."
              autoComplete="off"
              maxLength={200}
              value={line.reason}
              onChange={({ target }) => changeLine(line.itemId, { reason: target.value })}
            />
          )}
          {Object.entries(faultsOf(line)).map(([field, fault]) => (
            <em key={field} id={faultId(line, field)} className={styles.fault}>
              {fault}
            </em>
          ))}
        </>
      ),
    },
    {
      label: 'Quantity',
      cell: (line) => (
        <input
          {...described(line, 'quantity')}
          inputMode="numeric"
          aria-label={`Quantity of ${line.name}`}
          value={line.quantity}
          onChange={({ target }) => changeLine(line.itemId, { quantity: target.value })}
        />
      ),
    },
    { label: 'Pays now', cell: ({ listPrice }) => formatDollars(listPrice) },
    {
      label: 'Unit price, $',
      cell: (line) => (
        <input
          {...described(line, 'price')}
          inputMode="decimal"
          aria-label={`Unit price of ${line.name}`}
          value={line.price}
          onChange={({ target }) => changeLine(line.itemId, { price: target.value })}
        />
      ),
    },
    { label: 'Cost', cell: ({ cost }) => (cost === null ? '–' : formatDollars(cost)) },
    {
      label: 'Margin',
      cell: (line) => {
        const margin = marginOf(line);
        return margin === undefined ? '–' : <Margin margin={margin} price={priceOf(line)} />;
      },
    },
    { label: 'Amount', cell: (line) => formatDollars(quantityOf(line) * (priceOf(line) || 0)) },
    {
      label: 'Remove',
      cell: (line) => (
        <IconButton label={`Remove ${line.name}`} onClick={() => removeLine(line.itemId)}>
          <TrashIcon />
        </IconButton>
      ),
    },
  ];
}

const faultId = ({ itemId }: FormLine, field: string): string => `${itemId}-${field}-fault`;

function described(line: FormLine, field: 'quantity' | 'price') {
  const fault = faultsOf(line)[field];
  return {
    autoComplete: 'off',
    'aria-describedby': fault ? faultId(line, field) : undefined,
    'aria-invalid': fault ? (true as const) : undefined,
  };
}
