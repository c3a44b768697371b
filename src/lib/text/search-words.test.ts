import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBlank, matches, normaliseWords, parseSearch, splitMatches, wordsOf } from './search-words.ts';

const anyText = fc.string({ unit: 'binary' });
const anyWord = fc.stringMatching(/^[a-z0-9]{1,8}$/);

test.each([
  ['Café  Crème', ['cafe', 'creme']],
  ['Multi-surface 5L (2.5 kg)', ['multi', 'surface', '5l', '2', '5', 'kg']],
  ['İstanbul ﬁlter', ['istanbul', 'filter']],
  ["Cleaner's_choice", ['cleaner', 's', 'choice']],
  ['  !?*&|:<> ', []],
])('words of %s', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test('normalising twice changes nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => normaliseWords(normaliseWords(text)) === normaliseWords(text)),
    { numRuns: 2000 },
  );
});

test('a text without accents has the same words beside one with accents', () => {
  const plain = fc.string({ unit: fc.constantFrom(..."aZ0 9-_.\t\n\u00a0Mop%\\'") });
  fc.assert(
    fc.property(plain, (text) => {
      expect(wordsOf(`${text} é`)).toEqual([...wordsOf(text), 'e']);
    }),
  );
});

describe('parseSearch', () => {
  test.each([
    ['mop', { words: [], phrases: [], prefix: 'mop' }],
    ['Flat MOP hea', { words: ['flat', 'mop'], phrases: [], prefix: 'hea' }],
    ['"flat mop" hea', { words: [], phrases: [['flat', 'mop']], prefix: 'hea' }],
    ['head “flat mop”', { words: [], phrases: [['flat', 'mop']], prefix: 'head' }],
    ['"flat mop"', { words: [], phrases: [['flat', 'mop']] }],
    ['"flat mo', { words: ['flat'], phrases: [], prefix: 'mo' }],
    ['mop mop mop', { words: ['mop'], phrases: [], prefix: 'mop' }],
    ['"" !', { words: [], phrases: [] }],
  ])('%s', (text, expected) => {
    expect(parseSearch(text)).toEqual(expected);
  });

  test('recognises a blank search', () => {
    expect(isBlank(parseSearch(' & | ! '))).toBe(true);
    expect(isBlank(parseSearch('a'))).toBe(false);
    expect(isBlank(parseSearch('"a b"'))).toBe(false);
  });

  test('truncates very long searches', () => {
    expect(parseSearch(Array.from({ length: 500 }, (_, n) => `w${n}`).join(' ')).words).toHaveLength(31);
    expect(parseSearch('x'.repeat(5000)).prefix).toHaveLength(100);
  });
});

describe('matches', () => {
  const text = 'Wide Flat Mop Head, café blue 5 L';

  test.each([
    ['flat', true],
    ['MOP flat', true],
    ['fla', true],
    ['fla mop', false],
    ['cafe', true],
    ['"flat mop"', true],
    ['"mop flat"', false],
    ['"flat mo"', false],
    ['"mop head" wi', true],
    ['bucket', false],
    ['', true],
  ])('the search %s: %s', (search, expected) => {
    expect(matches(parseSearch(search), text)).toBe(expected);
  });

  test('finds words in any of several texts, phrases within one', () => {
    const isMatch = (search: string) => matches(parseSearch(search), 'Flat mop', 'head, blue');
    expect(isMatch('flat blue')).toBe(true);
    expect(isMatch('blue fla')).toBe(true);
    expect(isMatch('"mop head"')).toBe(false);
    expect(isMatch('"head blue"')).toBe(true);
  });

  test('matches a text by any of its words, by its beginning and by the whole text as a phrase', () => {
    fc.assert(
      fc.property(fc.array(anyWord, { minLength: 1, maxLength: 12 }), fc.nat(), (words, seed) => {
        const body = words.join(' ');
        const word = words[seed % words.length] ?? '';
        expect(matches(parseSearch(word), body)).toBe(true);
        expect(matches(parseSearch(word.slice(0, 1)), body)).toBe(true);
        expect(matches(parseSearch(`"${body}"`), body)).toBe(true);
      }),
    );
  });

  test('never matches a missing word', () => {
    fc.assert(fc.property(fc.array(anyWord), (words) => !matches(parseSearch('"ünknownword"'), words.join(' '))));
  });
});

describe('splitMatches', () => {
  const marked = (search: string, text: string): string =>
    splitMatches(parseSearch(search), text)
      .map(({ text: part, isHit }) => (isHit ? `[${part}]` : part))
      .join('');

  test.each([
    ['mop', 'Mops and a mop.', '[Mops] and a [mop].'],
    ['mop and', 'Mops and a mop.', 'Mops [and] a [mop].'],
    ['"a mop" and', 'Mops and a mop.', 'Mops [and] [a mop].'],
    ['"mop head" head', 'A mop-head, a mop, a head', 'A [mop-head], a mop, a [head]'],
    ['"a b" "b c"', 'a b c', '[a b c]'],
    ['creme', 'Cr\u00e8me, cre\u0300me', '[Cr\u00e8me], [cre\u0300me]'],
    ['nothing', 'A mop', 'A mop'],
    ['', 'A mop', 'A mop'],
  ])('%s in %s', (search, text, expected) => {
    expect(marked(search, text)).toBe(expected);
  });

  test('the pieces joined are the text, and adjacent pieces differ in kind', () => {
    fc.assert(
      fc.property(anyText, anyText, (search, text) => {
        const pieces = splitMatches(parseSearch(search), text);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        expect(pieces.every(({ isHit }, i) => i === 0 || isHit || pieces[i - 1]?.isHit)).toBe(true);
      }),
    );
  });

  test('marks a match in every plain text that matches', () => {
    fc.assert(
      fc.property(fc.array(anyWord, { minLength: 1 }), anyWord, (words, query) => {
        const text = words.join(', ');
        const search = parseSearch(query);
        expect(splitMatches(search, text).some(({ isHit }) => isHit)).toBe(matches(search, text));
      }),
    );
  });
});
