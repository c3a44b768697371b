import { expect, test } from 'vitest';
import { formatPhone, isLandLine, isPhone, phoneDigits, telephoneLink } from './phone.ts';

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

test.each([
  ['0255501234', '(02) 5550 1234'],
  ['0491570006', '0491 570 006'],
  ['1300555010', '1300 555 010'],
  ['61491570006', '0491 570 006'],
  ['442079460958', '442079460958'],
])('the stored number %s is displayed as %s', (stored, displayed) => {
  expect(formatPhone(stored)).toBe(displayed);
});

test('telephone links use the international form of Australian numbers', () => {
  expect(telephoneLink('0255501234')).toBe('tel:+61255501234');
  expect(telephoneLink('1300555010')).toBe('tel:1300555010');
});
