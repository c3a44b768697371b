import { expect, test } from 'vitest';
import { furthestTab, tabOfStep } from './use-steps.ts';

test.each([
  [null, '1'],
  ['delivery', '2'],
  ['review', '3'],
  ['card', undefined],
])('the step %s in the URL opens tab %s', (name, tab) => {
  expect(tabOfStep(name)).toBe(tab);
});

test.each([
  [{ isBillingValid: false, isShippingValid: true, isReviewed: false }, '1'],
  [{ isBillingValid: true, isShippingValid: false, isReviewed: false }, '2'],
  [{ isBillingValid: true, isShippingValid: true, isReviewed: false }, '3'],
  [{ isBillingValid: false, isShippingValid: false, isReviewed: true }, '3'],
])('with %j the last tab that opens is %s', (progress, tab) => {
  expect(furthestTab({ ...progress, isConfirmed: true })).toBe(tab);
  expect(furthestTab({ ...progress, isConfirmed: false })).toBe('1');
});
