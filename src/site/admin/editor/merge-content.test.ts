import { expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { type PageContent, pageContent } from '../../content/page-content.ts';
import { type Differing, inWords } from '../fields/differences.ts';
import { contentDifferences, mergeContent } from './merge-content.ts';

const [a, b, c, d] = [newId(), newId(), newId(), newId()];
const about = newId();
const words = (differing: Differing[]) =>
  inWords(differing, {
    choices: { pages: [{ value: about, label: 'About us', note: '/about-us/' }], services: [], forms: [] },
    picture: ({ alt }) => alt,
  });
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
  expect(words(conflicts)).toEqual([{ label: 'List: B, mine', theirs: '', mine: 'On the page' }]);
});

test('where both have changed the same, both texts are named, and mine is taken', () => {
  const theirs = content({ title: 'Theirs', description: 'New.' });
  const mine = content({ title: 'Mine', blocks: [block(a, 'A')] });
  const { content: merged, conflicts } = mergeContent(content(), theirs, mine);
  expect(merged).toMatchObject({ title: 'Mine', description: 'New.' });
  expect(words(conflicts)).toEqual([{ label: 'Title', theirs: 'Theirs', mine: 'Mine' }]);
  expect(mergeContent(content(), mine, theirs).content.title).toBe('Theirs');
});

test('differences are said in words', () => {
  const before = content();
  const after = content({
    isListed: false,
    blocks: [block(b, 'B'), { ...block(a, 'A'), items: ['Floors', 'Windows'] }, block(d, 'D')],
  });
  expect(words(contentDifferences(before, after))).toEqual([
    { label: 'Search engines may list it', theirs: 'Yes', mine: 'No' },
    { label: 'List: A · Lines', theirs: 'Floors, Glass', mine: 'Floors, Windows' },
    { label: 'List: C', theirs: 'On the page', mine: '' },
    { label: 'List: D', theirs: '', mine: 'On the page' },
    { label: 'Order of the blocks', theirs: 'List: A, List: B', mine: 'List: B, List: A' },
  ]);
});

test('who only adds or deletes a block leaves the order to the other; two orders are a conflict', () => {
  const theirs = content({ blocks: [block(c, 'C'), block(a, 'A'), block(b, 'B')] });
  const added = mergeContent(content(), theirs, content({ blocks: [...content().blocks, block(d, 'D')] }));
  expect([shape(added.content), added.conflicts]).toEqual([['C', 'D', 'A', 'B'], []]);
  const deleted = mergeContent(content(), theirs, content({ blocks: [block(a, 'A'), block(c, 'C')] }));
  expect([shape(deleted.content), deleted.conflicts]).toEqual([['C', 'A'], []]);
  const { content: merged, conflicts } = mergeContent(
    content(),
    theirs,
    content({ blocks: [block(b, 'B'), block(a, 'A'), block(c, 'C')] }),
  );
  expect(shape(merged)).toEqual(['B', 'A', 'C']);
  expect(words(conflicts)).toEqual([
    { label: 'Order of the blocks', theirs: 'List: C, List: A, List: B', mine: 'List: B, List: A, List: C' },
  ]);
});

const card = (title: string, text = '') => ({ title, text });
const cards = (items: object[], change: object = {}) =>
  content({ blocks: [{ id: a, kind: 'cards', title: 'Cards', items, ...change }] });
const cardsOf = ({ blocks: [block] }: PageContent) =>
  block?.kind === 'cards' ? block.items.map(({ title, text }) => title + text) : [];

test('two who change other fields or other items of one block change both', () => {
  const base = cards([card('One'), card('Two'), card('Three')]);
  const mine = cards([card('One'), card('Two', ', mine'), card('Three')], { intro: 'Mine' });
  const merge = (items: object[], change = {}) => mergeContent(base, cards(items, change), mine);
  const both = merge([card('One', ', theirs'), card('Two'), card('Three')], { title: 'All' });
  expect(both).toMatchObject({ content: { blocks: [{ title: 'All', intro: 'Mine' }] }, conflicts: [] });
  expect(cardsOf(both.content)).toEqual(['One, theirs', 'Two, mine', 'Three']);
  const added = merge([card('One'), card('Two'), card('Three'), card('Four')]);
  expect([cardsOf(added.content), added.conflicts]).toEqual([['One', 'Two, mine', 'Three', 'Four'], []]);
  const removed = merge([card('Two'), card('Three')]);
  expect([cardsOf(removed.content), removed.conflicts]).toEqual([['Two, mine', 'Three'], []]);
  const moved = merge([card('Two'), card('One'), card('Three')]);
  expect(cardsOf(moved.content)).toEqual(['One', 'Two, mine', 'Three']);
  expect(words(moved.conflicts)).toEqual([
    { label: 'Cards: Cards · Cards · Two · Text', theirs: '', mine: ', mine' },
    { label: 'Cards: Cards · Cards · Order', theirs: 'Two, One, Three', mine: 'One, Two, Three' },
  ]);
});

test('cells stay with their columns', () => {
  const table = (columns: string[], ...rows: string[][]) =>
    content({
      blocks: [{ id: a, kind: 'table', columns, rows: rows.map((cells, at) => ({ title: `T${at}`, cells })) }],
    });
  const mine = table(['Day', 'Week'], ['•', ''], ['', '•']);
  const { content: merged, conflicts } = mergeContent(table(['Day', 'Week'], ['•', '']), table(['Week'], ['']), mine);
  expect(merged).toEqual(mine);
  expect(words(conflicts).map(({ label }) => label)).toEqual([
    'Table · Columns',
    'Table · Rows · T0 · Cells',
    'Table · Rows · T1',
  ]);
});

test('differences name what ids stand for, keep capitals, and find changed items in lists of other lengths', () => {
  const linked = (to: string) => ({ ...card('McDonald'), link: { label: 'More', to } });
  const before = cards([card('FAQs', 'Old'), linked('/about-us/')]);
  const after = cards([card('Contact'), card('FAQs', 'New'), linked(`page:${about}`)], { title: 'cards' });
  expect(words(contentDifferences(before, { ...after, parent: about }))).toEqual([
    { label: 'Page above it', theirs: '', mine: 'About us' },
    { label: 'Cards: cards · Title', theirs: 'Cards', mine: 'cards' },
    { label: 'Cards: cards · Cards · FAQs · Text', theirs: 'Old', mine: 'New' },
    { label: 'Cards: cards · Cards · McDonald · Link below it · Leads to', theirs: '/about-us/', mine: 'About us' },
    { label: 'Cards: cards · Cards · Contact', theirs: '', mine: 'Title: Contact; Ground: None' },
  ]);
});
