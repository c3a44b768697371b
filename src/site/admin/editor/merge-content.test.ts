import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { type PageContent, pageContent } from '../../content/page-content.ts';
import { contentDifferences, mergeContent } from './merge-content.ts';

const [a, b, c, d] = [newId(), newId(), newId(), newId()];
const block = (id: string, title: string) => ({ id, kind: 'list', title, items: ['Floors', 'Glass'] });
const content = (change: Partial<Record<keyof PageContent, unknown>> = {}): PageContent =>
  pageContent.parse({
    path: '/team/',
    title: 'Team',
    blocks: [block(a, 'A'), block(b, 'B'), block(c, 'C')],
    ...change,
  });
const shape = ({ blocks }: PageContent) => blocks.map((one) => ('title' in one ? one.title : one.kind));

test('what only one of two has changed is as that one left it, wherever blocks were moved', () => {
  const theirs = content({
    title: 'Our team',
    blocks: [block(a, 'A'), block(b, 'B, theirs'), block(d, 'D'), block(c, 'C')],
  });
  const mine = content({ path: '/people/', blocks: [block(c, 'C'), block(a, 'A, mine'), block(b, 'B')] });
  const { content: merged, conflicts } = mergeContent(content(), theirs, mine);
  expect(conflicts).toEqual([]);
  expect([merged.title, merged.path]).toEqual(['Our team', '/people/']);
  expect(shape(merged)).toEqual(['C', 'A, mine', 'B, theirs', 'D']);
});

test('a block that one has deleted is gone, unless the other has changed it', () => {
  const without = content({ blocks: [block(a, 'A'), block(c, 'C')] });
  expect(shape(mergeContent(content(), without, content({ title: 'Mine' })).content)).toEqual(['A', 'C']);
  const changed = content({ blocks: [block(a, 'A'), block(b, 'B, mine'), block(c, 'C')] });
  const { content: merged, conflicts } = mergeContent(content(), without, changed);
  expect(shape(merged)).toEqual(['A', 'B, mine', 'C']);
  expect(conflicts).toEqual([{ label: 'List: B, mine', theirs: '', mine: 'On the page' }]);
});

test('where both have changed the same, both texts are named, and mine is taken', () => {
  const theirs = content({ title: 'Theirs', description: 'New.' });
  const mine = content({ title: 'Mine', blocks: [block(a, 'A')] });
  const { content: merged, conflicts } = mergeContent(content(), theirs, mine);
  expect(merged).toMatchObject({ title: 'Mine', description: 'New.' });
  expect(conflicts).toEqual([{ label: 'Title', theirs: 'Theirs', mine: 'Mine' }]);
  expect(mergeContent(content(), mine, theirs).content.title).toBe('Theirs');
});

test('differences are said in words', () => {
  const before = content();
  const after = content({
    isListed: false,
    blocks: [block(b, 'B'), { ...block(a, 'A'), items: ['Floors', 'Windows'] }, block(d, 'D')],
  });
  expect(contentDifferences(before, after)).toEqual([
    { label: 'Search engines may list it', theirs: 'Yes', mine: 'No' },
    { label: 'List: A · Lines', theirs: 'Floors, Glass', mine: 'Floors, Windows' },
    { label: 'List: C', theirs: 'On the page', mine: '' },
    { label: 'List: D', theirs: '', mine: 'On the page' },
    { label: 'Order of the blocks', theirs: 'List: A, List: B', mine: 'List: B, List: A' },
  ]);
});
