import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeField, makeForm } from '../../../../test/make-form.ts';
import type { Upload } from '#ui/upload/uploads.ts';
import { fieldsOf } from '#forms/definition/definition.ts';
import { toShownForm } from '#forms/definition/render-text-blocks.server.ts';
import type { Answer } from '#forms/rules/answer-values.ts';
import { isAllOnServer, mergeDrafts, responsesOf, type ServerDraft } from './merge-drafts.ts';

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
const merged = (here: Record<string, Answer>, elsewhere: ServerDraft, serverDraft?: ServerDraft) =>
  mergeDrafts(form, { here: new Map(Object.entries(here)), elsewhere, serverDraft, first });
const sentFile = (name: string): Upload => ({
  id: name,
  origFileName: name,
  size: 1_024,
  path: `/files/forms/${name}`,
});
const stored = (...names: string[]): string =>
  JSON.stringify(names.map((name) => ({ name, origFileName: name, data: `/files/forms/${name}`, size: 1 })));
const namesIn = (answer: Answer): string[] => (answer as Upload[]).map(({ origFileName }) => origFileName); // files

test('a draft is unchanged if no other device has saved it', () => {
  const serverDraft = draft('2026-11-22T01:00:00.000Z', { [site]: 'Bond Street' });
  const here = { [site]: 'Harbour Street', [room]: '' };
  expect(merged(here, { ...serverDraft, responses: new Map() }, serverDraft)).toEqual(new Map(Object.entries(here)));
});

describe('a draft that another device has saved since', () => {
  const serverDraft = draft('2026-11-22T01:00:00.000Z', { [site]: 'Bond Street', [room]: '1', [many]: 'a' });

  test('keeps local changes and takes everything else from the server', () => {
    const elsewhere = draft('2026-11-22T02:00:00.000Z', { [site]: 'There', [room]: 'There', [many]: 'b;c' });
    const answers = merged({ [site]: 'Here', [room]: '1', [many]: ['a'] }, elsewhere, serverDraft);
    expect([answers.get(site), answers.get(room), answers.get(many)]).toEqual(['Here', 'There', ['b', 'c']]);
  });

  test('takes no blank answer from the server, but keeps answers that were cleared here', () => {
    const elsewhere = draft('2026-11-22T02:00:00.000Z', { [room]: '1' });
    const answers = merged({ [site]: 'Bond Street', [room]: '', [many]: ['a'] }, elsewhere, serverDraft);
    expect([answers.get(site), answers.get(room), answers.get(many)]).toEqual(['Bond Street', '', ['a']]);
  });

  test('keeps the files of both devices, even those not uploaded yet, but none that were removed here', () => {
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

test('isAllOnServer is false if the server lacks an answer or a file', () => {
  const serverDraft = draft('2026-11-22T01:00:00.000Z', { [site]: 'Bond Street', [many]: 'a;b' });
  const isAll = (here: Record<string, Answer>) => isAllOnServer(form, new Map(Object.entries(here)), serverDraft);
  const here = { [site]: 'Bond Street', [room]: '', [many]: ['a', 'b'] };
  expect(isAll(here)).toBe(true);
  expect(isAll({ ...here, [room]: '1' })).toBe(false);
  expect(isAll({ ...here, [many]: [] })).toBe(false);
  expect(
    isAll({ ...here, [photos]: [{ id: 'w', origFileName: 'waiting', size: 1, file: new File(['x'], 'w') }] }),
  ).toBe(false);
});

test('a draft that this device has never saved is merged with the server’s draft', () => {
  const elsewhere = draft('2026-11-22T02:00:00.000Z', { [site]: 'There', [room]: 'There' });
  const answers = merged({ [site]: 'From the profile', [room]: 'Here', [many]: [] }, elsewhere);
  expect([answers.get(site), answers.get(room)]).toEqual(['There', 'Here']);
});

test('no answer that was changed on only one device is lost', () => {
  const words = fc.constantFrom('', 'x', 'y', 'z');
  const three = fc.record({ [site]: words, [room]: words });
  fc.assert(
    fc.property(three, three, three, (before, here, there) => {
      const serverDraft = { savedDate: 'a', responses: responsesOf(form, new Map(Object.entries(before))) };
      const elsewhere = { savedDate: 'b', responses: responsesOf(form, new Map(Object.entries(there))) };
      const answers = merged(here, elsewhere, serverDraft);
      for (const key of [site, room]) {
        const isChangedHere = here[key] !== before[key];
        const expected = isChangedHere || there[key] === '' ? here[key] : there[key];
        expect(answers.get(key)).toBe(expected);
      }
    }),
  );
});
