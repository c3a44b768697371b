import { expect, test } from 'vitest';
import { move, type ImageDraft, withFiles, withPrimary } from './image-drafts.ts';

const draft = (id: string, isPrimary = false): ImageDraft => ({
  id,
  name: id,
  altText: '',
  optionId: null,
  isPrimary,
  size: 1,
  src: id,
});
const file = (name: string, type = 'image/png', size = 10) => new File([new Uint8Array(size)], name, { type });
const ids = (drafts: readonly ImageDraft[]) => drafts.map(({ id }) => id);

test('files are added up to the limit, the first is primary, and invalid ones have a fault', () => {
  const { drafts, tooMany } = withFiles([], [file('a'), file('b', 'text/html'), file('c', 'image/gif', 5_300_000)]);
  expect(drafts.map(({ isPrimary, fault }) => [isPrimary, fault])).toEqual([
    [true, undefined],
    [false, 'Images must be PNG, JPEG, WebP or GIF files.'],
    [false, 'Images must be at most 5 MB.'],
  ]);
  expect(tooMany).toBe(0);
  const seven = Array.from({ length: 7 }, (_, n) => draft(String(n), n === 3));
  expect(withFiles(seven, [file('a'), file('b'), file('c')])).toMatchObject({ tooMany: 2, drafts: { length: 8 } });
});

test('one picture is primary, or none after pressing it again', () => {
  const drafts = withPrimary([draft('a', true), draft('b')], 'b');
  expect(drafts.map(({ isPrimary }) => isPrimary)).toEqual([false, true]);
  expect(withPrimary(drafts, 'b').some(({ isPrimary }) => isPrimary)).toBe(false);
});

test.each([
  ['a', 1, 'b a c'],
  ['a', 9, 'b c a'],
  ['c', -1, 'c a b'],
  ['x', 0, 'a b c'],
])('%s moved to position %i', (id, to, order) => {
  expect(ids(move([draft('a'), draft('b'), draft('c')], id, to))).toEqual(order.split(' '));
});
