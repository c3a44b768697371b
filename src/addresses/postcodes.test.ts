import { expect, test } from 'vitest';
import { postcodeWarning, statesOf } from './postcodes.ts';

test.each([
  ['0200', ['ACT']],
  ['0299', ['ACT']],
  ['0800', ['NT']],
  ['0872', ['NT', 'SA', 'WA']],
  ['0999', ['NT']],
  ['1001', ['NSW']],
  ['2000', ['NSW']],
  ['2406', ['NSW', 'QLD']],
  ['2540', ['NSW', 'ACT']],
  ['2599', ['NSW']],
  ['2600', ['ACT']],
  ['2611', ['ACT', 'NSW']],
  ['2618', ['ACT', 'NSW']],
  ['2619', ['NSW']],
  ['2620', ['NSW', 'ACT']],
  ['2899', ['NSW']], // Norfolk Island
  ['2900', ['ACT']],
  ['2920', ['ACT']],
  ['2921', ['NSW']],
  ['3000', ['VIC']],
  ['3585', ['VIC', 'NSW']],
  ['3644', ['VIC', 'NSW']],
  ['3691', ['VIC', 'NSW']],
  ['4383', ['QLD', 'NSW']],
  ['4825', ['QLD', 'NT']],
  ['5999', ['SA']],
  ['6798', ['WA']], // Christmas Island
  ['7151', ['TAS']], // Antarctic stations
  ['8001', ['VIC']],
  ['9999', ['QLD']],
  ['0100', []],
  ['0799', []],
  ['0000', []],
  ['200', []],
  ['20000', []],
  ['２０００', []],
  ['', []],
])('post code %s is used in %j', (postcode, expected) => {
  expect(statesOf(postcode)).toEqual(expected);
});

test.each([
  ['NSW', '3000', 'Post code 3000 is in VIC, not in NSW. Please check both.'],
  ['QLD', '2620', 'Post code 2620 is in NSW or ACT, not in QLD. Please check both.'],
  ['VIC', '0872', 'Post code 0872 is in NT or SA or WA, not in VIC. Please check both.'],
  ['NSW', '0100', 'Post code 0100 is not in use. Please check it.'],
  ['ACT', '2620', undefined],
  ['NSW', ' 2000 ', undefined],
  ['NSW', '200', undefined],
  ['NSW', '', undefined],
  ['', '3000', undefined],
])('%s with %j gives the warning %j', (state, postcode, warning) => {
  expect(postcodeWarning({ state, postcode })).toBe(warning);
});
