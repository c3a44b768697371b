import type { ShownBlock, ShownPage } from '../content/shown.ts';
import { isChanging } from './views.ts';

/**
 * A page as a visit's first answer sends it to scripts: they keep the HTML of unchanging blocks (`unchanging.tsx`), so of these only what the
 * frame around them needs is sent.
 */
export const asFirstPage = (page: ShownPage): ShownPage => ({ ...page, blocks: page.blocks.map(bare) });

function bare<B extends ShownBlock>(block: B): B {
  if (isChanging(block.kind)) return block;
  if (block.kind === 'columns') return { ...block, left: block.left.map(bare), right: block.right.map(bare) };
  const { id, kind, anchor, shortTitle } = block;
  return { id, kind, anchor, shortTitle } as B; // the rest is read by its view alone
}
