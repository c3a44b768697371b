import { expect, test } from 'vitest';
import { makeField, makeForm } from '../../../../test/make-form.ts';
import type { Upload } from '#ui/upload/uploads.ts';
import { fieldsOf } from '#forms/definition/definition.ts';
import { toShownForm } from '#forms/definition/texts.server.ts';
import type { Answer } from '#forms/rules/values.ts';
import { laidOver } from './change-draft.ts';
import { responsesOf } from './merged-draft.ts';

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
const laid = (here: Record<string, Answer>, now: Record<string, Answer>) =>
  Object.fromEntries(
    laidOver(form, {
      here: new Map([...before, ...Object.entries(here)]),
      before: responsesOf(form, before),
      now: answers(now),
    }),
  );

test('what was changed here is laid over what somebody else has changed, cleared or left', () => {
  const now = { [site]: 'Wharf Street', [room]: '', [code]: '4711', [photos]: [] };
  expect(laid({ [code]: '' }, now)).toEqual({ ...now, [code]: '' });
  expect(laid({ [site]: 'Depot Lane', [room]: '12' }, now)).toEqual({ ...now, [site]: 'Depot Lane', [room]: '12' });
  expect(laid({}, now)).toEqual(now);
});

test('files are those of the other, without what was removed here and with what was added', () => {
  const [a, b, c] = [file('a', '/files/forms/a'), file('b'), file('c', '/files/forms/c')];
  expect(laid({ [photos]: [a, b] }, { [photos]: [] })).toMatchObject({ [photos]: [b] });
  expect(laid({ [photos]: [a, b] }, { [photos]: [a, c] })).toMatchObject({ [photos]: [a, c, b] });
  expect(laid({ [photos]: [] }, { [photos]: [a, c] })).toMatchObject({ [photos]: [c] });
  expect(laid({}, { [photos]: [c] })).toMatchObject({ [photos]: [c] });
});
