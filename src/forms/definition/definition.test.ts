import { expect, test } from 'vitest';
import { makeField, makeForm } from '../../../test/make-form.ts';
import { patternFaultOf, patternsOf } from '../answers/regex-patterns.ts';
import { optionsOf, shownFieldName, successUrlOf } from './definition.ts';

test('options are read as label and value, or as plain values', () => {
  expect(optionsOf({ selectOptions: 'Quarterly=q; Monthly = m;Other;;Again=q' })).toEqual([
    { label: 'Quarterly', value: 'q' },
    { label: 'Monthly', value: 'm' },
    { label: 'Other', value: 'Other' },
  ]);
  expect(optionsOf({ selectOptions: null })).toEqual([]);
});

test('a field that shows another answer names the other field in braces', () => {
  expect(shownFieldName({ initialValue: ' {siteName} ' })).toBe('siteName');
  expect(shownFieldName({ initialValue: 'Site {siteName}' })).toBeUndefined();
});

test('the application form redirects to its own success page', () => {
  expect(successUrlOf({ url: 'application-form', successUrl: '/elsewhere' })).toBe('/forms-application-form/success');
  expect(successUrlOf({ url: 'free-quote', successUrl: '/free-quote/success' })).toBe('/free-quote/success');
  expect(successUrlOf({ url: 'feedback', successUrl: null })).toBeUndefined();
});

test('patterns match in linear time, including those that would backtrack exponentially', () => {
  const form = makeForm([makeField({ formFieldType: 0, requiredRegexPattern: '^(a+)+$' })]);
  expect(patternsOf(form)('^(a+)+$', `${'a'.repeat(50_000)}!`)).toBe(false);
  expect(patternFaultOf('^(a+)+$')).toBeUndefined();
  expect(patternFaultOf('(a')).toMatch(/missing closing/);
  expect(patternFaultOf('(a)\\1')).toMatch(/invalid escape/);
});
