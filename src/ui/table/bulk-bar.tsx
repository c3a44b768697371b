import { useState } from 'react';
import { Confirm } from '../overlay/confirm.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { CloseIcon } from '../icons/icons.tsx';
import styles from './bulk-bar.module.css';
import { type BulkAction, formatCount } from './table-config.ts';
import type { RowSelection } from './use-selection.ts';

/** The actions for the selected rows, in a bar over the lower edge of the page, so that nothing moves when a row is selected. */
export function BulkBar({
  bulk,
  selection,
  total,
}: {
  bulk: readonly BulkAction[];
  selection: RowSelection;
  total: number;
}) {
  const { isAll, size } = selection;
  const [confirming, setConfirming] = useState<BulkAction>();
  if (!isAll && size === 0) return null;
  const selected = formatCount(isAll ? total : size);
  const run = (action: BulkAction): void => action.run(selection.forRequest(total), selection.clear);
  return (
    <div className={styles.bar} role="toolbar" aria-label="Selected rows" data-lower-bar>
      <b aria-live="polite">{isAll ? `All ${selected} selected` : `${selected} selected`}</b>
      {!isAll && size < total && (
        <button type="button" className={styles.all} onClick={selection.selectAll}>
          Select all {formatCount(total)}
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
      <IconButton label="Clear the selection" onClick={selection.clear}>
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
