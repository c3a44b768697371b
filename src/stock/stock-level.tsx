import { Badge } from '#ui/feedback/badge.tsx';
import type { StockRowOnPage } from './contract.ts';
import styles from './stock.module.css';
import { units } from './units.ts';

/** The stock on hand, with a badge for low or out of stock; the latter replaces the number. */
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
