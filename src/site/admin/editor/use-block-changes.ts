import { type RefObject, useState } from 'react';
import { notify } from '#ui/feedback/notify.tsx';
import type { Block } from '../../content/block-shapes.ts';
import { copyOfBlock } from '../../content/copy-of-block.ts';
import { blockName } from '../fields/words.ts';

export interface BlocksOfPage {
  blocks: readonly Block[];
  choose: (block: string) => void;
  change: (blocks: Block[]) => void;
  /** Brings a deleted block back, unless it is there again. */
  bringBack: (block: Block, place: number) => void;
}

/** What can be done with the blocks of a page. `said` tells screen readers what was done; the focus stays with the block. */
export function useBlockChanges(
  list: RefObject<HTMLElement | null>,
  { blocks, choose, change, bringBack }: BlocksOfPage,
) {
  const [said, setSaid] = useState('');
  /** If there are no rows, focuses the button that adds one, which follows the list. */
  const focusRow = (at: number): void => {
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
    if (rows.length > 0) rows[at]?.focus();
    else (list.current?.nextElementSibling as HTMLElement | null)?.focus(); // a button
  };
  const move = (from: number, to: number): void => {
    const moved = [...blocks];
    const [block] = moved.splice(from, 1);
    if (!block || to < 0 || to >= blocks.length) return;
    moved.splice(to, 0, block);
    change(moved);
    setSaid(`${blockName(block)}: place ${to + 1} of ${blocks.length}.`);
    requestAnimationFrame(() => focusRow(to));
  };
  const insert = (block: Block, at: number): void => {
    change([...blocks.slice(0, at), block, ...blocks.slice(at)]);
    choose(block.id);
    setSaid(`${blockName(block)} added.`);
  };
  const remove = (at: number): void => {
    const block = blocks[at];
    if (!block) return;
    change(blocks.filter(({ id }) => id !== block.id));
    choose(blocks[at + 1]?.id ?? blocks[at - 1]?.id ?? '');
    notify({
      text: `${blockName(block)} has been deleted.`,
      action: { label: 'Undo', run: () => bringBack(block, at) },
    });
    requestAnimationFrame(() => focusRow(Math.min(at, blocks.length - 2)));
  };
  const hide = (at: number): void =>
    change(blocks.map((block, one) => (one === at ? { ...block, isHidden: !block.isHidden } : block)));
  const copy = (at: number): void => {
    const block = blocks[at];
    if (block) insert({ ...copyOfBlock(block), anchor: '' }, at + 1); // a name in links belongs to one block
  };
  return { move, insert, remove, hide, copy, focusRow, said };
}

export type BlockChanges = ReturnType<typeof useBlockChanges>;
