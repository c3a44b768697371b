import { Hidden } from '#ui/hidden.tsx';
import { type Schedule, yes } from './content.ts';
import { PageSection } from './page-section.tsx';
import styles from './schedule-table.module.css';

export function ScheduleTable({ schedule: { title, example, columns, rows } }: { schedule: Schedule }) {
  return (
    <PageSection id="how-often" title={title}>
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
    </PageSection>
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
