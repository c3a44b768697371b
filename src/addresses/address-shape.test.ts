import { expect, test } from 'vitest';
import { fullAddress } from './full-address.ts';
import { addressParts } from './address-shape.ts';

const whole = {
  unitNumber: '4',
  streetNumber: '27',
  streetName: 'Carriage Works Lane',
  city: 'Marrickville',
  state: 'NSW',
  postcode: '2204',
};

const faultsOf = (input: unknown) =>
  addressParts.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

test('every missing part is reported, except the unit number', () => {
  expect(faultsOf({})).toEqual([
    'streetNumber: Street number is required.',
    'streetName: Street name is required.',
    'city: City is required.',
    'state: State is required.',
    'postcode: Post code is required.',
  ]);
});

test.each([
  ['state', 'nsw', 'Invalid state.'],
  ['state', '', 'State is required.'],
  ['state', 7, 'Invalid state.'],
  ['postcode', '220', 'Invalid post code.'],
  ['postcode', '22o4', 'Invalid post code.'],
  ['postcode', '   ', 'Post code is required.'],
  ['streetNumber', 'x'.repeat(21), 'Street number is too long.'],
])('%s %j: %s', (part, value, sentence) => {
  expect(faultsOf({ ...whole, [part]: value })[0]).toBe(`${part}: ${sentence}`);
});

test('parts are trimmed, and a missing unit number is empty', () => {
  expect(addressParts.parse({ ...whole, unitNumber: null, city: '  Marrickville ', postcode: '2204 ' })).toEqual({
    ...whole,
    unitNumber: '',
  });
});

test.each([
  [whole, 'Unit 4, 27 Carriage Works Lane, Marrickville NSW 2204'],
  [{ ...whole, unitNumber: 'Level 2' }, 'Level 2, 27 Carriage Works Lane, Marrickville NSW 2204'],
  [{ ...whole, unitNumber: '' }, '27 Carriage Works Lane, Marrickville NSW 2204'],
  [{ city: 'Newtown', state: null }, 'Newtown'],
  [{}, ''],
])('%j is written as one line', (parts, line) => {
  expect(fullAddress(parts)).toBe(line);
});
