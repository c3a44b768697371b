import { Hidden } from '#ui/hidden.tsx';
import layout from '#ui/layout.module.css';
import { type Schedule, yes } from './content.ts';
import styles from './schedule-table.module.css';

/** The frequency of each task, on an example site. */
export function ScheduleTable({ schedule: { title, example, columns, rows } }: { schedule: Schedule }) {
  return (
    <section id="how-often" aria-labelledby="how-often-title">
      <div className={layout.sectionHead}>
        <h2 id="how-often-title">{title}</h2>
      </div>
      <div className={styles.schedule}>
        <table>
          <caption>
            <strong>Example:</strong> {example}
          </caption>
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
    </section>
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
