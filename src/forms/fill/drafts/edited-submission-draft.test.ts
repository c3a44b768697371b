import { expect, test } from 'vitest';
import { makeField, makeForm } from '../../../../test/make-form.ts';
import type { Upload } from '#ui/upload/uploads.ts';
import { fieldsOf } from '#forms/definition/definition.ts';
import { toShownForm } from '#forms/definition/render-text-blocks.server.ts';
import type { Answer } from '#forms/rules/answer-values.ts';
import { mergeAnswers } from './edited-submission-draft.ts';
import { responsesOf } from './merge-drafts.ts';

const form = toShownForm(makeForm([0, 0, 0, 9].map((formFieldType) => makeField({ formFieldType }))), 1);
const [site = '', room = '', code = '', photos = ''] = fieldsOf(form).map(({ id }) => id);
const file = (name: string, path?: string): Upload => ({
  id: name,
  origFileName: name,
  size: 1,
  ...(path !== undefined && { path }),
});
const answers = (of: Record<string, Answer>) => new Map(Object.entries(of));
const before = answers({
  [site]: 'Bond Street',
  [room]: '11',
  [code]: '4711',
  [photos]: [file('a', '/files/forms/a')],
});
const mergeOver = (here: Record<string, Answer>, now: Record<string, Answer>) =>
  Object.fromEntries(
    mergeAnswers(form, {
      here: new Map([...before, ...Object.entries(here)]),
      before: responsesOf(form, before),
      now: answers(now),
    }),
  );

test('local changes are applied to another user’s changed, cleared or unchanged answers', () => {
  const now = { [site]: 'Wharf Street', [room]: '', [code]: '4711', [photos]: [] };
  expect(mergeOver({ [code]: '' }, now)).toEqual({ ...now, [code]: '' });
  expect(mergeOver({ [site]: 'Depot Lane', [room]: '12' }, now)).toEqual({
    ...now,
    [site]: 'Depot Lane',
    [room]: '12',
  });
  expect(mergeOver({}, now)).toEqual(now);
});

test('the files of the other user are taken, without those removed here and with those added here', () => {
  const [a, b, c] = [file('a', '/files/forms/a'), file('b'), file('c', '/files/forms/c')];
  expect(mergeOver({ [photos]: [a, b] }, { [photos]: [] })).toMatchObject({ [photos]: [b] });
  expect(mergeOver({ [photos]: [a, b] }, { [photos]: [a, c] })).toMatchObject({ [photos]: [a, c, b] });
  expect(mergeOver({ [photos]: [] }, { [photos]: [a, c] })).toMatchObject({ [photos]: [c] });
  expect(mergeOver({}, { [photos]: [c] })).toMatchObject({ [photos]: [c] });
});
