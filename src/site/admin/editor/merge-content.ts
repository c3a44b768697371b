import type { Difference } from '#ui/overlay/field-differences.tsx';
import type { Block } from '../../content/block-shapes.ts';
import type { PageContent } from '../../content/page-content.ts';
import { isSame, valueDifferences } from '../fields/differences.ts';
import { blockName, wordsOf } from '../fields/words.ts';

export interface Merged {
  content: PageContent;
  /** What both have changed: theirs and mine differ there, and `content` has mine. */
  conflicts: Difference[];
}

/**
 * The content that two people have made from `base`: what only one of them has changed is as that one left it. Blocks are compared one by
 * one, wherever they have been moved.
 */
export function mergeContent(base: PageContent, theirs: PageContent, mine: PageContent): Merged {
  const conflicts: Difference[] = [];
  const pick = <T>(was: T, their: T, my: T, differences: () => Difference[]): T => {
    if (isSame(was, my)) return their;
    if (!isSame(was, their) && !isSame(their, my)) conflicts.push(...differences());
    return my;
  };
  const { blocks: _blocks, ...heads } = mine;
  const head = Object.fromEntries(
    Object.keys(heads).map((key) => {
      const name = key as keyof typeof heads; // its own keys
      return [name, pick(base[name], theirs[name], mine[name], () => headDifferences(theirs, mine, name))];
    }),
  ) as Omit<PageContent, 'blocks'>; // all of them
  const blockOf = ({ blocks }: PageContent, id: string) => blocks.find((block) => block.id === id);
  const merged = orderOf(base, theirs, mine).flatMap((id) => {
    const [was, their, my] = [blockOf(base, id), blockOf(theirs, id), blockOf(mine, id)];
    const block = pick(was, their, my, () => blockDifferences(their, my));
    return block ? [block] : [];
  });
  return { content: { ...head, blocks: merged }, conflicts };
}

const idsOf = ({ blocks }: PageContent): string[] => blocks.map(({ id }) => id);

/** All blocks in the order of whoever has changed it, mine if both have; the other's new ones follow the block that they followed there. */
function orderOf(base: PageContent, theirs: PageContent, mine: PageContent): string[] {
  const isMineMoved = !isSame(idsOf(base), idsOf(mine));
  const [first, second] = isMineMoved ? [mine, theirs] : [theirs, mine];
  const order = idsOf(first);
  for (const [place, id] of idsOf(second).entries()) {
    if (order.includes(id)) continue;
    const before = idsOf(second)
      .slice(0, place)
      .findLast((one) => order.includes(one));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  }
  return order;
}

/** What differs between two contents of a page, in words. */
export function contentDifferences(theirs: PageContent, mine: PageContent): Difference[] {
  const { blocks: _blocks, ...heads } = mine;
  const names = Object.keys(heads) as (keyof typeof heads)[]; // its own keys
  const ofHead = names.flatMap((name) => headDifferences(theirs, mine, name));
  const ids = [...new Set([...idsOf(theirs), ...idsOf(mine)])];
  const find = ({ blocks }: PageContent, id: string) => blocks.find((block) => block.id === id);
  const ofBlocks = ids.flatMap((id) => blockDifferences(find(theirs, id), find(mine, id)));
  const common = (content: PageContent, other: PageContent) =>
    content.blocks.filter(({ id }) => find(other, id)).map(blockName);
  const isMoved = !isSame(
    idsOf(theirs).filter((id) => find(mine, id)),
    idsOf(mine).filter((id) => find(theirs, id)),
  );
  const order = {
    label: 'Order of the blocks',
    theirs: common(theirs, mine).join(', '),
    mine: common(mine, theirs).join(', '),
  };
  return [...ofHead, ...ofBlocks, ...(isMoved ? [order] : [])];
}

const headDifferences = (
  theirs: PageContent,
  mine: PageContent,
  name: Exclude<keyof PageContent, 'blocks'>,
): Difference[] => valueDifferences([wordsOf(['page', name]).label], [name], [theirs[name], mine[name]]);

function blockDifferences(theirs: Block | undefined, mine: Block | undefined): Difference[] {
  if (!theirs || !mine) {
    const one = theirs ?? mine;
    return one ? [{ label: blockName(one), theirs: theirs ? 'On the page' : '', mine: mine ? 'On the page' : '' }] : [];
  }
  return valueDifferences([blockName(mine)], [mine.kind], [theirs, mine]);
}
