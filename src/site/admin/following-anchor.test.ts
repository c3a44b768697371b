import { expect, test } from 'vitest';
import { followingAnchor } from './following-anchor.ts';

const groups = [
  { anchor: 'costs', title: 'Costs' },
  { anchor: 'rates', title: 'Cost' },
];
const path = ['group', 'title'];
const saved = (anchor: string, title: string) => ({ id: 'q', version: 1, content: { group: { anchor, title } } });

test('a saved question keeps its group while its title is typed, also across the title of another group, and moves to a chosen one', () => {
  const stored = saved('costs', 'Costs');
  const typed = (group: object, value: string) =>
    followingAnchor({ stored, content: { group }, isNew: false, groups, path, value })?.value;
  expect(typed({ anchor: 'costs', title: 'Costs' }, 'Cost')).toBe('rates');
  expect(typed({ anchor: 'rates', title: 'Cost' }, 'Cost o')).toBe('costs');
  expect(typed({ anchor: 'costs', title: 'Cost o' }, 'Cost of it')).toBeUndefined();
});
