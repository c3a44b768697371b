import { useState } from 'react';
import { Confirm } from '../overlay/confirm.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { CloseIcon } from '../icons/icons.tsx';
import styles from './bulk-bar.module.css';
import { type BulkAction, count } from './parts.ts';
import type { Ticks } from './use-selection.ts';

/** The actions for the selected rows; it overlays the lower edge of the page, so that selecting a row moves nothing. */
export function BulkBar({ bulk, ticks, total }: { bulk: readonly BulkAction[]; ticks: Ticks; total: number }) {
  const { isAll, size } = ticks;
  const [confirming, setConfirming] = useState<BulkAction>();
  if (!isAll && size === 0) return null;
  const selected = count(isAll ? total : size);
  const run = (action: BulkAction): void => action.run(ticks.selection(total), ticks.clear);
  return (
    <div className={styles.bar} role="toolbar" aria-label="Selected rows" data-lower-bar>
      <b aria-live="polite">{isAll ? `All ${selected} selected` : `${selected} selected`}</b>
      {!isAll && size < total && (
        <button type="button" className={styles.all} onClick={ticks.all}>
          Select all {count(total)}
        </button>
      )}
      <span className={styles.rule} />
      {bulk.map((action) => (
        <button
          key={action.label}
          type="button"
          className={styles.act}
          onClick={() => (action.question ? setConfirming(action) : run(action))}
        >
          {action.icon}
          {action.label}
        </button>
      ))}
      <span className={styles.rule} />
      <IconButton label="Clear the selection" onClick={ticks.clear}>
        <CloseIcon />
      </IconButton>
      <Question action={confirming} selected={selected} run={run} close={() => setConfirming(undefined)} />
    </div>
  );
}

interface QuestionProps {
  action: BulkAction | undefined;
  selected: string;
  run: (action: BulkAction) => void;
  close: () => void;
}

function Question({ action, selected, run, close }: QuestionProps) {
  const words = action?.question?.(selected);
  const confirm = (): void => {
    close();
    if (action) run(action);
  };
  return (
    <Confirm
      isOpen={words !== undefined}
      title={words?.title ?? ''}
      confirm={words?.confirm ?? ''}
      cancel="Cancel"
      isDangerous
      onConfirm={confirm}
      onCancel={close}
    >
      <p>{words?.text}</p>
    </Confirm>
  );
}
