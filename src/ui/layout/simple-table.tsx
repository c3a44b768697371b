import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { cx } from '../classes.ts';
import layout from '../layout.module.css';
import styles from './simple-table.module.css';

export interface SimpleColumn<Row> {
  label: string;
  /** The cell of the first column is the row's heading. */
  cell: (row: Row) => ReactNode;
  /** A small line under the cell's content, such as a code. */
  about?: (row: Row) => string;
  /** The column's cell in the row of totals at the bottom. */
  sum?: ReactNode;
  /** Left-aligned. All other columns contain figures and are right-aligned. */
  isText?: boolean;
  /** Hidden on phones. */
  isWide?: boolean;
  /** Buttons, which are not printed. */
  isActions?: boolean;
}

interface SimpleTableProps<Row> {
  /** The accessible name. */
  label: string;
  columns: readonly SimpleColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** Shown if there are no rows. */
  none?: string;
  /** Puts the table in a frame with its own scrollbar, as in a dialog. */
  isFramed?: boolean;
  /** The last column is a sentence; the others only identify its subject. */
  isSentences?: boolean;
  /** Shown under the rows of a framed table. */
  children?: ReactNode;
}

/** A table of all given rows, without sorting or pages, for documents, reports and dialogs. On phones each row is a card. */
export function SimpleTable<Row>({ label, columns, rows, keyOf, none, children, ...is }: SimpleTableProps<Row>) {
  const { isFramed, isSentences } = is;
  const keepsFocus = useFocusInRows(rows);
  const table = (
    <table
      className={cx(styles.table, isFramed && styles.framed, isSentences && styles.sentences)}
      aria-label={isFramed ? undefined : label}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col" className={classOf(column)}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...keepsFocus}>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column, i) => (
              <Cell key={column.label} column={column} isFirst={i === 0}>
                {column.cell(row)}
                {column.about && <small>{column.about(row)}</small>}
              </Cell>
            ))}
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={columns.length} className={styles.none}>
              {none}
            </td>
          </tr>
        )}
      </tbody>
      {rows.length > 0 && columns[0]?.sum !== undefined && (
        <tfoot>
          <tr>
            {columns.map((column, i) => (
              <Cell key={column.label} column={column} isFirst={i === 0}>
                {column.sum}
              </Cell>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
  if (!isFramed) return <div className={styles.wrap}>{table}</div>;
  return (
    <div className={styles.frame} role="region" aria-label={label} tabIndex={0}>
      {table}
      {children}
    </div>
  );
}

/** When the row that has the focus is removed, the focus moves to the row that takes its place, so that work by keyboard goes on there. */
function useFocusInRows(rows: readonly unknown[]) {
  const body = useRef<HTMLTableSectionElement>(null);
  const focused = useRef(-1);
  useLayoutEffect(() => {
    if (focused.current < 0 || document.activeElement !== document.body) return;
    const left = [...(body.current?.rows ?? [])];
    (left[focused.current] ?? left.at(-1))?.querySelector<HTMLElement>('a, button, input')?.focus();
  }, [rows]);
  return {
    ref: body,
    onFocus: ({ target }: FocusEvent<HTMLElement>): void => {
      focused.current = target.closest('tr')?.sectionRowIndex ?? -1;
    },
    /** Not called for what is removed. */
    onBlur: (): void => {
      focused.current = -1;
    },
  };
}

const classOf = ({ isText, isWide, isActions }: Pick<SimpleColumn<never>, 'isText' | 'isWide' | 'isActions'>): string =>
  cx(isText && styles.text, isWide && styles.wide, isActions && layout.noPrint);

interface CellProps<Row> {
  column: SimpleColumn<Row>;
  isFirst: boolean;
  children: ReactNode;
}

function Cell<Row>({ column, isFirst, children }: CellProps<Row>) {
  if (isFirst)
    return (
      <th scope="row" data-label={column.label}>
        {children}
      </th>
    );
  return (
    <td className={classOf(column)} data-label={column.label}>
      {children}
    </td>
  );
}
