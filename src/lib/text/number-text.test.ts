import { expect, test } from 'vitest';
import { codeWarning, parseDollars, parseNumber, parsePercent, parseWholeNumber } from './number-text.ts';

test('commas are accepted between thousands only', () => {
  expect(['1,200', '12,345,678.5', '7', '-3', '0.5'].map(parseNumber)).toEqual([1200, 12_345_678.5, 7, -3, 0.5]);
  expect(
    ['1,5', '1,48,0', '1,2000', ',5', '1.', '1e3', '', '0x10', '１', '1 000', '1.2.3'].filter(
      (text) => parseNumber(text) !== undefined,
    ),
  ).toEqual([]);
});

test('whole numbers are read, and a point before three zeros is refused', () => {
  expect(['1,200', '1200.00', '0', '-4', '0.000'].map(parseWholeNumber)).toEqual([1200, 1200, 0, -4, 0]);
  expect(
    ['1.000', '120.000', '1.5', '1,5', '99999999999999999999'].filter((text) => parseWholeNumber(text) !== undefined),
  ).toEqual([]);
});

test('dollars may have a dollar sign, and at most two decimals', () => {
  expect(['$1,234.50', '$ 5', '19.95', '19.950'].map(parseDollars)).toEqual([1234.5, 5, 19.95, 19.95]);
  expect(['1,5', '19.955', '-3', '$-3', 'dear', '€5'].filter((text) => parseDollars(text) !== undefined)).toEqual([]);
  expect(['10', '10%', '12.5 %'].map(parsePercent)).toEqual([10, 10, 12.5]);
});

test('codes that a spreadsheet may have damaged cause a warning', () => {
  expect(['9.31E+12', '9E+12', '9.31e12', '5-Mar', 'Jan-21'].map((code) => codeWarning(code) !== undefined)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(['2E3', 'SPR-1', '9310000000000', 'A-5-Mar', '1.5'].filter((code) => codeWarning(code) !== undefined)).toEqual(
    [],
  );
});
