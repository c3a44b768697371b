import type { ReactNode } from 'react';
import { cx } from '#ui/classes.ts';
import { Hidden } from '#ui/visually-hidden.tsx';
import type { ShownBlockOf } from '../../content/shown.ts';
import styles from './frequency-table.module.css';

/** The content of a cell that means yes. Other cells contain words or nothing. */
const yes = '•';

interface FrequencyTableProps extends Pick<ShownBlockOf<'table'>, 'columns' | 'rows'> {
  /** A class that sets the look and spacing for the page. */
  className: string | undefined;
  caption: ReactNode;
}

/** How often each task is done. */
export function FrequencyTable({ className, caption, columns, rows }: FrequencyTableProps) {
  return (
    <div className={cx(styles.frame, className)}>
      <table>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            <th scope="col">Task</th>
            {columns.map((column, at) => (
              <th key={at} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ title, cells }, at) => (
            <tr key={at}>
              <th scope="row">{title}</th>
              {columns.map((_, i) => (
                <Cell key={i} cell={cells[i] ?? ''} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ cell }: { cell: string }) {
  if (cell !== yes && cell !== '') return <td className={styles.words}>{cell}</td>;
  return (
    <td className={cell === yes ? styles.yes : styles.no}>
      <Hidden>{cell === yes ? 'yes' : 'no'}</Hidden>
    </td>
  );
}
