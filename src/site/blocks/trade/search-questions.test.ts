import { describe, expect, test } from 'vitest';
import { searchQuestions } from './search-questions.ts';
import { readFileSync } from 'node:fs';
import type { ShownRecord } from '../../content/shown.ts';

type Question = Omit<ShownRecord<'question'>, 'id' | 'link'>;

/** The questions of the demo. */
const file = new URL('../../../../demo/site/questions.json', import.meta.url);
const questions = (JSON.parse(readFileSync(file, 'utf8')) as Question[]).map((question) => ({
  ...question,
  id: question.anchor,
  link: null,
}));
const groups = [...Map.groupBy(questions, ({ group }) => group.anchor)].map(([anchor, questions]) => ({
  anchor,
  title: questions[0]?.group.title ?? '',
  questions,
}));

const idsOf = (text: string): string[] =>
  searchQuestions(groups, text).groups.flatMap(({ questions }) => questions.map(({ anchor }) => anchor));

test('a blank search returns all questions, closed', () => {
  for (const text of ['', '  ', '"" !']) {
    expect(searchQuestions(groups, text)).toMatchObject({ isBlank: true, groups, open: [] });
  }
});

describe('a search', () => {
  test('matches whole words, and the last word as a prefix', () => {
    expect(idsOf('lock period')).toEqual(['lock-in']);
    expect(idsOf('perio lock')).toEqual([]);
    expect(idsOf('lock perio')).toEqual(['lock-in']);
  });

  test('matches words of title and answer together, and a phrase within one of them', () => {
    expect(idsOf('insured workers')).toEqual(['insurance']);
    expect(idsOf('"are you insured"')).toEqual(['insurance']);
    expect(idsOf('"insured yes"')).toEqual([]);
  });

  test('opens the answers that match, but not those where only the title matches', () => {
    expect(searchQuestions(groups, 'insured').open).toEqual([]);
    expect(searchQuestions(groups, 'insured').count).toBe(1);
    expect(searchQuestions(groups, '"workers compensation"').open).toEqual(['insurance']);
  });

  test('leaves out groups without a match', () => {
    expect(searchQuestions(groups, 'chloramines').groups.map(({ anchor }) => anchor)).toEqual(['safety']);
    expect(searchQuestions(groups, 'no such words here')).toMatchObject({ groups: [], count: 0, open: [] });
  });
});

test('there are at least twenty questions, with unique ids', () => {
  const ids = groups.flatMap(({ anchor, questions }) => [anchor, ...questions.map((question) => question.anchor)]);
  expect(searchQuestions(groups, '').count).toBeGreaterThanOrEqual(20);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9-]+$/);
});
