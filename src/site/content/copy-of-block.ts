import { newId } from '#lib/uuid.ts';
import type { Block } from './block-shapes.ts';

/** A copy of a block; it and the blocks in its columns have new ids. */
export function copyOfBlock(block: Block): Block {
  const copy = { ...structuredClone(block), id: newId() };
  for (const one of copy.kind === 'columns' ? [...copy.left, ...copy.right] : []) one.id = newId();
  return copy;
}
