import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeField, makeForm } from '../../../../test/make-form.ts';
import type { Upload } from '#ui/upload/uploads.ts';
import { fieldsOf } from '#forms/definition/definition.ts';
import { toShownForm } from '#forms/definition/render-text-blocks.server.ts';
import type { Answer } from '#forms/rules/answer-values.ts';
import { isAllKept, mergedDraft, responsesOf, type ServerDraft } from './merge-drafts.ts';

const form = toShownForm(
  makeForm([
    makeField({ formFieldType: 0 }),
    makeField({ formFieldType: 0 }),
    makeField({ formFieldType: 3, selectOptions: 'a;b;c' }),
    makeField({ formFieldType: 9 }),
  ]),
  1,
);
const [site = '', room = '', many = '', photos = ''] = fieldsOf(form).map(({ id }) => id);
const first = new Map<string, Answer>([[site, 'From the profile']]);

const draft = (savedDate: string, responses: Record<string, string>): ServerDraft => ({
  savedDate,
  responses: new Map(Object.entries(responses)),
});
const merged = (here: Record<string, Answer>, elsewhere: ServerDraft, kept?: ServerDraft) =>
  mergedDraft(form, { here: new Map(Object.entries(here)), elsewhere, kept, first });
const sentFile = (name: string): Upload => ({
  id: name,
  origFileName: name,
  size: 1_024,
  path: `/files/forms/${name}`,
});
const stored = (...names: string[]): string =>
  JSON.stringify(names.map((name) => ({ name, origFileName: name, data: `/files/forms/${name}`, size: 1 })));
const namesIn = (answer: Answer): string[] => (answer as Upload[]).map(({ origFileName }) => origFileName); // files

test('a draft that was not saved elsewhere is unchanged', () => {
  const kept = draft('2026-11-22T01:00:00.000Z', { [site]: 'Bond Street' });
  const here = { [site]: 'Harbour Street', [room]: '' };
  expect(merged(here, { ...kept, responses: new Map() }, kept)).toEqual(new Map(Object.entries(here)));
});

describe('a draft that was saved elsewhere since', () => {
  const kept = draft('2026-11-22T01:00:00.000Z', { [site]: 'Bond Street', [room]: '1', [many]: 'a' });

  test('keeps local changes and takes everything else from the server', () => {
    const elsewhere = draft('2026-11-22T02:00:00.000Z', { [site]: 'There', [room]: 'There', [many]: 'b;c' });
    const answers = merged({ [site]: 'Here', [room]: '1', [many]: ['a'] }, elsewhere, kept);
    expect([answers.get(site), answers.get(room), answers.get(many)]).toEqual(['Here', 'There', ['b', 'c']]);
  });

  test('never replaces an answer by a blank one, but keeps local deletions', () => {
    const elsewhere = draft('2026-11-22T02:00:00.000Z', { [room]: '1' });
    const answers = merged({ [site]: 'Bond Street', [room]: '', [many]: ['a'] }, elsewhere, kept);
    expect([answers.get(site), answers.get(room), answers.get(many)]).toEqual(['Bond Street', '', ['a']]);
  });

  test('keeps files of both sides, including local files not uploaded yet, without locally removed ones', () => {
    const file = new File(['x'], 'waiting');
    const before = draft('2026-11-22T01:00:00.000Z', { [photos]: stored('one', 'removed') });
    const elsewhere = draft('2026-11-22T02:00:00.000Z', { [photos]: stored('one', 'removed', 'there') });
    const waiting = { id: 'w', origFileName: 'waiting', size: 1, file };
    const answer = merged({ [photos]: [sentFile('one'), waiting] }, elsewhere, before).get(photos);
    expect(namesIn(answer)).toEqual(['one', 'waiting', 'there']);
    expect(answer).toContainEqual(waiting);
    const blank = merged({ [photos]: [waiting] }, draft('2026-11-22T03:00:00.000Z', {}), undefined);
    expect(namesIn(blank.get(photos))).toEqual(['waiting']);
  });
});

test('isAllKept detects answers that the server does not have', () => {
  const kept = draft('2026-11-22T01:00:00.000Z', { [site]: 'Bond Street', [many]: 'a;b' });
  const isAll = (here: Record<string, Answer>) => isAllKept(form, new Map(Object.entries(here)), kept);
  const here = { [site]: 'Bond Street', [room]: '', [many]: ['a', 'b'] };
  expect(isAll(here)).toBe(true);
  expect(isAll({ ...here, [room]: '1' })).toBe(false);
  expect(isAll({ ...here, [many]: [] })).toBe(false);
  expect(
    isAll({ ...here, [photos]: [{ id: 'w', origFileName: 'waiting', size: 1, file: new File(['x'], 'w') }] }),
  ).toBe(false);
});

test('answers never saved on the server are applied to its draft', () => {
  const elsewhere = draft('2026-11-22T02:00:00.000Z', { [site]: 'There', [room]: 'There' });
  const answers = merged({ [site]: 'From the profile', [room]: 'Here', [many]: [] }, elsewhere);
  expect([answers.get(site), answers.get(room)]).toEqual(['There', 'Here']);
});

test('no answer that was changed on only one side is lost', () => {
  const words = fc.constantFrom('', 'x', 'y', 'z');
  const three = fc.record({ [site]: words, [room]: words });
  fc.assert(
    fc.property(three, three, three, (before, here, there) => {
      const kept = { savedDate: 'a', responses: responsesOf(form, new Map(Object.entries(before))) };
      const elsewhere = { savedDate: 'b', responses: responsesOf(form, new Map(Object.entries(there))) };
      const answers = merged(here, elsewhere, kept);
      for (const key of [site, room]) {
        const isChangedHere = here[key] !== before[key];
        const expected = isChangedHere || there[key] === '' ? here[key] : there[key];
        expect(answers.get(key)).toBe(expected);
      }
    }),
  );
});
