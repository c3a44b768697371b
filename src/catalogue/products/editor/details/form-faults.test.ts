import { expect, test } from 'vitest';
import { faultsOutside } from './form-faults.ts';

test('the faults of other fields are joined into one text, each once', () => {
  const errors = {
    productName: { type: 'custom', message: 'Product name is required.' },
    variations: [
      undefined,
      { name: { message: 'Name is too short.' }, options: [{ label: { message: 'Option is too long.' } }] },
      { name: { message: 'Name is too short.' }, options: { root: { message: 'Options are required.' } } },
    ],
  };
  expect(faultsOutside(errors, ['productName'])).toBe('Name is too short. Option is too long. Options are required.');
  expect(faultsOutside({ productName: errors.productName }, ['productName'])).toBeUndefined();
});
