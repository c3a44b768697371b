import { formatDollars } from '#lib/money.ts';
import { cx } from '#ui/classes.ts';
import styles from './dialogs.module.css';
import type { Preview } from './price-dialog.tsx';

/** Old and new prices side by side; those that can't be first. */
export function PricePreview({ preview: { rows, total } }: { preview: Preview }) {
  if (rows.length === 0) return null;
  return (
    <div className={styles.scroll} role="region" aria-label="New prices" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Code</th>
            <th scope="col" className={styles.num}>
              Now
            </th>
            <th scope="col" className={styles.num}>
              New
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ itemId, productName, value, productCode, oldPrice, newPrice }) => (
            <tr key={itemId} className={cx(newPrice === null && styles.bad)}>
              <td>{[productName, value].filter(Boolean).join(', ')}</td>
              <td>{productCode || '–'}</td>
              <td className={styles.num}>{formatDollars(oldPrice)}</td>
              <td className={styles.num}>{newPrice === null ? 'Not possible' : formatDollars(newPrice)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > rows.length && <p>and {(total - rows.length).toLocaleString('en-AU')} more</p>}
    </div>
  );
}
