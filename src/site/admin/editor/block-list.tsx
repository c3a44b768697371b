import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import { cx } from '#ui/classes.ts';
import { DotsIcon, GripIcon } from '#ui/icons/back-office-icons.tsx';
import { PlusIcon, WarningIcon } from '#ui/icons/icons.tsx';
import { type MenuEntry, PopupMenu } from '#ui/overlay/popup-menu.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import type { Block } from '../../content/block-shapes.ts';
import { blockName, blockWords, titleIn } from '../fields/words.ts';
import { AddBlockDialog } from './add-block-dialog.tsx';
import styles from './block-list.module.css';
import { type BlockChanges, type BlocksOfPage, useBlockChanges } from './use-block-changes.ts';

interface BlockListProps extends BlocksOfPage {
  faults: ReadonlyMap<string, string>;
  chosen: string;
}

/** The blocks of a page in their order, where they are chosen, added, copied, hidden and deleted, and moved by keys, buttons or dragging. */
export function BlockList({ faults, chosen, ...page }: BlockListProps) {
  const { blocks, choose } = page;
  const list = useRef<HTMLOListElement>(null);
  const [isAdding, setAdding] = useState(false);
  const changes = useBlockChanges(list, page);
  const drag = useDrag(changes.move);
  const place = blocks.findIndex(({ id }) => id === chosen);
  const isFaulty = (at: number): boolean => [...faults.keys()].some((path) => path.startsWith(`blocks.${at}.`));
  return (
    <>
      <ol ref={list} className={styles.blocks} aria-label="Blocks">
        {blocks.map((block, at) => (
          <li
            key={block.id}
            className={cx(
              block.id === chosen && styles.chosen,
              block.isHidden && styles.hidden,
              drag.dropAt === at && styles.before,
              drag.dropAt === at + 1 && at === blocks.length - 1 && styles.after,
            )}
            {...drag.rowProps(at)}
          >
            <Row
              {...{ block, at, changes }}
              isLast={at === blocks.length - 1}
              isChosen={block.id === chosen}
              isFaulty={isFaulty(at)}
              choose={choose}
            />
          </li>
        ))}
      </ol>
      <button type="button" className={styles.add} onClick={() => setAdding(true)}>
        <PlusIcon />
        Add block
      </button>
      <p role="status" className={styles.said}>
        {changes.said}
      </p>
      <AddBlockDialog
        isOpen={isAdding}
        close={() => setAdding(false)}
        add={(block) => {
          setAdding(false);
          changes.insert(block, place < 0 ? blocks.length : place + 1);
        }}
      />
    </>
  );
}

/** Dragging of rows: where the dragged row would be dropped, and the event handlers of each row. */
function useDrag(move: BlockChanges['move']) {
  const [dragged, setDragged] = useState<number>();
  const [dropAt, setDropAt] = useState<number>();
  const end = (): void => {
    setDragged(undefined);
    setDropAt(undefined);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    if (dragged !== undefined && dropAt !== undefined) move(dragged, dropAt > dragged ? dropAt - 1 : dropAt);
    end();
  };
  const over = (event: DragEvent<HTMLElement>, at: number): void => {
    if (dragged === undefined) return;
    event.preventDefault();
    const { top, height } = event.currentTarget.getBoundingClientRect();
    setDropAt(event.clientY > top + height / 2 ? at + 1 : at);
  };
  const rowProps = (at: number) => ({
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.effectAllowed = 'move';
      setDragged(at);
    },
    onDragOver: (event: DragEvent<HTMLElement>) => over(event, at),
    onDrop: drop,
    onDragEnd: end,
  });
  return { dropAt, rowProps };
}

interface RowProps {
  block: Block;
  at: number;
  isLast: boolean;
  isChosen: boolean;
  isFaulty: boolean;
  changes: BlockChanges;
  choose: (block: string) => void;
}

function Row({ block, at, isLast, isChosen, isFaulty, changes, choose }: RowProps) {
  const { move, remove, copy, hide, focusRow } = changes;
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step !== undefined && event.altKey) move(at, at + step);
    else if (step !== undefined) focusRow(at + step);
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(at);
    else return;
    event.preventDefault();
  };
  const entries: MenuEntry[] = [
    ...(at > 0 ? [{ label: 'Move up', shortcut: 'Alt ↑', onSelect: () => move(at, at - 1) }] : []),
    ...(isLast ? [] : [{ label: 'Move down', shortcut: 'Alt ↓', onSelect: () => move(at, at + 1) }]),
    { label: 'Duplicate', onSelect: () => copy(at) },
    { label: block.isHidden ? 'Show' : 'Hide', onSelect: () => hide(at) },
    { label: 'Delete', shortcut: 'Del', isDangerous: true, startsGroup: true, onSelect: () => remove(at) },
  ];
  return (
    <>
      <GripIcon className={styles.grip} />
      <button
        type="button"
        data-row
        aria-current={isChosen || undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
        onClick={() => choose(block.id)}
        onKeyDown={press}
      >
        <b>{blockWords[block.kind].label}</b>
        <span>{titleIn(block)}</span>
        {block.isHidden && <Hidden>hidden</Hidden>}
        {isFaulty && <Hidden>needs your attention</Hidden>}
      </button>
      {isFaulty && <WarningIcon className={styles.warning} />}
      <PopupMenu
        button={<DotsIcon />}
        buttonClassName={styles.more}
        label={`Actions for ${blockName(block)}`}
        entries={entries}
      />
    </>
  );
}
