import type { PageContent } from '../content/page-content.ts';

type Blocks = PageContent['blocks'];

/** Content as text without the ids of its blocks, to compare what two contents say. */
export const wordsOf = (content: unknown): string =>
  JSON.stringify(content, function (this: { kind?: unknown }, key, value: unknown) {
    return key === 'id' && this.kind !== undefined ? undefined : value;
  });

/**
 * Gives the blocks of an imported page the ids of the blocks from which they come, so that somebody who is editing the page can merge both
 * versions. That is the same block, wherever it is now, or otherwise a block of the same kind in the same place.
 */
export function withFormerIds(blocks: Blocks, former: Blocks): Blocks {
  const left = new Map(former.map((block) => [block.id, block]));
  const take = (block: Blocks[number] | undefined): Blocks[number] | undefined =>
    block && left.delete(block.id) ? block : undefined;
  const same = blocks.map((block) => {
    const words = wordsOf(block);
    return take([...left.values()].find((one) => wordsOf(one) === words));
  });
  return blocks.map((block, i) => {
    const before = former[i];
    const id = (same[i] ?? (before?.kind === block.kind ? take(before) : undefined))?.id;
    return same[i] ?? (id === undefined ? block : { ...block, id });
  });
}
