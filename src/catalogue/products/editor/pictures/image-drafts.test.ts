import { expect, test } from 'vitest';
import { move, type ImageDraft, withFiles, withPrimary } from './image-drafts.ts';

const shot = (id: string, isPrimary = false): ImageDraft => ({
  id,
  name: id,
  altText: '',
  optionId: null,
  isPrimary,
  size: 1,
  src: id,
});
const file = (name: string, type = 'image/png', size = 10) => new File([new Uint8Array(size)], name, { type });
const ids = (shots: readonly ImageDraft[]) => shots.map(({ id }) => id);

test('files are added up to the limit, the first is primary, and invalid ones carry a fault', () => {
  const { shots, cut } = withFiles([], [file('a'), file('b', 'text/html'), file('c', 'image/gif', 5_300_000)]);
  expect(shots.map(({ isPrimary, fault }) => [isPrimary, fault])).toEqual([
    [true, undefined],
    [false, 'Images must be PNG, JPEG, WebP or GIF files.'],
    [false, 'Images must be at most 5 MB.'],
  ]);
  expect(cut).toBe(0);
  const seven = Array.from({ length: 7 }, (_, n) => shot(String(n), n === 3));
  expect(withFiles(seven, [file('a'), file('b'), file('c')])).toMatchObject({ cut: 2, shots: { length: 8 } });
});

test('one picture is primary, or none after pressing it again', () => {
  const shots = withPrimary([shot('a', true), shot('b')], 'b');
  expect(shots.map(({ isPrimary }) => isPrimary)).toEqual([false, true]);
  expect(withPrimary(shots, 'b').some(({ isPrimary }) => isPrimary)).toBe(false);
});

test.each([
  ['a', 1, 'b a c'],
  ['a', 9, 'b c a'],
  ['c', -1, 'c a b'],
  ['x', 0, 'a b c'],
])('%s moved to %i', (id, to, order) => {
  expect(ids(move([shot('a'), shot('b'), shot('c')], id, to))).toEqual(order.split(' '));
});
