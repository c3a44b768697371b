import { Badge } from '#ui/feedback/badge.tsx';
import type { StockRowOnPage } from './contract.ts';
import styles from './stock.module.css';
import { units } from './units.ts';

/** What is on hand; low and out of stock stand beside it in words, and the latter says that there is none. */
export function StockLevel({
  stockOnHand,
  isLow,
  isOutOfStock,
}: Pick<StockRowOnPage, 'stockOnHand' | 'isLow' | 'isOutOfStock'>) {
  return (
    <span className={styles.level}>
      {isOutOfStock ? <Badge tone="danger">Out of Stock</Badge> : isLow && <Badge tone="warning">Low</Badge>}
      {(!isOutOfStock || stockOnHand !== 0) && <b>{units(stockOnHand)}</b>}
    </span>
  );
}
