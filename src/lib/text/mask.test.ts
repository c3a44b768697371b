import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillMask } from './mask.ts';
import { toNationalNumber } from './phone.ts';

const mobile = '0499 999 999';
const phone = '99 9999 9999';

test.each([
  [mobile, '0491570156', '0491 570 156'],
  [mobile, '0491 570 156', '0491 570 156'],
  [mobile, '0491-570-156', '0491 570 156'],
  [mobile, '04915', '0491 5'],
  [mobile, '', ''],
  [mobile, '+61491570156', '0491 570 156'],
  [mobile, '0061 491 570 156', '0491 570 156'],
  [mobile, '+61 (0)491 570 156', '0491 570 156'],
  [mobile, '61491570156', '0491 570 156'],
  [phone, '+61 2 5550 1234', '02 5550 1234'],
  [phone, '(02) 5550-1234', '02 5550 1234'],
  [phone, '025 550 1234', '02 5550 1234'],
  ['9999 999 999', '+61491570156', '0491 570 156'],
  ['99 999 999 999', '5182 4753 556', '51 824 753 556'],
  ['9999 9999 9999 9999', '4242-4242-4242-4242', '4242 4242 4242 4242'],
  ['AB-99', '12', 'AB-12'],
  ['AB-99', 'ab-12', 'AB-12'],
  ['AAA-99A', '12', 'AAA-12A'],
  ['AAA-99A', 'AAA-12A', 'AAA-12A'],
  ['99 %', '50', '50 %'],
  ['99 %', '50%', '50 %'],
  ['99/99/9999', '20112026', '20/11/2026'],
  ['WO-2026-9999', '20261234', 'WO-2026-1234'],
])('%s of %s is %s', (mask, typed, text) => {
  expect(fillMask(mask, typed).text).toBe(text);
});

test.each([
  [mobile, '0291234567', '0291234567'],
  [mobile, '+61291234567', '0291234567'],
  [mobile, '91570156', '91570156'],
  [mobile, '0491 570 1567', '0491 570 1567'],
  [mobile, '+44 7700 900123', '+44 7700 900123'],
  [phone, '025550123x', '02 5550 123x'],
  ['99/99/9999', '1/2/2026', '1/2/2026'],
  ['99 %', '505', '50 %5'],
  ['AAA-99A', 'B12', 'B12'],
  ['9999 9999 99', '0061123456', '0061 1234 56'], // no phone
])('text that does not fit %s is unchanged: %s gives %s', (mask, typed, text) => {
  expect(fillMask(mask, typed).text).toBe(text);
});

test('a text is complete with all its digits and nothing more', () => {
  const isComplete = (mask: string, typed: string) => fillMask(mask, typed).isComplete;
  expect(['12', '1', '123', '', 'AAA-12A', 'AAA-12B'].map((typed) => isComplete('AAA-99A', typed))).toEqual([
    true,
    false,
    false,
    false,
    true,
    false,
  ]);
  expect([isComplete(mobile, '0491570156'), isComplete(mobile, '0291234567')]).toEqual([true, false]);
});

test('fixed characters at the end are not added again while they are deleted', () => {
  expect(fillMask('AAA-99A', 'AAA-12', true).text).toBe('AAA-12');
  expect(fillMask('99 %', '50 ', true).text).toBe('50 ');
});

const seed = { seed: 14, numRuns: 3_000 };
const sign = fc.constantFrom(
  ...'0123456789',
  ...'0123456789',
  ' ',
  '-',
  '+',
  '(',
  ')',
  '/',
  '.',
  'A',
  'x',
  '%',
  '00',
  '61',
  '+61',
  '04',
);
const typing = fc.array(sign, { maxLength: 24 }).map((signs) => signs.join(''));
const anyMask = fc.oneof(
  fc.constantFrom(mobile, phone, '9999 999 999', '(99) 9999 9999', 'AAA-99A', '99 %', '99/99/9999', '04-99', 'A9A9A'),
  fc
    .array(fc.constantFrom('9', '9', '9', '0', '4', ' ', '-', '/', 'A', '%'), { minLength: 1, maxLength: 14 })
    .map((signs) => signs.join('')),
);
const digitsIn = (text: string): string => text.replace(/\D/g, '');
const isPhoneShaped = (mask: string): boolean => digitsIn(mask).length === 10;
/** The digits dialled in Australia; 61 before a mobile number is the country code, with or without a plus. */
const dialled = (mask: string, text: string): string =>
  digitsIn(toNationalNumber(mask === mobile ? text.replace(/^\D*61/, '+61') : text.replace(/^[^\d+]+/, '')));

test('no typed digit is lost, and none is added', () => {
  fc.assert(
    fc.property(anyMask, typing, (mask, typed) => {
      const { text } = fillMask(mask, typed);
      if (isPhoneShaped(mask)) expect(dialled(mask, text)).toBe(dialled(mask, typed));
      else expect(digitsIn(text)).toBe(digitsIn(typed));
    }),
    seed,
  );
});

test('typing character by character gives the same result as pasting', () => {
  fc.assert(
    fc.property(anyMask, typing, (mask, typed) => {
      const oneByOne = [...typed].reduce((text, next) => fillMask(mask, text + next).text, '');
      expect(oneByOne).toBe(fillMask(mask, typed).text);
    }),
    seed,
  );
});

test('masking a masked text changes nothing', () => {
  fc.assert(
    fc.property(anyMask, typing, (mask, typed) => {
      const masked = fillMask(mask, typed);
      expect(fillMask(mask, masked.text)).toEqual(masked);
    }),
    seed,
  );
});
