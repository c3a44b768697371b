import { expect, test } from 'vitest';
import { makeField, makeForm } from '../../../test/make-form.ts';
import { patternFaultOf, patternsOf } from '../answers/patterns.ts';
import { optionsOf, shownName, successOf } from './definition.ts';

test('options are labels and values, or plain values', () => {
  expect(optionsOf({ selectOptions: 'Quarterly=q; Monthly = m;Other;;Again=q' })).toEqual([
    { label: 'Quarterly', value: 'q' },
    { label: 'Monthly', value: 'm' },
    { label: 'Other', value: 'Other' },
  ]);
  expect(optionsOf({ selectOptions: null })).toEqual([]);
});

test('what shows another answer names its field in braces', () => {
  expect(shownName({ initialValue: ' {siteName} ' })).toBe('siteName');
  expect(shownName({ initialValue: 'Site {siteName}' })).toBeUndefined();
});

test('the application form leads to its own success page', () => {
  expect(successOf({ url: 'application-form', successUrl: '/elsewhere' })).toBe('/forms-application-form/success');
  expect(successOf({ url: 'free-quote', successUrl: '/free-quote/success' })).toBe('/free-quote/success');
  expect(successOf({ url: 'feedback', successUrl: null })).toBeUndefined();
});

test('patterns match in linear time, what would backtrack for ever too', () => {
  const form = makeForm([makeField({ formFieldType: 0, requiredRegexPattern: '^(a+)+$' })]);
  expect(patternsOf(form)('^(a+)+$', `${'a'.repeat(50_000)}!`)).toBe(false);
  expect(patternFaultOf('^(a+)+$')).toBeUndefined();
  expect(patternFaultOf('(a')).toMatch(/missing closing/);
  expect(patternFaultOf('(a)\\1')).toMatch(/invalid escape/);
});
