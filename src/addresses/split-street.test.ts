import { expect, test } from 'vitest';
import { splitStreet } from './split-street.ts';

test.each([
  ['14 Illawarra Road', { streetNumber: '14', streetName: 'Illawarra Road' }],
  ['4/27 Carriage Works Lane', { unitNumber: '4', streetNumber: '27', streetName: 'Carriage Works Lane' }],
  ['Unit 4, 27-29 Wharf Lane', { unitNumber: '4', streetNumber: '27-29', streetName: 'Wharf Lane' }],
  ['Illawarra Road', undefined],
  ['14', undefined],
])('%s', (text, parts) => {
  expect(splitStreet(text)).toEqual(parts);
});
