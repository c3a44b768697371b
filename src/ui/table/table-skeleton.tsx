import { cx } from '../classes.ts';
import { Skeleton } from '../layout/skeleton.tsx';
import layout from '../layout.module.css';
import styles from './data-table.module.css';
import type { TableConfig } from './table-config.ts';
import { TableHead } from './table-head.tsx';
import { tableClass } from './table-rows.tsx';
import type { RowSelection } from './use-selection.ts';
import { isColumnVisible } from './table-preferences.ts';
import { type Table } from './use-table-state.ts';

/** Widths of the placeholders, in rem, varied so that no two rows look alike. */
const widths = [8, 5.5, 6.5, 4.5, 7];
const mostRows = 10;

/** The table's head, and placeholder rows as high as real ones, shown while the rows load. */
export function TableSkeleton<Row>(props: TableConfig<Row> & { table: Table; selection: RowSelection | undefined }) {
  const { columns, actions, things, table, selection } = props;
  const shown = columns.filter((column, i) => i === 0 || isColumnVisible(table.preferences, column));
  return (
    <div className={styles.wrap} aria-busy="true">
      <table className={tableClass(table)}>
        <caption className={layout.hidden}>Loading {things[1]}</caption>
        <TableHead columns={shown} table={table} selection={selection} ids={[]} hasActions={!!actions} />
        <tbody className={styles.coming}>
          {Array.from({ length: Math.min(table.pageSize, mostRows) }, (_, row) => (
            <tr key={row}>
              {selection && <td className={styles.tick} aria-hidden="true" />}
              {shown.map(({ key, isNumeric, isLong, isWide, phone }, i) => (
                <td
                  key={key}
                  className={cx(isNumeric && styles.num, (isLong || i === 0) && styles.long, isWide && styles.wide)}
                  data-phone={phone ?? 'none'}
                >
                  <Skeleton width={`${(widths[(row + i) % widths.length] ?? 5) * (isNumeric ? 0.5 : 1)}rem`} />
                </td>
              ))}
              {actions && <td className={styles.actions} data-phone="actions" aria-hidden="true" />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
