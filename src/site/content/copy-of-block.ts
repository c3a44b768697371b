import { newId } from '#lib/uuid.ts';
import type { Block } from './block-shapes.ts';

/** A block like another; it and the blocks in its columns have ids of their own. */
export function copyOfBlock(block: Block): Block {
  const copy = { ...structuredClone(block), id: newId() };
  for (const one of copy.kind === 'columns' ? [...copy.left, ...copy.right] : []) one.id = newId();
  return copy;
}
