import layout from '#ui/layout.module.css';
import type { ShownBlockOf } from '../../content/shown.ts';
import styles from './figures.module.css';

/** A row of facts below the top of a page. */
export function FiguresView({ block: { items } }: { block: ShownBlockOf<'figures'> }) {
  return (
    <div className={styles.facts}>
      <ul className={layout.wide}>
        {items.map(({ value, text }, at) => (
          <li key={at}>
            <strong>{value}</strong>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
