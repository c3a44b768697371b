import { setImmediate } from 'node:timers/promises';

/** Positions of an order that are counted together. */
const blockSize = 1024;

/** Blocks that are sorted, in about 2 ms, before other requests get their turn. */
const blocksAtOnce = 32;

/** Keys from `least` to `most`, both included. */
export type KeyRange = readonly [least: number, most: number];

/**
 * Counts the positions of an order that have certain keys, a block of positions at a time, so that a far page of a filtered list is found
 * without looking at each product before it. 4 bytes for each position.
 */
export interface BlockCounts {
  blocks: number;
  /** The first position of a block, and the one after its last. */
  bounds(block: number): [from: number, to: number];
  countIn(block: number, ranges: readonly KeyRange[]): number;
  count(ranges: readonly KeyRange[]): number;
}

/** `keyAt` is called once for each of `size` positions. */
export async function countInBlocks(size: number, keyAt: (position: number) => number): Promise<BlockCounts> {
  const keys = new Int32Array(size); // sorted within each block
  const blocks = Math.ceil(size / blockSize);
  const bounds = (block: number): [number, number] => [block * blockSize, Math.min(size, (block + 1) * blockSize)];
  for (let block = 0; block < blocks; block++) {
    const [from, to] = bounds(block);
    for (let position = from; position < to; position++) keys[position] = keyAt(position);
    keys.subarray(from, to).sort();
    if (block % blocksAtOnce === blocksAtOnce - 1) await setImmediate();
  }
  const countBelow = (key: number, block: number): number => {
    const [first, last] = bounds(block);
    let [from, to] = [first, last];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((keys[middle] ?? 0) < key) from = middle + 1;
      else to = middle;
    }
    return from - first;
  };
  const countIn = (block: number, ranges: readonly KeyRange[]): number => {
    let count = 0;
    for (const [least, most] of ranges) count += countBelow(most + 1, block) - countBelow(least, block);
    return count;
  };
  const count = (ranges: readonly KeyRange[]): number => {
    let sum = 0;
    for (let block = 0; block < blocks; block++) sum += countIn(block, ranges);
    return sum;
  };
  return { blocks, bounds, countIn, count };
}
