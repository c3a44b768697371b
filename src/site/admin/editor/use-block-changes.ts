import { type RefObject, useEffect, useRef, useState } from 'react';
import { newId } from '#lib/uuid.ts';
import { notify } from '#ui/feedback/notify.tsx';
import type { Block } from '../../content/block-shapes.ts';
import { blockName } from '../fields/words.ts';

export interface BlocksOfPage {
  blocks: readonly Block[];
  choose: (block: string) => void;
  change: (blocks: Block[]) => void;
}

/** What can be done with the blocks of a page. `said` tells screen readers what was done; the focus stays with the block. */
export function useBlockChanges(list: RefObject<HTMLElement | null>, { blocks, choose, change }: BlocksOfPage) {
  const [said, setSaid] = useState('');
  const latest = useRef({ blocks, change });
  useEffect(() => {
    latest.current = { blocks, change };
  });
  const focusRow = (at: number): void => list.current?.querySelectorAll<HTMLElement>('[data-row]')[at]?.focus();
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
    // What has been changed meanwhile stays.
    const run = (): void => {
      const now = latest.current;
      now.change([...now.blocks.slice(0, at), block, ...now.blocks.slice(at)]);
    };
    notify({ text: `${blockName(block)} has been deleted.`, action: { label: 'Undo', run } });
    requestAnimationFrame(() => focusRow(Math.min(at, blocks.length - 2)));
  };
  const hide = (at: number): void =>
    change(blocks.map((block, one) => (one === at ? { ...block, isHidden: !block.isHidden } : block)));
  const copy = (at: number): void => {
    const block = blocks[at];
    if (block) insert({ ...structuredClone(block), id: newId() }, at + 1);
  };
  return { move, insert, remove, hide, copy, focusRow, said };
}

export type BlockChanges = ReturnType<typeof useBlockChanges>;
