import { changedFields } from './change-text.ts';
import styles from './change-table.module.css';
import type { Change } from './contract.ts';

export function ChangeTable({ before, after }: Pick<Change, 'before' | 'after'>) {
  const fields = changedFields(before, after);
  if (fields.length === 0) return <p className={styles.none}>No details were recorded for this change.</p>;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {before && <th scope="col">Before</th>}
          {after && <th scope="col">After</th>}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name}>
            <th scope="row">{field.name}</th>
            {before && (
              <td data-label="Before" className={after ? styles.before : undefined}>
                {field.before}
              </td>
            )}
            {after && (
              <td data-label="After" className={before ? styles.after : undefined}>
                {field.after}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
