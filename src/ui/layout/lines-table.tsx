import type { ReactNode } from 'react';
import { cx } from '../classes.ts';
import styles from './lines-table.module.css';

export interface LineColumn<Row> {
  label: string;
  /** The first column names its row. */
  cell: (row: Row) => ReactNode;
  /** A small line beneath, such as a code. */
  about?: (row: Row) => string;
  /** The content of the last row, which holds the sums. */
  sum?: ReactNode;
  /** Text is left-aligned; all other columns are figures, right-aligned. */
  isText?: boolean;
  /** Hidden on phones. */
  isWide?: boolean;
}

interface LinesTableProps<Row> {
  /** The accessible name. */
  label: string;
  columns: readonly LineColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** Shown if there are no rows. */
  none?: string;
  /** In a frame that scrolls by itself, as in a dialog. */
  isFramed?: boolean;
  /** The last column is a sentence; the others only identify its subject. */
  isSentences?: boolean;
  /** Under the rows. */
  children?: ReactNode;
}

/** The lines of a document, a report or a dialog, all of them in the given order. On phones each is a card with labelled figures. */
export function LinesTable<Row>({ label, columns, rows, keyOf, none, children, ...is }: LinesTableProps<Row>) {
  const { isFramed, isSentences } = is;
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
      <tbody>
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
  if (!isFramed) return table;
  return (
    <div className={styles.frame} role="region" aria-label={label} tabIndex={0}>
      {table}
      {children}
    </div>
  );
}

const classOf = ({ isText, isWide }: Pick<LineColumn<never>, 'isText' | 'isWide'>): string =>
  cx(isText && styles.text, isWide && styles.wide);

interface CellProps<Row> {
  column: LineColumn<Row>;
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
