import { expect, test } from 'vitest';
import { arranged, removedItem, valueIn, withItemBack } from './list-items.ts';
import { valueAt } from './value-at.ts';

const steps = { id: 'steps', kind: 'steps', items: [{ title: 'First' }] };
const cards = { id: 'cards', kind: 'cards', items: [{ title: 'One' }, { title: 'Two' }] };
const page = (...blocks: object[]) => ({ blocks });
const without = (content: object, path: (string | number)[], place: number) => {
  const list = valueIn(content, path) as unknown[]; // of the test
  const change = arranged(
    content,
    path,
    list.map((_, at) => at).filter((at) => at !== place),
  );
  return valueAt(content, change.path, change.value) as object;
};

test('an item comes back into its own block, wherever that is, once, and not if the block is gone', () => {
  const content = page(steps, cards);
  const removed = removedItem(content, ['blocks', 1, 'items'], 0);
  const left = { ...cards, items: [{ title: 'Two, changed' }] };
  const back = withItemBack(page(left, steps), removed);
  expect(back).toEqual(page({ ...cards, items: [{ title: 'One' }, { title: 'Two, changed' }] }, steps));
  expect(withItemBack(back, removed)).toBe(back);
  const others = page(steps);
  expect(withItemBack(others, removed)).toBe(others);
});

test('an item of an item comes back into that one, which is known by its title', () => {
  const menus = {
    foot: [
      { title: 'Shop', entries: ['Mops', 'Soap'] },
      { title: 'Us', entries: ['Team'] },
    ],
  };
  const removed = removedItem(menus, ['foot', 0, 'entries'], 1);
  const [shop = { title: '', entries: [] }, us] = menus.foot;
  const left = { ...shop, entries: ['Mops'] };
  expect(withItemBack({ foot: [us, left] }, removed)).toEqual({ foot: [us, shop] });
  const renamed = { foot: [{ ...left, title: 'Store' }, us] };
  expect(withItemBack(renamed, removed)).toEqual({ foot: [{ ...shop, title: 'Store' }, us] });
  const gone = { foot: [us] };
  expect(withItemBack(gone, removed)).toBe(gone);
});

test('the cells of a table move, go and come back with their columns', () => {
  const table = (columns: string[], ...rows: string[][]) =>
    page({ kind: 'table', columns, rows: rows.map((cells, at) => ({ title: `Task ${at}`, cells })) });
  const content = table(['Day', 'Week', 'Month'], ['•', '', 'x'], ['', '•']);
  const path = ['blocks', 0, 'columns'];
  const moved = arranged(content, path, [1, 0, 2]);
  expect(valueAt(content, moved.path, moved.value)).toEqual(
    table(['Week', 'Day', 'Month'], ['', '•', 'x'], ['•', '', '']),
  );
  const left = without(content, path, 0);
  expect(left).toEqual(table(['Week', 'Month'], ['', 'x'], ['•', '']));
  expect(withItemBack(left, removedItem(content, path, 0))).toEqual(
    table(['Day', 'Week', 'Month'], ['•', '', 'x'], ['', '•', '']),
  );
});
