import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matches, parseSearch, toTsQuery, toTsVector } from '#lib/search-words.ts';
import { freshDatabase } from './database.ts';

const { pool } = await freshDatabase();

const vocabulary = [
  'mop',
  'mops',
  'flat',
  'FLAT',
  'café',
  'cafe',
  '5l',
  '2.5',
  "o'neil",
  'a/b',
  'x:y',
  '1e5',
  'ﬁlter',
  'Đào',
  '水',
];
const anyText = fc.array(fc.constantFrom(...vocabulary), { maxLength: 8 }).map((words) => words.join(' '));
const anySearch = fc.oneof(
  anyText,
  fc.tuple(anyText, anyText).map(([phrase, rest]) => `"${phrase}" ${rest}`),
  fc.tuple(anyText, fc.constantFrom('m', 'ca', 'fl', '"')).map(([words, start]) => `${words} ${start}`),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

test('the database finds what the page finds, and takes every query', async () => {
  const pairs = fc
    .sample(fc.tuple(fc.oneof(anyText, fc.string({ unit: 'binary' })), anySearch), 3000)
    .map(([text, search]) => ({ text, search: parseSearch(search) }))
    .filter(({ search }) => toTsQuery(search) !== '');
  const { rows } = await pool.query<{ found: boolean }>(
    `select vector::tsvector @@ query::tsquery and vector::tsvector @@ to_tsquery('simple', query) as found
     from unnest($1::text[], $2::text[]) with ordinality as pair (vector, query, place) order by place`,
    [pairs.map(({ text }) => toTsVector([{ text, weight: 'A' }])), pairs.map(({ search }) => toTsQuery(search))],
  );
  const differing = pairs.filter(({ text, search }, place) => rows[place]?.found !== matches(search, text));
  expect(differing).toEqual([]);
  expect(rows.some(({ found }) => found)).toBe(true);
});
