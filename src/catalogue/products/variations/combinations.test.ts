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

test('the item of a product without variations becomes the item of the first option', () => {
  expect(itemLines(assignItems([item('a')], [], [size]))).toEqual({ items: ['S: a', 'L: new'], removed: [] });
});

test('of an added variation, items get the first option', () => {
  const stored = [item('a', { size: 'size:S' }), item('b', { size: 'size:L' })];
  expect(itemLines(assignItems(stored, ['size'], [size, variation('colour', 'Blue', 'Red')]))).toEqual({
    items: ['S / Blue: a', 'S / Red: new', 'L / Blue: b', 'L / Red: new'],
    removed: [],
  });
});

test('removing an option removes its items; removing a variation keeps the first of the equal items', () => {
  const stored = combine([size, colour]).map(({ label, options }) =>
    item(label, Object.fromEntries(options.map((one) => [one.variation, one.option]))),
  );
  expect(itemLines(assignItems(stored, ['size', 'colour'], [size, variation('colour', 'Red')]))).toEqual({
    items: ['S / Red: S / Red', 'L / Red: L / Red'],
    removed: ['S / Blue', 'S / Sand', 'L / Blue', 'L / Sand'],
  });
  expect(itemLines(assignItems(stored, ['size', 'colour'], [colour])).items).toEqual([
    'Blue: S / Blue',
    'Red: S / Red',
    'Sand: S / Sand',
  ]);
  expect(itemLines(assignItems(stored, ['size', 'colour'], []))).toMatchObject({ items: [': S / Blue'] });
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

test('every item is either assigned once or removed, all combinations exist, and repeating changes nothing', () => {
  fc.assert(
    fc.property(variations, variations, (before, requested) => {
      const stored = combine(before).map(({ options }, place) =>
        item(String(place), Object.fromEntries(options.map((one) => [one.variation, one.option]))),
      );
      const ids = before.map(({ id }) => id);
      const assigned = assignItems(stored, ids, requested);
      const assignedItems = assigned.items.flatMap((one) => one.item ?? []);
      expect([...assignedItems, ...assigned.removed].map(({ id }) => id).sort()).toEqual(
        stored.map(({ id }) => id).sort(),
      );
      expect(assigned.items).toHaveLength(requested.reduce((n, { options }) => n * options.length, 1));
      const same = assignItems(stored, ids, before);
      expect([same.removed, same.items.map((one) => one.item)]).toEqual([[], stored]);
    }),
  );
});
