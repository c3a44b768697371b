import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { pageContent } from '../../content/page-content.ts';
import { removedItem } from '../fields/list-items.ts';
import { nextHistory, startHistory, type Step } from './content-history.ts';

const [a, b, c] = [newId(), newId(), newId()];
const list = (id: string, ...items: string[]) => ({ id, kind: 'list' as const, items });
const start = pageContent.parse({ path: '/', title: 'Home', blocks: [list(a, 'A'), list(b, 'B', 'B2'), list(c, 'C')] });
const after = (steps: readonly Step[], content = start) => steps.reduce(nextHistory, startHistory(content));
const shape = ({ content: { blocks } }: ReturnType<typeof after>) =>
  blocks.map((block) => (block.kind === 'list' ? block.items.join() : block.kind));
const type = (value: string, at: number): Step => ({ type: 'change', path: ['title'], value, at });

test('what is typed without a pause is undone together, and no more than that', () => {
  const typed = [type('Ho', 0), type('Hom', 900), type('Home ', 1800), type('Home p', 4000)];
  const titles = [0, 1, 2].map(
    (undone) => after([...typed, ...Array<Step>(undone).fill({ type: 'undo' })]).content.title,
  );
  expect(titles).toEqual(['Home p', 'Home ', 'Home']);
});

test('a deleted block comes back once, whether by the notice, by Undo or by both', () => {
  const [, block] = start.blocks;
  if (!block) throw new Error('The test has three blocks.');
  const deleted: Step = { type: 'blocks', blocks: start.blocks.filter(({ id }) => id !== b) };
  const back: Step = { type: 'blockBack', block, place: 1 };
  expect(shape(after([deleted, back]))).toEqual(['A', 'B,B2', 'C']);
  expect(shape(after([deleted, { type: 'undo' }, back]))).toEqual(['A', 'B,B2', 'C']);
});

test('a removed item comes back into its own block although that has been moved', () => {
  const removed = removedItem(start, ['blocks', 1, 'items'], 1);
  const [first, second, third] = start.blocks;
  if (!first || !second || !third) throw new Error('The test has three blocks.');
  const steps: Step[] = [
    { type: 'change', path: ['blocks', 1, 'items'], value: ['B'], at: 0 },
    { type: 'blocks', blocks: [{ ...second, ...list(b, 'B') } as typeof second, first, third] },
    { type: 'itemBack', removed },
  ];
  expect(shape(after(steps))).toEqual(['B,B2', 'A', 'C']);
});

test('what is typed while others’ changes are merged, or while the draft is saved, stays', () => {
  const merged = { ...start, description: 'Theirs' };
  const typed = type('Home, typed meanwhile', 0);
  const step: Step = { type: 'merged', sent: start, content: merged };
  expect(after([step]).content).toBe(merged);
  expect(after([typed, step]).content).toMatchObject({ title: 'Home, typed meanwhile', description: 'Theirs' });
  expect(after([typed, { type: 'saved', sent: start, content: start }]).content.title).toBe('Home, typed meanwhile');
});
