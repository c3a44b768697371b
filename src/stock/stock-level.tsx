import { Badge } from '#ui/feedback/badge.tsx';
import type { StockRowOnPage } from './contract.ts';
import styles from './stock.module.css';
import { formatUnits } from './format-units.ts';

/** The stock on hand, with a badge if it is low; the badge "Out of Stock" replaces a zero. */
export function StockLevel({
  stockOnHand,
  isLow,
  isOutOfStock,
}: Pick<StockRowOnPage, 'stockOnHand' | 'isLow' | 'isOutOfStock'>) {
  return (
    <span className={styles.level}>
      {isOutOfStock ? <Badge tone="danger">Out of Stock</Badge> : isLow && <Badge tone="warning">Low</Badge>}
      {(!isOutOfStock || stockOnHand !== 0) && <b>{formatUnits(stockOnHand)}</b>}
    </span>
  );
}
