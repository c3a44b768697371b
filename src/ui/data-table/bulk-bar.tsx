import { IconButton } from '../icon-button.tsx';
import { CloseIcon } from '../icons.tsx';
import styles from './bulk-bar.module.css';
import { type BulkAction, count } from './parts.ts';
import type { Ticks } from './use-selection.ts';

/** What can be done with the ticked rows; it lies over the page's lower edge, so that nothing moves when one is ticked. */
export function BulkBar({ bulk, ticks, total }: { bulk: readonly BulkAction[]; ticks: Ticks; total: number }) {
  const { isAll, size } = ticks;
  if (!isAll && size === 0) return null;
  return (
    <div className={styles.bar} role="toolbar" aria-label="Selected rows">
      <b aria-live="polite">{isAll ? `All ${count(total)} selected` : `${size.toLocaleString('en-AU')} selected`}</b>
      {!isAll && size < total && (
        <button type="button" className={styles.all} onClick={ticks.all}>
          Select all {count(total)}
        </button>
      )}
      <span className={styles.rule} />
      {bulk.map(({ label, icon, run }) => (
        <button key={label} type="button" className={styles.act} onClick={() => run(ticks.selection, ticks.clear)}>
          {icon}
          {label}
        </button>
      ))}
      <span className={styles.rule} />
      <IconButton label="Clear the selection" onClick={ticks.clear}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}
