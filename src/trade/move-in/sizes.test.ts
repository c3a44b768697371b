import { expect, test } from 'vitest';
import { compareSizes, readSizes } from './sizes.ts';

test.each([
  ['floor cleaner 5l', ['volume 5000']],
  ['floor cleaner 5 ltr', ['volume 5000']],
  ['degreaser 750ml', ['volume 750']],
  ['laundry powder 20 kg', ['weight 20000']],
  ['flat mop 40cm', ['length 400']],
  ['disinfectant 6 x 750ml', ['count 6', 'volume 750']],
  ['hand towel ctn 16', ['count 16']],
  ['hand towel ctn/16', ['count 16']],
  ['gloves box of 100', ['count 100']],
  ['gloves 100/box', ['count 100']],
  ['tablets 200 pack', ['count 200']],
  ['2.5l bottle', ['volume 2500']],
  ['each', []],
  ['mop head 24', []],
] as const)('"%s" states %j', (text, expected) => {
  expect(readSizes(text).sizes.map(({ kind, value }) => `${kind} ${value}`)).toEqual(expected);
});

test.each([
  ['cleaner 5l', 'cleaner 5 litre', 'same'],
  ['cleaner 5l', 'cleaner 5000ml', 'same'],
  ['cleaner 5l', 'cleaner 20 l', 'other'],
  ['cleaner 5l ctn 6', 'cleaner 5 l', 'same'],
  ['cleaner 5l ctn 6', 'cleaner 5 l ctn 4', 'otherPack'],
  ['cleaner 5l', 'cleaner', 'unknown'],
  ['mop', 'mop', 'none'],
] as const)('%s and %s: %s', (line, item, expected) => {
  expect(compareSizes(readSizes(line).sizes, readSizes(item).sizes)).toBe(expected);
});
