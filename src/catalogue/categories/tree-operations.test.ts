import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSearch } from '#lib/text/search-words.ts';
import {
  ancestorsOf,
  type TreeNode,
  dropTarget,
  canMoveUnder,
  afterMove,
  visibleRows,
  stepTarget,
  withDescendants,
} from './tree-operations.ts';

/** Builds a list from lines indented by two spaces per level; ids are names. */
function tree(...lines: string[]): TreeNode[] {
  const counts = new Map<string | null, number>();
  const path: string[] = [];
  return lines.map((line) => {
    const name = line.trim();
    const level = (line.length - name.length) / 2 + 1;
    path.splice(level - 1, 3, name);
    const parentId = path[level - 2] ?? null;
    const position = counts.get(parentId) ?? 0;
    counts.set(parentId, position + 1);
    return { id: name, name, parentId, level, position };
  });
}

const drawn = (all: readonly TreeNode[]) => all.map(({ name, level }) => `${'  '.repeat(level - 1)}${name}`);
const shop = tree('Floors', '  Mops', '    Wet Mops', '    Dry Mops', '  Machines', 'Paper', '  Towels', 'Windows');

test('finds the ancestors and descendants of a category', () => {
  expect(withDescendants(shop, 'Floors').map(({ id }) => id)).toEqual([
    'Floors',
    'Mops',
    'Wet Mops',
    'Dry Mops',
    'Machines',
  ]);
  expect(withDescendants(shop, 'Windows').map(({ id }) => id)).toEqual(['Windows']);
  expect(ancestorsOf(shop, 'Dry Mops').map(({ id }) => id)).toEqual(['Floors', 'Mops']);
});

test.each([
  ['Mops', null, true],
  ['Mops', 'Paper', true],
  ['Mops', 'Towels', false],
  ['Towels', 'Wet Mops', false],
  ['Towels', 'Mops', true],
  ['Floors', 'Paper', false],
  ['Floors', 'Floors', false],
  ['Floors', 'Mops', false],
  ['Windows', 'Machines', true],
])('%s may be moved under %s: %s', (id, parentId, expected) => {
  expect(canMoveUnder(shop, id, parentId)).toBe(expected);
});

test.each<[string, { parentId: string | null; position: number }, string[]]>([
  [
    'Mops',
    { parentId: 'Paper', position: 0 },
    ['Floors', '  Machines', 'Paper', '  Mops', '    Wet Mops', '    Dry Mops', '  Towels', 'Windows'],
  ],
  [
    'Mops',
    { parentId: 'Paper', position: 9 },
    ['Floors', '  Machines', 'Paper', '  Towels', '  Mops', '    Wet Mops', '    Dry Mops', 'Windows'],
  ],
  [
    'Mops',
    { parentId: null, position: 3 },
    ['Floors', '  Machines', 'Paper', '  Towels', 'Windows', 'Mops', '  Wet Mops', '  Dry Mops'],
  ],
  [
    'Windows',
    { parentId: 'Towels', position: 0 },
    ['Floors', '  Mops', '    Wet Mops', '    Dry Mops', '  Machines', 'Paper', '  Towels', '    Windows'],
  ],
  [
    'Windows',
    { parentId: null, position: 0 },
    ['Windows', 'Floors', '  Mops', '    Wet Mops', '    Dry Mops', '  Machines', 'Paper', '  Towels'],
  ],
])('%s is moved to %j with its descendants', (id, target, expected) => {
  const after = afterMove(shop, id, target);
  expect(drawn(after)).toEqual(expected);
  expect(after).toEqual(tree(...expected));
});

test.each([
  ['Machines', 'up', { parentId: 'Floors', position: 0 }],
  ['Mops', 'up', undefined],
  ['Mops', 'down', { parentId: 'Floors', position: 1 }],
  ['Machines', 'down', undefined],
  ['Machines', 'in', { parentId: 'Mops', position: 2 }],
  ['Dry Mops', 'in', undefined],
  ['Paper', 'in', { parentId: 'Floors', position: 2 }],
  ['Floors', 'in', undefined],
  ['Dry Mops', 'out', { parentId: 'Floors', position: 1 }],
  ['Paper', 'out', undefined],
] as const)('%s moved one step %s comes to the expected place', (id, step, expected) => {
  expect(stepTarget(shop, id, step)).toEqual(expected);
});

test.each<[string, string, number, boolean, [string, string | null, number] | undefined]>([
  ['Windows', 'Paper', 0.1, false, ['before', null, 1]],
  ['Windows', 'Paper', 0.5, false, ['inside', 'Paper', 1]],
  ['Windows', 'Paper', 0.9, false, ['after', null, 2]],
  ['Windows', 'Paper', 0.9, true, ['inside', 'Paper', 0]], // its children are shown, so it becomes the first of them
  ['Paper', 'Floors', 0.1, true, ['before', null, 0]],
  ['Paper', 'Mops', 0.5, false, undefined], // it has a child: that would make four levels
  ['Mops', 'Machines', 0.4, false, ['before', 'Floors', 0]],
  ['Mops', 'Machines', 0.6, false, ['after', 'Floors', 1]],
  ['Mops', 'Wet Mops', 0.5, false, undefined],
  ['Mops', 'Mops', 0.5, true, undefined],
  ['Towels', 'Dry Mops', 0.9, false, ['after', 'Mops', 2]],
])(
  '%s dragged over %s at height %d, expanded: %s, is dropped at the expected place',
  (id, targetId, depth, isOpen, expected) => {
    const target = dropTarget(shop, { id, targetId, depth, isOpen });
    expect(target && [target.zone, target.parentId, target.position]).toEqual(expected);
    if (target) expect(canMoveUnder(shop, id, target.parentId)).toBe(true);
  },
);

test('any sequence of allowed moves keeps the tree valid and can be undone', () => {
  const move = fc.record({
    one: fc.nat(7),
    parent: fc.option(fc.nat(7)),
    position: fc.nat(4),
  });
  fc.assert(
    fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
      let all = shop;
      for (const { one, parent, position } of moves) {
        const id = shop[one]?.id ?? '';
        const parentId = parent === null ? null : (shop[parent]?.id ?? null);
        if (!canMoveUnder(all, id, parentId)) continue;
        const after = afterMove(all, id, { parentId, position });
        const before = all.find((branch) => branch.id === id);
        expect(drawn(afterMove(after, id, before ?? { parentId: null, position: 0 }))).toEqual(drawn(all)); // Undo
        all = after;
      }
      expect(all).toEqual(tree(...drawn(all)));
      expect(all.map(({ id }) => id).sort()).toEqual(shop.map(({ id }) => id).sort());
    }),
  );
});

test('collapsed branches are hidden; a search shows its matches with their ancestors', () => {
  const visibleIds = (open: string[], search = '') =>
    visibleRows(shop, { expanded: new Set(open), search: parseSearch(search) }).map(({ id }) => id);
  expect(visibleIds([])).toEqual(['Floors', 'Paper', 'Windows']);
  expect(visibleIds(['Mops'])).toEqual(['Floors', 'Paper', 'Windows']);
  expect(visibleIds(['Floors', 'Paper'])).toEqual(['Floors', 'Mops', 'Machines', 'Paper', 'Towels', 'Windows']);
  expect(visibleIds([], 'wet')).toEqual(['Floors', 'Mops', 'Wet Mops']);
  expect(visibleIds([], 'mops')).toEqual(['Floors', 'Mops', 'Wet Mops', 'Dry Mops']);
  expect(visibleIds([], 'none')).toEqual([]);
});
