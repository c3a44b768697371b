import { expect, test } from 'vitest';
import { type DocumentRow, documentDifferences, mergeOntoTheirs } from './document-rows.ts';

const document = (id: string, change: Partial<DocumentRow> = {}): DocumentRow => {
  return { id, kind: 'technical', title: id.toUpperCase(), issuedOn: '', name: `${id}.pdf`, size: 1, ...change };
};
const [a, b, c] = [document('a'), document('b'), document('c')];
const added = document('new', { file: new File(['x'], 'new.pdf') });

test('what another user added stays, what they removed stays removed, and new files come last', () => {
  const theirs = [a, c, document('d')];
  const mine = [document('a', { title: 'Mine' }), b, added];
  expect(mergeOntoTheirs({ base: [a, b, c], theirs, mine }).map(({ id }) => id)).toEqual(['a', 'd', 'new']);
  expect(documentDifferences({ base: [a, b, c], theirs, mine })).toEqual([
    { label: '1. a.pdf', theirs: 'A, Technical sheet', mine: 'Mine, Technical sheet' },
    { label: '2. c.pdf', theirs: 'C, Technical sheet', mine: 'removed' },
  ]);
});

test('a changed order is a difference of its own; a new file is no difference', () => {
  expect(documentDifferences({ base: [a, b], theirs: [a, b], mine: [b, a] })).toEqual([
    { label: 'Order', theirs: 'a.pdf, b.pdf', mine: 'b.pdf, a.pdf' },
  ]);
  const theirs = [document('a', { kind: 'safetyDataSheet', title: 'Safety data sheet', issuedOn: '04/03/2025' })];
  expect(documentDifferences({ base: [a], theirs, mine: [...theirs, added] })).toEqual([]);
  const late = [document('a', { title: 'Mine' })];
  expect(documentDifferences({ base: [a], theirs, mine: late })).toEqual([
    { label: '1. a.pdf', theirs: 'Safety data sheet, 04/03/2025', mine: 'Mine, Technical sheet' },
  ]);
});

test('titles and order that only the other user has changed stay theirs', () => {
  const theirs = [b, document('a', { title: 'Theirs' })];
  expect(mergeOntoTheirs({ base: [a, b], theirs, mine: [a, b] })).toEqual(theirs);
  expect(documentDifferences({ base: [a, b], theirs, mine: [a, b] })).toEqual([]);
});
