import fc from 'fast-check';
import { expect, test } from 'vitest';
import { combine, type ExistingItem, assignItems, type Variation } from './combinations.ts';

const variation = (id: string, ...labels: string[]): Variation => ({
  id,
  options: labels.map((label) => ({ value: `${id}:${label}`, label })),
});
const size = variation('size', 'S', 'L');
const colour = variation('colour', 'Blue', 'Red', 'Sand');
const item = (id: string, options: Record<string, string> = {}): ExistingItem => ({ id, options });
const itemLines = ({ items, removed }: ReturnType<typeof assignItems>) => ({
  items: items.map(({ label, item: one }) => `${label}: ${one?.id ?? 'new'}`),
  removed: removed.map(({ id }) => id),
});

test('the item of a product without variations becomes that of the first option', () => {
  expect(itemLines(assignItems([item('a')], [], [size]))).toEqual({ items: ['S: a', 'L: new'], removed: [] });
});

test('items get the first option of an added variation', () => {
  const held = [item('a', { size: 'size:S' }), item('b', { size: 'size:L' })];
  expect(itemLines(assignItems(held, ['size'], [size, variation('colour', 'Blue', 'Red')]))).toEqual({
    items: ['S / Blue: a', 'S / Red: new', 'L / Blue: b', 'L / Red: new'],
    removed: [],
  });
});

test('removing an option removes its items; removing a variation keeps the first of the equal items', () => {
  const held = combine([size, colour]).map(({ label, options }) =>
    item(label, Object.fromEntries(options.map((one) => [one.variation, one.option]))),
  );
  expect(itemLines(assignItems(held, ['size', 'colour'], [size, variation('colour', 'Red')]))).toEqual({
    items: ['S / Red: S / Red', 'L / Red: L / Red'],
    removed: ['S / Blue', 'S / Sand', 'L / Blue', 'L / Sand'],
  });
  expect(itemLines(assignItems(held, ['size', 'colour'], [colour])).items).toEqual([
    'Blue: S / Blue',
    'Red: S / Red',
    'Sand: S / Sand',
  ]);
  expect(itemLines(assignItems(held, ['size', 'colour'], []))).toMatchObject({ items: [': S / Blue'] });
});

const variations = fc
  .uniqueArray(fc.nat(4), { maxLength: 3 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc
          .uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 })
          .map((labels) => variation(String(id), ...labels)),
      ),
    ),
  );

test('every item is either kept once or removed, combinations are unique, and repeating changes nothing', () => {
  fc.assert(
    fc.property(variations, variations, (before, wanted) => {
      const held = combine(before).map(({ options }, place) =>
        item(String(place), Object.fromEntries(options.map((one) => [one.variation, one.option]))),
      );
      const ids = before.map(({ id }) => id);
      const settled = assignItems(held, ids, wanted);
      const kept = settled.items.flatMap((one) => one.item ?? []);
      expect([...kept, ...settled.removed].map(({ id }) => id).sort()).toEqual(held.map(({ id }) => id).sort());
      expect(settled.items).toHaveLength(wanted.reduce((n, { options }) => n * options.length, 1));
      const same = assignItems(held, ids, before);
      expect([same.removed, same.items.map((one) => one.item)]).toEqual([[], held]);
    }),
  );
});
