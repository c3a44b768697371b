import { expect, test } from 'vitest';
import { makeField, makeForm } from '../../../../test/make-form.ts';
import { toShownForm } from '#forms/definition/render-text-blocks.server.ts';
import { prefilled } from './prefill-answers.ts';

const kim = { firstName: 'Kim', lastName: 'Lee', email: 'kim@example.com' };
const name = makeField({ formFieldType: 0, modelPropertyName: 'firstName', initialValue: 'Nobody' });
const site = makeField({ formFieldType: 0, modelPropertyName: 'site', initialValue: 'Depot' });
const fixed = makeField({ formFieldType: 0, modelPropertyName: 'fixed', initialValue: 'Depot', isDisabled: true });
const form = toShownForm(makeForm([name, site, fixed]), 1);

test('URL parameters override initial values, profile data does not', () => {
  const answers = prefilled(form, kim, new URLSearchParams('site=Office&fixed=Office'));
  expect([...answers]).toEqual([[site.id, 'Office']]);
  expect([...prefilled(form, kim, new URLSearchParams('firstName=Sam'))]).toEqual([[name.id, 'Sam']]);
});
