import { expect, test } from 'vitest';
import { streetNameOf, streetNumberOf, toTitleCase, unitOf } from './gnaf-names.ts';

const rowOf = (values: Record<string, string | number>) => (column: string) => String(values[column] ?? '');

test.each([
  ['SYDNEY', 'Sydney'],
  ["O'CONNOR", "O'Connor"],
  ['MCMAHONS POINT', 'McMahons Point'],
  ["D'AGUILAR", "D'Aguilar"],
  ['ST KILDA EAST', 'St Kilda East'],
  ['TOWN OF SEVENTEEN SEVENTY', 'Town of Seventeen Seventy'],
  ['BRIGHTON-LE-SANDS', 'Brighton-Le-Sands'],
  ["KING'S PARK", "King's Park"],
  ['', ''],
])('%s is written as %s', (capitals, written) => {
  expect(toTitleCase(capitals)).toBe(written);
});

test.each([
  [['EXAMPLE', 'STREET', ''], 'Example Street', 'Example'],
  [['LONG FLAT', 'ROAD', 'NW'], 'Long Flat Road North West', 'Long Flat'],
  [['THE ESPLANADE', '', ''], 'The Esplanade', 'The Esplanade'],
  [['HIGH', 'STREET', 'XQ'], 'High Street Xq', 'High'],
])('the street %j is written as %s', ([name = '', type = '', suffix = ''], fullName, proper) => {
  const row = rowOf({ STREET_NAME: name, STREET_TYPE_CODE: type, STREET_SUFFIX_CODE: suffix });
  expect(streetNameOf(row)).toEqual({ fullName, proper });
});

test.each([
  [{ NUMBER_FIRST: 12 }, { text: '12', first: 12, last: 0 }],
  [
    { NUMBER_FIRST: 12, NUMBER_FIRST_SUFFIX: 'A' },
    { text: '12A', first: 12, last: 0 },
  ],
  [
    { NUMBER_FIRST: 12, NUMBER_LAST: 16 },
    { text: '12-16', first: 12, last: 16 },
  ],
  [
    { NUMBER_FIRST_PREFIX: 'B', NUMBER_FIRST: 7 },
    { text: 'B7', first: 7, last: 0 },
  ],
  [
    { NUMBER_FIRST: 12, NUMBER_LAST: 12, NUMBER_LAST_SUFFIX: 'C' },
    { text: '12-12C', first: 12, last: 12 },
  ],
  [{ LOT_NUMBER: 7 }, { text: 'Lot 7', first: 7, last: 0 }],
  [
    { LOT_NUMBER: 7, NUMBER_FIRST: 12 },
    { text: '12', first: 12, last: 0 },
  ],
  [{}, { text: '', first: 0, last: 0 }],
])('the street number of %j is written as expected', (columns, number) => {
  expect(streetNumberOf(rowOf(columns))).toEqual(number);
});

test.each([
  [
    { FLAT_TYPE_CODE: 'UNIT', FLAT_NUMBER: 3 },
    { text: '3', key: '3' },
  ],
  [
    { FLAT_TYPE_CODE: 'APT', FLAT_NUMBER: 3, FLAT_NUMBER_SUFFIX: 'A' },
    { text: '3A', key: '3a' },
  ],
  [
    { FLAT_NUMBER_PREFIX: 'G', FLAT_NUMBER: '03', FLAT_TYPE_CODE: 'UNIT' },
    { text: 'Unit G03', key: 'g03' },
  ],
  [
    { FLAT_TYPE_CODE: 'SHOP', FLAT_NUMBER: 3 },
    { text: 'Shop 3', key: '3' },
  ],
  [
    { FLAT_TYPE_CODE: 'TNHS', FLAT_NUMBER: 3, LEVEL_TYPE_CODE: 'L', LEVEL_NUMBER: 1 },
    { text: 'Townhouse 3', key: '3' },
  ],
  [{ FLAT_TYPE_CODE: 'KSK' }, { text: 'Kiosk', key: '' }],
  [
    { LEVEL_TYPE_CODE: 'L', LEVEL_NUMBER: 2 },
    { text: 'Level 2', key: '2' },
  ],
  [{ LEVEL_TYPE_CODE: 'G' }, { text: 'Ground Floor', key: '' }],
  [{}, { text: '', key: '' }],
])('the unit of %j is written as expected', (columns, unit) => {
  expect(unitOf(rowOf(columns))).toEqual(unit);
});
