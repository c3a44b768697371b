import { formatDollars } from '#lib/money.ts';
import { dollarsOfUnits } from '#orders/refund/amount-of-units.ts';
import { Checkbox, FieldError } from '#ui/form/field.tsx';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import styles from '../dialogs.module.css';
import type { Refundable, RefundValues } from './refund-form-values.ts';
import type { Faults } from './use-refund-form.ts';

type Line = Refundable['lines'][number];
type TypedLine = RefundValues['lines'][string];

interface RefundLinesProps {
  refundable: Refundable;
  values: RefundValues;
  change: (part: Partial<RefundValues>) => void;
  faults: Faults;
}

export function RefundLines({ refundable, values, change, faults }: RefundLinesProps) {
  const typedOf = ({ orderItemId }: Line): TypedLine => values.lines[orderItemId] ?? { quantity: '', restock: true };
  const setLine = (line: Line, part: Partial<TypedLine>): void =>
    change({ lines: { ...values.lines, [line.orderItemId]: { ...typedOf(line), ...part } } });
  return (
    <div className={styles.lines}>
      <SimpleTable
        label="Items to refund"
        rows={refundable.lines}
        keyOf={({ orderItemId }) => orderItemId}
        columns={[
          { label: 'Item', cell: (line) => <Item line={line} error={faults[line.orderItemId]} /> },
          {
            label: 'Quantity',
            cell: (line) => (
              <Quantity
                line={line}
                typed={typedOf(line)}
                isWrong={faults[line.orderItemId] !== undefined}
                onType={(quantity) => setLine(line, { quantity })}
              />
            ),
          },
          {
            label: 'Into stock',
            isText: true,
            cell: (line) =>
              line.refundable > 0 && (
                <Checkbox
                  checked={typedOf(line).restock}
                  aria-label={`Put back into stock: ${nameOf(line)}`}
                  onChange={({ target }) => setLine(line, { restock: target.checked })}
                >
                  Put back
                </Checkbox>
              ),
          },
          { label: 'Amount', cell: (line) => amountOf(line, typedOf(line)) },
        ]}
      />
      <FieldError id="refund-lines">{faults.lines}</FieldError>
      <ShippingChoice
        fee={refundable.shippingFee}
        isOn={values.refundShipping}
        onChange={(refundShipping) => change({ refundShipping })}
      />
    </div>
  );
}

const nameOf = ({ productName, variation }: Line): string => `${productName} ${variation}`.trim();
const errorIdOf = ({ orderItemId }: Line): string => `${orderItemId}-error`;

/** The amount for the typed quantity; a dash if that quantity can't be refunded. */
function amountOf(line: Line, { quantity }: TypedLine): string {
  const count = Number(quantity);
  const isRefundable = quantity.trim() !== '' && Number.isInteger(count) && count >= 0 && count <= line.refundable;
  return isRefundable ? formatDollars(dollarsOfUnits(line, count)) : '–';
}

function Item({ line, error }: { line: Line; error: string | undefined }) {
  return (
    <>
      {line.productName}
      <small>{[line.variation, line.productCode].filter(Boolean).join(' · ')}</small>
      <FieldError id={errorIdOf(line)}>{error}</FieldError>
    </>
  );
}

interface QuantityProps {
  line: Line;
  typed: TypedLine;
  isWrong: boolean;
  onType: (text: string) => void;
}

function Quantity({ line, typed, isWrong, onType }: QuantityProps) {
  if (line.refundable === 0) return 'Refunded';
  return (
    <span className={styles.quantity}>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Quantity of ${nameOf(line)}`}
        aria-invalid={isWrong ? true : undefined}
        aria-describedby={isWrong ? errorIdOf(line) : undefined}
        value={typed.quantity}
        onChange={({ target }) => onType(target.value)}
      />
      <small>of {line.refundable}</small>
    </span>
  );
}

function ShippingChoice({ fee, isOn, onChange }: { fee: number; isOn: boolean; onChange: (isOn: boolean) => void }) {
  if (fee === 0) return null;
  return (
    <Checkbox checked={isOn} onChange={({ target }) => onChange(target.checked)}>
      Delivery fee of {formatDollars(fee)}
    </Checkbox>
  );
}
