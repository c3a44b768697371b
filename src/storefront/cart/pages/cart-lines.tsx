import { Link } from '#ui/link.tsx';
import { formatDollars } from '#lib/money.ts';
import { Hidden } from '#ui/visually-hidden.tsx';
import { TrashIcon } from '#ui/icons/icons.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { QuantityField } from '#ui/form/quantity-field.tsx';
import { type CartLine, lineKey, restoreLine } from '../browser-cart.ts';
import { LinePicture } from '../cart-line-picture.tsx';
import type { Cart } from '../use-cart.ts';
import styles from './cart-lines.module.css';

export function CartLines({ cart, lines }: { cart: Cart; lines: CartLine[] }) {
  const remove = (line: CartLine, index: number): void => {
    cart.remove(lineKey(line));
    const run = (): void => restoreLine(line, index);
    notify({ text: `${line.productName} was removed.`, action: { label: 'Undo', run } });
  };
  return (
    <ul className={styles.lines}>
      {lines.map((line, index) => (
        <li key={lineKey(line)} className={styles.line}>
          <LineText line={line} onRemove={() => remove(line, index)} />
          <QuantityField
            size="small"
            label={`Quantity of ${nameOf(line)}`}
            value={line.qty}
            onChange={(quantity) => cart.setQuantity(lineKey(line), quantity)}
          />
          <Sum line={line} />
        </li>
      ))}
    </ul>
  );
}

const choicesOf = ({ variations }: CartLine): string => variations.map(({ selected }) => selected).join(', ');
const nameOf = (line: CartLine): string => [line.productName, choicesOf(line)].filter(Boolean).join(', ');

function LineText({ line, onRemove }: { line: CartLine; onRemove: () => void }) {
  const to = `/shopping/product-detail/${encodeURIComponent(line.url)}`;
  return (
    <>
      <Link to={to} className={styles.picture} tabIndex={-1} aria-hidden="true">
        <LinePicture line={line} sizes="112px" />
      </Link>
      <div>
        <h2>
          <Link to={to}>{line.productName}</Link>
        </h2>
        <p className={styles.meta}>
          {line.variations.length > 0 && <span>{choicesOf(line)}</span>}
          <span className={styles.code}>{line.productCode}</span>
        </p>
        <button type="button" className={styles.remove} onClick={onRemove}>
          <TrashIcon />
          Remove<Hidden> {nameOf(line)}</Hidden>
        </button>
      </div>
    </>
  );
}

/** The line's total; before the first sync, its total without a promo. */
function Sum({ line }: { line: CartLine }) {
  const whole = Math.round(line.price * line.qty * 100) / 100;
  const isFresh = line.discountedPrice !== undefined && line.hasDiscount === true && line.total !== undefined;
  return (
    <p className={styles.sum}>
      {formatDollars(isFresh ? (line.total ?? whole) : whole)}
      {isFresh && <s>{formatDollars(whole)}</s>}
      {line.qty > 1 && <small>{formatDollars(line.price)} each</small>}
    </p>
  );
}
