import type { ReactNode } from 'react';
import { cx } from '#ui/classes.ts';
import { Hidden } from '#ui/visually-hidden.tsx';
import { type Schedule, yes } from './service-content.ts';
import styles from './frequency-table.module.css';

interface FrequencyTableProps extends Pick<Schedule, 'columns' | 'rows'> {
  /** A class that sets the look and spacing for the page. */
  className: string | undefined;
  caption: ReactNode;
}

/** How often each task is done. */
export function FrequencyTable({ className, caption, columns, rows }: FrequencyTableProps) {
  return (
    <div className={cx(styles.frame, className)}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Task</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([task, ...cells]) => (
            <tr key={task}>
              <th scope="row">{task}</th>
              {cells.map((cell, i) => (
                <Cell key={columns[i]} cell={cell} />
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
