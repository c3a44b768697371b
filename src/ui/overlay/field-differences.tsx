import type { ReactNode } from 'react';
import styles from './field-differences.module.css';

/** A field of a record that two people have changed. */
export interface Difference {
  label: string;
  theirs: ReactNode;
  /** The value that will be stored if the user overwrites the other person's change. */
  mine: ReactNode;
}

interface DifferencesProps {
  differences: readonly Difference[];
  /** The headings of the two columns. */
  theirs: string;
  mine: string;
}

/** Both versions of each differing field, side by side. */
export function Differences({ differences, theirs, mine }: DifferencesProps) {
  return (
    <table className={styles.both}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{theirs}</th>
          <th scope="col">{mine}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map((one, place) => (
          <tr key={place}>
            <th scope="row">{one.label}</th>
            <td>{one.theirs || '–'}</td>
            <td>{one.mine || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
