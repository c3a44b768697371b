import type { ShownBlock, ShownPage } from '../content/shown.ts';
import { isChanging } from './views.ts';

/**
 * A page as the first response of a visit sends it to scripts. They keep the HTML of unchanging blocks (`unchanging.tsx`), so only what the
 * frame around these blocks needs is sent.
 */
export const asFirstPage = (page: ShownPage): ShownPage => ({ ...page, blocks: page.blocks.map(bare) });

function bare<B extends ShownBlock>(block: B): B {
  if (isChanging(block.kind)) return block;
  if (block.kind === 'columns') return { ...block, left: block.left.map(bare), right: block.right.map(bare) };
  const { id, kind, anchor, shortTitle } = block;
  return { id, kind, anchor, shortTitle } as B; // only its view reads the rest
}
