import { expect, test } from 'vitest';
import { isLandLine, isPhone, phoneDigits } from './phone.ts';

test.each([
  ['0491 570 156', '0491570156'],
  ['+61491570156', '0491570156'],
  ['+61 (0) 491 570 156', '0491570156'],
  ['0061491570156', '0491570156'],
  ['00 61 2 5550 1234', '0255501234'],
  ['(02) 5550-1234', '0255501234'],
  ['61491570156', '0491570156'],
  ['+61 1300 555 010', '1300555010'],
  ['+44 20 7946 0958', '442079460958'],
  ['0044 20 7946 0958', '00442079460958'],
  ['+61', '61'],
  ['6149157015', '6149157015'],
  ['0491 57O 156', '049157O156'],
])('%s is stored as %s', (typed, digits) => {
  expect(phoneDigits(typed)).toBe(digits);
});

test.each([
  ['0491570156', true],
  ['442079460958', true],
  ['1300555010', true],
  ['1234567890', true],
  ['04915701567', false],
  ['049157015', false],
  ['1234567890123456', false],
  ['+61491570156', false],
  ['', false],
])('%s is a phone number: %s', (digits, isValid) => {
  expect(isPhone(digits)).toBe(isValid);
});

test('isLandLine recognises landline numbers', () => {
  expect(['0291234567', '0491570156', '442079460958', '1300555010'].map(isLandLine)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
